/* Jumps into loops, cases that fall through, operands that are not evaluated. */
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int calls;

static int call(void) {
    return ++calls;
}

static int jumps(int n) {
    int i = 0, sum = 0;
    if (n == 3) goto inside;
    for (; i < n; i++) {
        sum += 2;
    inside:
        sum++;
    }
    return sum;
}

static int cases(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2: r += 2; break;
    case 5 ... 9: r = 50;
    default: r += 100;
    }
    return r;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (n < 0 || n > 6) return 0;
    int sum = jumps(n), r = cases(x);
    int both = x > 5 && call(), either = x > 7 || call();
#ifdef WRONG
    if (n == 3 && sum == 7 && r == 150 && both && calls == 2) reach_error();
#else
    if (sum != (n == 3 ? 7 : 3 * n)) reach_error();
    if (r != 3 && r != 2 && r != 150 && r != 100) reach_error();
    if (!either || calls != (x <= 5 || x > 7 ? 1 : 2)) reach_error();
#endif
}
