#include "check.h"
extern void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int a[2] = {2, 1};
    qsort(a, 2, 4, compare);
    CHECK(a[0] == 1, a[0] == 2);
    return 0;
}
