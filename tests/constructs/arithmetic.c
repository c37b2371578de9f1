#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    CHECK(x + 1 - 1 == x && -x == ~x + 1 && (u ^ u) == 0, x + 1 > x);
    return 0;
}
