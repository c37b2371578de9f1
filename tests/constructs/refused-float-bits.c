#include "check.h"
static unsigned other = 2;
int main(void) {
    float f = 1;
    unsigned *p = __VERIFIER_nondet_int() ? (unsigned *)&f : &other;
    CHECK(*p != 1, *p != 2);
    return 0;
}
