// options: --set strict-division=on
#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(0 / x == 0, 0 / x == 1);
    return 0;
}
