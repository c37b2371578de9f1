#include "check.h"
struct {
    unsigned a : 3;
    int b : 5;
    unsigned c : 9;
} s;
int main(void) {
    s.a = __VERIFIER_nondet_int();
    s.b = -1;
    CHECK(s.a <= 7 && s.b == -1 && s.c == 0, s.a != 5);
    return 0;
}
