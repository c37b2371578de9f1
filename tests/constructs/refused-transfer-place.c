#include "check.h"
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
    int a[9] = {0};
    __VERIFIER_nondet_memory(a + (__VERIFIER_nondet_uint() & 3), 4);
    CHECK(a[8] == 0, a[0] == 0);
    return 0;
}
