// options: --theory int
#include "check.h"
int main(void) {
    int a[3];
    int *p = __VERIFIER_nondet_int() ? a : a + 1;
    __builtin_memset(p, 1, 4);
    CHECK(*p == 0x01010101, *p == 1);
    return 0;
}
