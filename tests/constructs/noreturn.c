#include "check.h"
extern void leave(void) __attribute__((noreturn));
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3) leave();
    CHECK(x <= 3, x < 3);
    return 0;
}
