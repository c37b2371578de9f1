#include "check.h"
int main(void) {
    int a[3] = {1, 2, 3};
    __builtin_memmove(a + 1, a, 8);
    CHECK(a[0] == 1 && a[1] == 1 && a[2] == 2, a[2] == 1);
    return 0;
}
