#include "check.h"
int main(void) {
    bool b = 0b101 == 5;
    int *p = nullptr;
    [[maybe_unused]] int n = 1'000;
    CHECK(b && p == 0 && n == 1000, __VERIFIER_nondet_int() != n);
    return 0;
}
