#include "check.h"
int main(void) {
    _Static_assert(_Alignof(int) == 4, "");
    int x = __VERIFIER_nondet_int();
    CHECK(_Generic(x, int : 1, default : 2) == 1 && _Generic('a', char : 3, default : 4) == 4, x != 2);
    return 0;
}
