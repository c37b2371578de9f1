// options: --theory int
#include "check.h"
int main(void) {
    unsigned n[2] = {1, 2};
    n[__VERIFIER_nondet_uint() & 1] = 3;
    unsigned char c = ((unsigned char *)n)[__VERIFIER_nondet_uint() & 7];
    CHECK(c <= 3, c != 3);
    return 0;
}
