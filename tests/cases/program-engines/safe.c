#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int locked = 0, steps = 0;
    while (__VERIFIER_nondet_bool()) {
        assert(!locked);
        locked = 1;
        if (steps < 3) steps++;
        assert(locked && steps <= 3);
        locked = 0;
    }
}
