#include "check.h"
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#else
typedef unsigned long long wide;
#endif
int main(void) {
    wide w = __VERIFIER_nondet_uint();
    CHECK((w << 20) >> 20 == w, w << 20 != 0x500000);
    return 0;
}
