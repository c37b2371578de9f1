// options: --set strict-memory=on
#include "check.h"
int main(void) {
    int a[3] = {0}, i = __VERIFIER_nondet_int();
    int *p = a;
    CHECK(p[i & 3] == 0, p[i & 3] == 1);
    return 0;
}
