#include "check.h"
int main(void) {
    int a[4] = {1, 2, 3, 4}, *p = a + 1, **q = &p;
    if (__VERIFIER_nondet_int()) p++;
    **q = 9;
    CHECK((a[1] == 9) != (a[2] == 9) && p - a <= 2 && p > a && p != 0 && p[-1] < 3, a[2] == 3);
    return 0;
}
