#include "check.h"
#include <assert.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
#ifdef WRONG
    assert(x != 6);
#else
    assert(x == x);
#endif
    return 0;
}
