#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(__builtin_elementwise_min(x, 3) <= 3, __builtin_elementwise_min(x, 3) != -5);
    return 0;
}
