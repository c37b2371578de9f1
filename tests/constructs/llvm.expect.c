#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(__builtin_expect(x, 1) == x, __builtin_expect(x, 1) == 1);
    return 0;
}
