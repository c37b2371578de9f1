/* Functions that are called through pointers. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int once(int n) {
    return n;
}
static int twice(int n) {
    return 2 * n;
}

int main(void) {
    int (*f)(int) = once, result = 3;
    for (int i = 0; i < 4; i++) {
        if (result != 3 && result != 6) reach_error();
        f = __VERIFIER_nondet_int() > 2 ? twice : once;
        result = f(3);
    }
}
