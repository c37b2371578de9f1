#include "check.h"
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
int main(void) {
    int *p = calloc(__VERIFIER_nondet_uint() % 4 + 1, 4);
    CHECK(*p == 0, *p == 1);
    return 0;
}
