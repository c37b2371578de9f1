#include "check.h"
int main(void) {
    float f[2] = {0, 0};
    f[__VERIFIER_nondet_int() & 1] = __VERIFIER_nondet_int();
    unsigned n = *(unsigned *)&f[__VERIFIER_nondet_int() & 1];
    CHECK(n != 1, n != 0x3f800000);
    return 0;
}
