#include "check.h"
int main(void) {
    int a[3];
    __builtin_memset(a, 1, sizeof a);
    CHECK(a[0] == 0x01010101 && a[2] == a[0], a[1] == 1);
    return 0;
}
