#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), left = n, taken = 0;
    while (left) {
        left--;
        taken++;
    }
    assert(taken == n);
}
