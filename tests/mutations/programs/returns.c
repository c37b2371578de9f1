/* Functions without errors before those with. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int square(int n) {
    return n * n;
}
static void check(int n) {
    if (n > 225) reach_error();
}

int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        check(n);
        n = square(__VERIFIER_nondet_int() & 15);
    }
}
