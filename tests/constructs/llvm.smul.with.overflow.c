#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), y, k = 3;
    _Bool over = __builtin_smul_overflow(x, k, &y);
    CHECK(over == ((long long)x * 3 != y) && y == (int)((unsigned)x * 3u), !over);
    return 0;
}
