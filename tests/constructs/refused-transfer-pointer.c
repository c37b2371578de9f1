#include "check.h"
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
    int a[2] = {0}, b[2] = {0};
    __VERIFIER_nondet_memory(__VERIFIER_nondet_int() ? a : b, 4);
    CHECK(a[1] == 0, a[0] == 0);
    return 0;
}
