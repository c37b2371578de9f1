// options: --theory int
#include "check.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned char *p = (unsigned char *)&n;
    CHECK(p[__VERIFIER_nondet_uint() & 3] < 256, p[1] == 3);
    return 0;
}
