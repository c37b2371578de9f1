#include "check.h"
static char a[2 << 20];
static int b[1 << 18];
int main(void) {
    char *p = __VERIFIER_nondet_int() ? a : a + 1;
    __builtin_memcpy(b, p, 1 << 20);
    CHECK(b[0] == 0, b[0] == 1);
    a[__VERIFIER_nondet_uint() & 7] = 1;
    return 0;
}
