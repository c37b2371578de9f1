#include "check.h"
int main(void) {
    static void *places[] = {&&a, &&b};
    goto *places[__VERIFIER_nondet_int() & 1];
    a:
    CHECK(1, 0);
    b:;
    return 0;
}
