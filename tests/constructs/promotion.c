#include "check.h"
int main(void) {
    unsigned char c = __VERIFIER_nondet_int();
    signed char s = 200;
    CHECK(c + 1 > 0 && s == -56 && (unsigned short)-1 == 65535 && -1 > 1u, (unsigned char)(c + 1) > 0);
    return 0;
}
