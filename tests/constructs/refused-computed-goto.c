#include "check.h"
int main(void) {
    static void *places[] = {&&a, &&b};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0);
    goto *places[n & 1];
a:
    CHECK(n > -1, n != 4);
b:;
    return 0;
}
