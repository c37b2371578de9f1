// options: --set second-compiler=off
#include "check.h"
static int count;
static int next(void) {
    return ++count;
}
static int minus(int a, int b) {
    return a - b;
}
int main(void) {
    int n = 0;
    n = minus(next(), next());
    CHECK(n == -1, n == 1);
    return 0;
}
