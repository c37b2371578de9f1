#include "check.h"
extern void assume_abort_if_not(int);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    assume_abort_if_not(y > x);
    CHECK(y > 4, y > 5);
    return 0;
}
