#include "check.h"
const int limit = 9;
static const int table[2] = {4, 5};
int main(void) {
    CHECK(limit == 9 && table[__VERIFIER_nondet_uint() % 2] != 0, table[__VERIFIER_nondet_uint() % 2] == 4);
    return 0;
}
