// options: --theory int
#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && y >= 0);
    CHECK((x | y) >= x, (x | y) != 6);
    return 0;
}
