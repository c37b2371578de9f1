// options: --theory int
#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK((x ^ 5) != x, (x ^ 5) != 6);
    return 0;
}
