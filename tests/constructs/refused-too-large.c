#include "check.h"
static char a[__PTRDIFF_MAX__ - 70000], b[__PTRDIFF_MAX__ - 70000], c[__PTRDIFF_MAX__ - 70000];
char *p = b, *q = c;
int main(void) {
    CHECK(a[5] == 0, a[5] == 1);
    return 0;
}
