/* exit and abort end the run. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void exit(int);
extern void abort(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int n = __VERIFIER_nondet_int();
        if (n < 0) exit(0);
        if (n > 9) abort();
        sum += n;
        if (sum > 36) reach_error();
    }
}
