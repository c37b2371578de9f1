/* The smaller of two numbers, with sign and without. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int low = 0, below = 0;
    unsigned high = 0;
    for (int i = 0; i < 3; i++) {
        int a = __VERIFIER_nondet_int();
        unsigned b = __VERIFIER_nondet_uint();
        if (a < low) low = a;
        if (b > high) high = b;
        if (a < -1) below++;
        if (low > 0 || (b > 9 && !high)) reach_error();
    }
    if (below > 3) reach_error();
}
