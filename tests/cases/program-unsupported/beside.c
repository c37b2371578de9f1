#include <assert.h>
int __VERIFIER_nondet_int(void);
static int gcd(int a, int b) {
    return b ? gcd(b, a % b) : a;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x == 5) assert(gcd(x, y) == 5);
    if (x == 6) assert(y != 77);
}
