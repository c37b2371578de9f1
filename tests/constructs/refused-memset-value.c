#include "check.h"
int main(void) {
    char a[900];
    __builtin_memset(a, __VERIFIER_nondet_int(), 900);
    unsigned i = __VERIFIER_nondet_uint() % 900;
    CHECK(a[i] == a[0], a[i] == 1);
    return 0;
}
