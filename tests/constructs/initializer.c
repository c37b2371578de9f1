#include "check.h"
int main(void) {
    struct {
        int a[4], b;
    } s = {.a = {[2] = __VERIFIER_nondet_int()}, .b = 3};
    int *p = (int[]){4, 5};
    CHECK(s.a[0] == 0 && s.a[3] == 0 && s.b == 3 && p[1] == 5, s.a[2] == 0);
    return 0;
}
