#include "check.h"
int main(void) {
    int a[300], b[200];
    int *p = a;
    __builtin_memcpy(b, p, 1200);
    CHECK(b[0] == 1, b[0] == 2);
    return 0;
}
