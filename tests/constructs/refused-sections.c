#include "check.h"
static int x;
static void set(void) {
    x = 1;
}
__attribute__((section(".init_array"), used)) static void (*const first)(void) = set;
int main(void) {
    CHECK(x == 1, x == 0);
    return 0;
}
