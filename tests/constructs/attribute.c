#include "check.h"
static __attribute__((pure, noinline, nonnull)) int read(int *restrict p, int *restrict q) {
    return *p + *q;
}
int main(void) {
    int x = 1;
    int a = read(&x, &x);
    x = 2;
    int b = read(&x, &x);
    CHECK(a == 2 && b == 4, a == b);
    return 0;
}
