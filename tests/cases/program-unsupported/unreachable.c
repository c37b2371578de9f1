#include <assert.h>
int __VERIFIER_nondet_int(void);
static int gcd(int a, int b) {
    return b ? gcd(b, a % b) : a;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), i = 0;
    while (i < 10) i++;
    if (i > 10) assert(gcd(x, i) == 1);
}
