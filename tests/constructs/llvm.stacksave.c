#include "check.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n > 0 && n < 4);
    int s = 0;
    {
        int a[n];
        a[0] = 3;
        s = a[0];
    }
    CHECK(s == 3, s == 4);
    return 0;
}
