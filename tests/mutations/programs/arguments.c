/* Variable arguments. */
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int weigh(int count, ...) {
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 1; i <= count; i++) sum += i * va_arg(list, int);
    va_end(list);
    return sum;
}

int main(void) {
    int w = 0;
    for (int i = 0; i < 3; i++) {
        int n = __VERIFIER_nondet_int() & 3;
        w = weigh(3, n, 1, 2);
        if (w != n + 8) reach_error();
    }
}
