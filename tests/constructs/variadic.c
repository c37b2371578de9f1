#include "check.h"
#include <stdarg.h>
static int sum(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int s = va_arg(list, int);
    s += va_arg(list, int);
    s -= va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return s;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(sum(2, x, 5) == 5, sum(2, 5, x) != 8);
    return 0;
}
