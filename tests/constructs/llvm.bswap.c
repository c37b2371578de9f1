#include "check.h"
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    CHECK(__builtin_bswap32(0x01020304) == 0x04030201 && __builtin_bswap32(__builtin_bswap32(x)) == x,
          __builtin_bswap32(x) != 0x10);
    return 0;
}
