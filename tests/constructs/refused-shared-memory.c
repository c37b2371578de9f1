#include "check.h"
extern void *mmap(void *, __SIZE_TYPE__, int, int, int, long);
int main(void) {
    int *p = mmap(0, 4096, 3, 34, -1, 0);
    CHECK(*p == 0, *p == 1);
    return 0;
}
