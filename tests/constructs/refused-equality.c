#include "check.h"
int main(void) {
    int a[2], b[2];
    CHECK(a + 2 != b, a + 2 == b);
    return 0;
}
