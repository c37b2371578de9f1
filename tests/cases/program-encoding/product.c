#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x == 3 && y == 5) assert(x * y == 15);
    if (x > 0 && x < 100 && y > 0 && y < 100) assert(x * y != 35 || x < 36);
    assert(x * y == y * x);
}
