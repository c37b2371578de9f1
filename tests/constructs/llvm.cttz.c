#include "check.h"
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x);
    CHECK(__builtin_ctz(8) == 3 && (x >> __builtin_ctz(x) & 1), __builtin_ctz(x) != 4);
    return 0;
}
