// options: --theory int
#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), y;
    CHECK(!__builtin_sadd_overflow(x, 0, &y), __builtin_sadd_overflow(x, 1, &y));
    return 0;
}
