#include "check.h"
int main(void) {
    int a[3] = {1, 2, 3}, b[3];
    __builtin_memcpy(b, a, sizeof b);
    CHECK(b[0] == 1 && b[2] == 3, b[1] == 3);
    return 0;
}
