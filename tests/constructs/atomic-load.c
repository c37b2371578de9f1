#include "check.h"
_Atomic int n;
int main(void) {
    n = __VERIFIER_nondet_int();
    int a = n, b = n;
    CHECK(a == b, a != 5);
    return 0;
}
