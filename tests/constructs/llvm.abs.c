#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(__builtin_elementwise_abs(x) >= 0 || x == -2147483647 - 1, __builtin_elementwise_abs(x) >= 0);
    return 0;
}
