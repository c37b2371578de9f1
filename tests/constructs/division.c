#include "check.h"
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int least = -2147483647 - 1;
    CHECK(-7 / 2 == -3 && -7 % 2 == -1 && (b != -1 || a != least || (a / b == least && a % b == 0)),
          a / b != 5);
    return 0;
}
