#include "check.h"
#include <stdarg.h>
int main(int n, ...) {
    va_list list;
    va_start(list, n);
    CHECK(va_arg(list, int) == 3, 0);
    return 0;
}
