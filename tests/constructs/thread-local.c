#include "check.h"
static _Thread_local int n = 3;
int main(void) {
    n += 2;
    CHECK(n == 5, n == 3);
    return 0;
}
