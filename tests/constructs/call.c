#include "check.h"
static int twice(int x) {
    return 2 * x;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(twice(twice(x)) == 4 * x, twice(x) >= x);
    return 0;
}
