/* Rests, with sign and without. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int rest = 0;
    unsigned other = 0;
    for (int i = 0; i < 3; i++) {
        if (rest > 6 || rest < -6) reach_error();
        if (other > 0xfffffff0u) reach_error();
        rest = (signed char)__VERIFIER_nondet_int() % 7;
        other = 0xfffffff0u % (__VERIFIER_nondet_uint() | 0x80000000u);
    }
}
