/* Assumptions about inputs. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int n = __VERIFIER_nondet_int();
        __VERIFIER_assume(n >= 0 && n < 10);
        sum += n;
        if (sum > 36) reach_error();
    }
}
