#include "check.h"
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
    int a[3] = {0};
    __VERIFIER_nondet_memory((char *)a + 1, 2);
    int i = __VERIFIER_nondet_uint() % 3;
    CHECK(a[i] != 1, a[i] == 0);
    return 0;
}
