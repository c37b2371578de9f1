#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3) __builtin_trap();
    CHECK(x <= 3, x < 3);
    return 0;
}
