#include "check.h"
int main(void) {
    int x __attribute__((annotate("kept"))) = __VERIFIER_nondet_int();
    CHECK(x == x, x > 3);
    return 0;
}
