/* Shifts of numbers with sign and without, also by more than half of the width. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    for (int i = 0; i < 3; i++) {
        unsigned amount = __VERIFIER_nondet_uint() & 31;
        int n = __VERIFIER_nondet_int(), part = n >> amount;
        if (n < 0 && part >= 0) reach_error();
        unsigned bit = 1u << amount;
        if (!bit || (bit & (bit - 1))) reach_error();
    }
}
