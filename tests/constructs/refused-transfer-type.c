#include "check.h"
int main(void) {
    int a[300], b[300];
    a[0] = 1;
    __builtin_memcpy(b, a + (__VERIFIER_nondet_uint() & 3), 1100);
    CHECK(b[0] == 1, b[0] == 2);
    return 0;
}
