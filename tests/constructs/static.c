#include "check.h"
int zero, set = 5;
static int next(void) {
    static int n;
    return ++n;
}
int main(void) {
    next();
    next();
    CHECK(next() == 3 && zero == 0 && set == 5, next() == 4);
    return 0;
}
