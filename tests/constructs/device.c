#include "check.h"
#define REGISTER (*(volatile unsigned *)0x40021000)
int main(void) {
    REGISTER = 1;
    unsigned a = REGISTER;
    CHECK(a == a, a == 1);
    return 0;
}
