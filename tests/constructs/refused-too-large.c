#include "check.h"
extern void *malloc(__SIZE_TYPE__);
int main(void) {
    char *p = malloc(__PTRDIFF_MAX__), *q = malloc(__PTRDIFF_MAX__), *r = malloc(__PTRDIFF_MAX__);
    *p = *q = *r = 1;
    CHECK(*p == 1, *q == 2);
    return 0;
}
