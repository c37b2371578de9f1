/* Recursion that is deeper than what is inlined: nothing can be said, least of all "safe". */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int count(int n) {
    return n <= 0 ? 0 : 1 + count(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int() & 1;
    if (count(300 + n) != 300 + n) reach_error();
}
