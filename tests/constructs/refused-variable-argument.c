#include "check.h"
#include <stdarg.h>
struct s {
    int a[7];
};
static int first(int n, ...) {
    va_list list;
    va_start(list, n);
    return va_arg(list, struct s).a[0];
}
int main(void) {
    struct s s = {{3}};
    CHECK(first(1, s) == 3, first(1, s) == 4);
    return 0;
}
