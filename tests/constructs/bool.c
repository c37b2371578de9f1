#include "check.h"
int main(void) {
    _Bool b = __VERIFIER_nondet_int();
    CHECK(b == 0 || b == 1, b == 1);
    return 0;
}
