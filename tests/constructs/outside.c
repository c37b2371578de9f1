#include "check.h"
int main(void) {
    int a[2] = {1, 2}, i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i == 7);
    int x = a[i];
    CHECK(x == x && a[0] == 1, x == 3);
    return 0;
}
