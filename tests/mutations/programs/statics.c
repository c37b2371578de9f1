/* Global and static variables that do not start at zero. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int limit = 12;

static int next(void) {
    static int last = 5;
    last += __VERIFIER_nondet_int() & 1;
    return last;
}

int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        if (n > limit) reach_error();
        n = next();
    }
}
