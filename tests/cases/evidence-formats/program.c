/* A ring buffer of eight: whatever comes in which order, the count agrees with the two positions. */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void); /* what the environment decides */

int main(void) {
    unsigned first = 0, next = 0, count = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool() && count < 8) {
            next = (next + 1) % 8;
            count++;
        } else if (count > 0) {
            first = (first + 1) % 8;
            count--;
        }
        assert(count <= 8 && (first + count) % 8 == next);
    }
}
