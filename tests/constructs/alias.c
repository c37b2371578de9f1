#include "check.h"
int real = 3;
extern int other __attribute__((alias("real")));
static int first(int x) {
    return x + 1;
}
extern int second(int) __attribute__((alias("first")));
int main(void) {
    other = 4;
    CHECK(real == 4 && second(3) == 4, real == 3);
    return 0;
}
