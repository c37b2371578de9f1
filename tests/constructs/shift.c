#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK((1 << (x & 31)) == (1 << (x & 31 | 32)) && (-8 >> 1) == -4 && (x << 33) == (x << 1), x >> 1 != -3);
    return 0;
}
