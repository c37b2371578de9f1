#include "check.h"
int main(void) {
    _BitInt(16) x = __VERIFIER_nondet_int();
    CHECK(x <= 32767 && (_BitInt(16))(x + (_BitInt(16))1) != x, x != 77);
    return 0;
}
