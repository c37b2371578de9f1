#include "check.h"
static int x;
static __UINTPTR_TYPE__ n[80] = {(__UINTPTR_TYPE__)&x};
int main(void) {
    CHECK(n[0] != 0, n[0] == 0);
    n[1] = 1;
    return 0;
}
