#include "check.h"
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
    int n = __VERIFIER_nondet_int();
    v2 a = {n, n};
    a = a + a;
    long long k = (long long)a;
    CHECK((k & 1) == 0, k != 6);
    return 0;
}
