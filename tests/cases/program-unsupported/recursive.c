/* Recursion is inlined up to a depth; here it is bounded by MOST, if at all. */
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int steps(int n) {
    return n ? 1 + steps(n - 1) : 0;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
#ifdef MOST
    if (x < 0 || x > MOST) return 0;
#endif
    assert(steps(x) == x);
}
