#include "check.h"
int main(void) {
    int x = 1 << 40, y = x;
    CHECK(x == y, x == 256);
    return 0;
}
