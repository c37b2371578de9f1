/* abs. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int abs(int);

int main(void) {
    int size = 0;
    for (int i = 0; i < 4; i++) {
        if (size > 9 || size < 0) reach_error();
        size = abs(__VERIFIER_nondet_int() % 10);
    }
}
