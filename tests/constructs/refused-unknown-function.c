#include "check.h"
int main(void) {
    int (*f)(int) = (int (*)(int))(__UINTPTR_TYPE__)__VERIFIER_nondet_int();
    CHECK(f(1) == 1, 0);
    return 0;
}
