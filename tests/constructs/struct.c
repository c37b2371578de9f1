#include "check.h"
struct s {
    int x, y[2];
};
struct large {
    int a[6];
};
static struct s twice(struct s v) {
    v.x *= 2;
    return v;
}
static int first(struct large v) {
    v.a[5] = 0;
    return v.a[0];
}
int main(void) {
    struct s a = {1, {2, 3}}, b = a;
    struct large c = {{1, 2, 3, 4, 5, 6}}, d = c;
    b.y[1] = __VERIFIER_nondet_int();
    a = twice(b);
    d.a[5] = first(c);
    CHECK(a.x == 2 && a.y[0] == 2 && a.y[1] == b.y[1] && d.a[5] == 1 && c.a[5] == 6, a.y[1] != 9);
    return 0;
}
