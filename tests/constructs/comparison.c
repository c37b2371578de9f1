#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), n = 0;
    int y = x > 3 && ++n || x < 0 ? 1 : 2;
    y = (n += 10, y);
    CHECK((x > 3) == (n == 11) && !y == 0 && (y == 1) == (x > 3 || x < 0), n == 10);
    return 0;
}
