#include "check.h"
int main(void) {
    double d = __VERIFIER_nondet_int() * 0.5;
    CHECK(d < 2e9, d < 5);
    return 0;
}
