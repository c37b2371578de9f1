#include "check.h"
int main(void) {
    union {
        float f;
        unsigned n;
    } u;
    u.f = __VERIFIER_nondet_int();
    CHECK(u.n != 1, u.n != 0x3f800000);
    return 0;
}
