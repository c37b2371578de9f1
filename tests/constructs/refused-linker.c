#include "check.h"
int a __attribute__((section("numbers"), used)) = 1;
extern int __start_numbers[];
int main(void) {
    int before = __start_numbers[0];
    a = before + 1;
    CHECK(__start_numbers[0] != before, __start_numbers[0] == before);
    return 0;
}
