#include "check.h"
int main(void) {
    struct { short a; int b; } s = {1, 2};
    int n[2];
    __builtin_memcpy(n, &s, 8);
    int i = __VERIFIER_nondet_uint() & 1;
    CHECK(n[i] == 2, n[i] == 3);
    return 0;
}
