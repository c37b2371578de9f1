#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(__builtin_constant_p(3) && (__builtin_constant_p(x) ? x : 1), __builtin_constant_p(x));
    return 0;
}
