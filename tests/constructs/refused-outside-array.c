// options: --set strict-memory=on
#include "check.h"
int main(void) {
    struct {
        int a[3], b;
    } s = {{0}, 0};
    int i = __VERIFIER_nondet_int();
    CHECK(s.a[i & 3] == 0, s.a[i & 3] == 1);
    return 0;
}
