#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
/* x + 1 wraps around at 256 and makes the assertion fail. */
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = x + 1;
    assert(x < y);
}
