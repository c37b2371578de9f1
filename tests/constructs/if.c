#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), n = 0;
    switch (x) {
    case 1: n++; /* and on */
    case 2: n += 2; break;
    default: n = 9;
    }
    if (n == 9) goto out;
    CHECK(n == (x == 1 ? 3 : 2), n == 3);
out:;
    return 0;
}
