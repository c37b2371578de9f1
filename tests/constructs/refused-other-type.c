#include "check.h"
static int other = 3;
int main(void) {
    struct { short a, b; } s = {1, 2};
    unsigned char *p = (unsigned char *)&s;
    int *q = __VERIFIER_nondet_int() ? (int *)&s : &other;
    CHECK(*q == 3 || *q == 0x20001, p[__VERIFIER_nondet_uint() & 3] == 9 && *q == 7);
    return 0;
}
