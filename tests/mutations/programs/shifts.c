/* Shifts of numbers with sign and without, also by more than half of the width. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int half = 0;
    unsigned bits = 1;
    for (int i = 0; i < 3; i++) {
        if (half > 1073741823 || half < -1073741824) reach_error();
        if (!bits) reach_error();
        half = __VERIFIER_nondet_int() >> 1;
        bits = 1u << (__VERIFIER_nondet_uint() & 31);
    }
}
