#include "check.h"
int main(void) {
    int a[3][4], i = __VERIFIER_nondet_int();
    for (int k = 0; k < 12; k++) a[k / 4][k % 4] = k;
    __VERIFIER_assume(i >= 0 && i < 4);
    CHECK(a[2][i] == 8 + i && a[0][i] == i, a[1][i] != 6);
    return 0;
}
