#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    __builtin_assume(x > 3);
    CHECK(x == x, x > 3);
    return 0;
}
