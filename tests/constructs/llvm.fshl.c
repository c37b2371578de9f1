#include "check.h"
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    CHECK(__builtin_rotateleft32(x, 8) == (x << 8 | x >> 24), __builtin_rotateleft32(x, 8) != 0x500);
    return 0;
}
