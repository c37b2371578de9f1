#include "check.h"
static unsigned sum(unsigned n) {
    return n ? n + sum(n - 1) : 0;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 6);
    CHECK(sum(n) == n * (n + 1) / 2, sum(n) != 15);
    return 0;
}
