#include "check.h"
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    CHECK(__builtin_popcount(0xf0f1) == 9 && __builtin_popcount(x & 7) <= 3, __builtin_popcount(x & 7) != 3);
    return 0;
}
