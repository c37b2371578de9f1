#include "check.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    __VERIFIER_assume(n < 5);
    for (;; i++) {
        if (i == n) break;
        if (i == 1) continue;
        s += i;
    }
    do s += 10;
    while (s < 10);
    while (s >= 20) s -= 10;
    CHECK(s == (n == 4 ? 15 : n == 3 ? 12 : 10), s != 15);
    return 0;
}
