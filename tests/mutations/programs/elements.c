/* An array that is written and read, also behind its start. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[8] = {0}, seen = 0;
    for (int i = 0; i < 8; i++) a[i] = i + (__VERIFIER_nondet_int() & 8);
    for (int i = 2; i < 7; i++) {
        if (seen > 15) reach_error();
        seen = (a + 1)[i];
    }
}
