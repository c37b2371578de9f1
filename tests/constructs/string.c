#include "check.h"
int main(void) {
    const char *s = "abc";
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 4);
    CHECK(i == 3 ? s[i] == 0 : s[i] == 'a' + i, s[i] != 'c');
    return 0;
}
