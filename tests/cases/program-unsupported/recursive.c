#include <assert.h>
int __VERIFIER_nondet_int(void);
static int gcd(int a, int b) {
    return b ? gcd(b, a % b) : a;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 5) assert(gcd(x, 10) == 5);
}
