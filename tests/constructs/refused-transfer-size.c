#include "check.h"
int main(void) {
    char a[8], b[8] = {0};
    __builtin_memcpy(a, b, __VERIFIER_nondet_uint() & 7);
    CHECK(a[0] == 0, a[0] == 1);
    return 0;
}
