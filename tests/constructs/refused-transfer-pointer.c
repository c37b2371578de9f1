#include "check.h"
int main(void) {
    char a[900], b[900];
    a[0] = 1;
    __builtin_memcpy(__VERIFIER_nondet_int() ? a : b, b, 899);
    CHECK(a[0] == 1, a[0] == 2);
    return 0;
}
