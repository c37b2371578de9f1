#include "check.h"
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
    struct {
        int a, b;
    } s = {1, 2};
    __VERIFIER_nondet_memory(&s.a, 4);
    CHECK(s.b == 2, s.a != 7);
    return 0;
}
