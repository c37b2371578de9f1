/* An array that is written and read, also behind its start. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[8] = {0}, seen = 0;
    for (int i = 0; i < 7; i++) {
        if (seen > 31) reach_error();
        int n = __VERIFIER_nondet_int() & 15;
        a[i] = n;
        (a + 1)[i] = n + 1;
        seen = a[i] + a[i + 1];
    }
}
