#include "check.h"
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    long long n = __VERIFIER_nondet_longlong();
    CHECK(c < 256, n != 0x123456789abcdef);
    return 0;
}
