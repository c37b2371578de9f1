#include "check.h"
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
    char a[4] = {0};
    __VERIFIER_nondet_memory(a, __VERIFIER_nondet_uint() % 4);
    CHECK(a[3] == 0, a[0] == 0);
    return 0;
}
