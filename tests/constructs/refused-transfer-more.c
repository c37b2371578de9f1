#include "check.h"
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
    int a[2] = {0};
    __VERIFIER_nondet_memory(a, 12);
    int i = __VERIFIER_nondet_uint() & 1;
    CHECK(a[i] == a[i], a[i] == 0);
    return 0;
}
