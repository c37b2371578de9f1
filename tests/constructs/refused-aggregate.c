#include "check.h"
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
    v4 a = {1, 2, 3, 4}, b = a + a;
    CHECK(b[__VERIFIER_nondet_uint() & 3] != 3, b[0] == 5);
    return 0;
}
