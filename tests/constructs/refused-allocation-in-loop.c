#include "check.h"
extern void *malloc(__SIZE_TYPE__);
int main(void) {
    int *p = 0;
    for (int n = 0; n < 3; n++) {
        p = malloc(4);
        *p = n;
    }
    CHECK(*p == 2, *p == 1);
    return 0;
}
