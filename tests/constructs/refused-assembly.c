#include "check.h"
int main(void) {
    int x = 1;
    __asm__("" : "+r"(x));
    CHECK(x == 1, x == 2);
    return 0;
}
