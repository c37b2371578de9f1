#include "check.h"
int main(void) {
    int x = 3;
    __UINTPTR_TYPE__ n = (__UINTPTR_TYPE__)&x;
    int *p = (int *)n;
    *p = 4;
    CHECK(x == 4 && n != 0, x == 3);
    return 0;
}
