// options: --set recursion=2
#include "check.h"
static int down(int n) {
    return n ? down(n - 1) + 1 : 0;
}
int main(void) {
    CHECK(down(3) == 3, down(3) == 2);
    return 0;
}
