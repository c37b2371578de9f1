/* An inline function of C99 without a definition for the linker; and one that nobody calls, to start from. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

inline int twice(int x) { return 2 * x; }

static int checked(int x) {
    assert(x != 7);
    return x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(twice(x) == x + x + (x == WRONG));
    return 0;
}
