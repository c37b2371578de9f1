#include "check.h"
static int x;
__attribute__((constructor)) static void set(void) {
    x = 1;
}
int main(void) {
    CHECK(x == 1, x == 0);
    return 0;
}
