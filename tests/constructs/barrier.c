#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int() & 3, y = 1;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("" : : "r"(&y) : "memory");
    CHECK(x < 4 && y == 1, x != 3);
    return 0;
}
