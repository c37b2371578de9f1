#include "check.h"
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
    v4 a = {1, 2, 3, 4};
    a[__VERIFIER_nondet_uint() & 3] = 5;
    int n = a[__VERIFIER_nondet_uint() & 3];
    CHECK(n > 0 && n <= 5, n != 5);
    return 0;
}
