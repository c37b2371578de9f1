#include "check.h"
extern void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);
int main(void) {
    int *p = malloc(4), *q = calloc(2, 4);
    *p = __VERIFIER_nondet_int();
    CHECK(p && q && p != q && q[1] == 0, *p != 3);
    free(p);
    return 0;
}
