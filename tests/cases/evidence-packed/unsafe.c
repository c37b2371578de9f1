/* The middle of two numbers, as many a binary search has computed it. */
#include <assert.h>

int __VERIFIER_nondet_int(void); /* what the environment decides */

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (0 <= low && low <= high) {
        int middle = (low + high) / 2;
        assert(low <= middle && middle <= high);
    }
}
