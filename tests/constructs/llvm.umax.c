#include "check.h"
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    CHECK(__builtin_elementwise_max(x, 3u) >= 3, __builtin_elementwise_max(x, 3u) != 5);
    return 0;
}
