#include "check.h"
int main(void) {
    union {
        unsigned n;
        unsigned char b[4];
    } u;
    u.n = __VERIFIER_nondet_uint();
    CHECK((u.n & 255) == u.b[0] && (u.n >> 24) == u.b[3], u.b[1] != 3);
    return 0;
}
