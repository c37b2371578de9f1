#include "check.h"
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x);
    CHECK(__builtin_clz(1) == 31 && x >> (31 - __builtin_clz(x)) == 1, __builtin_clz(x) != 4);
    return 0;
}
