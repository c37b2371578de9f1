// options: --set recursion=2
#include "check.h"
static int (*p)(int);
static int down(int n) {
    return n ? p(n - 1) + 1 : 0;
}
int main(void) {
    p = down;
    CHECK(down(__VERIFIER_nondet_int() & 255) >= 0, 0);
    return 0;
}
