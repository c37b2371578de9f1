// options: --theory real
#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(x / 2 * 2 <= x || x < 0, x / 2 != 3);
    return 0;
}
