#include "check.h"
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 2 && n < 6);
    int a[n];
    a[0] = 1;
    a[n - 1] = 7;
    CHECK(a[0] == 1 && a[n - 1] == 7 && sizeof a == 4 * n, a[n - 1] == n);
    return 0;
}
