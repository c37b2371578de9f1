#include "check.h"
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y, k = 3;
    _Bool over = __builtin_uadd_overflow(x, k, &y);
    CHECK(y == x + 3 && over == (y < x), !over);
    return 0;
}
