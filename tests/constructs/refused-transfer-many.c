#include "check.h"
int main(void) {
    static char a[4096];
    static int b[1024];
    char *p = __VERIFIER_nondet_int() ? a : a + 1;
    __builtin_memcpy(b, p, 4000);
    CHECK(b[0] == 0, b[0] == 1);
    a[__VERIFIER_nondet_uint() & 7] = 1;
    return 0;
}
