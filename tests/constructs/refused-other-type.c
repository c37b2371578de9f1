#include "check.h"
struct s {
    char c;
    int n;
};
static unsigned sum(const void *v, unsigned n) {
    const unsigned char *p = v;
    unsigned s = 0;
    while (n--) s += *p++;
    return s;
}
int main(void) {
    struct s a = {0};
    a.n = __VERIFIER_nondet_int();
    unsigned i = sum(&a, sizeof a);
    CHECK(i < 8 * 256, i != 9);
    return 0;
}
