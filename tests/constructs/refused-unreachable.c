#include "check.h"
int main(void) {
    if (__VERIFIER_nondet_int()) __builtin_unreachable();
    CHECK(1, 0);
    return 0;
}
