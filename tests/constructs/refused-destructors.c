#include "check.h"
static int x;
__attribute__((destructor)) static void set(void) {
    reach_error();
}
int main(void) {
    x = 0;
    CHECK(x == 0, x == 1);
    return 0;
}
