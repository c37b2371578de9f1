/* Recursion that is not deep. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int depth(int n) {
    return n <= 0 ? 0 : 1 + depth(n - 1);
}

int main(void) {
    int d = 0;
    for (int i = 0; i < 3; i++) {
        if (d > 3) reach_error();
        d = depth(__VERIFIER_nondet_int() & 3);
    }
}
