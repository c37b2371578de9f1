#include "check.h"
int f();
int main(void) {
    CHECK(f(1.0) == 1, 0);
    return 0;
}
struct s {
    int a[9];
};
int f(struct s v) {
    return v.a[0];
}
