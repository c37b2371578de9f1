#include "check.h"
extern void __assert_rtn(const char *, const char *, int, const char *) __attribute__((noreturn));
int main(void) {
    if (__VERIFIER_nondet_int()) __assert_rtn("f", "f.c", 1, "x");
    CHECK(1, 0);
    return 0;
}
