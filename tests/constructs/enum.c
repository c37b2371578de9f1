#include "check.h"
enum e { A = 7, B };
int main(void) {
    enum e x = __VERIFIER_nondet_int();
    CHECK(B == 8 && sizeof x == 4, x == A || x == B);
    return 0;
}
