#include "check.h"
static _Atomic int x;
int main(void) {
    x++;
    CHECK(x == 1, x == 2);
    return 0;
}
