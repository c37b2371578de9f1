#include "check.h"
int main(void) {
    int x, y;
    CHECK(&x - &y == 1, &x - &y == 2);
    return 0;
}
