#include "check.h"
extern int other(int *);
int main(void) {
    int x = 1, y = 2;
    int r = other(&x);
    CHECK(y == 2, x + r == 3);
    return 0;
}
