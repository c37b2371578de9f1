#include "check.h"
int main(void) {
    int x, y = x;
    CHECK(x == y, x == 4);
    return 0;
}
