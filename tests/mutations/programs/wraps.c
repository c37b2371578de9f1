/* Sums that overflow wrap around. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int larger = 0, n = 0;
    for (int i = 0; i < 4; i++) {
        n = __VERIFIER_nondet_int();
        larger += n + 1 > n;
        if (larger > 4) reach_error();
    }
}
