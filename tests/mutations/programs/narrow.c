/* Numbers that are cut to a byte. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned last = 0;
    for (int i = 0; i < 3; i++) {
        if (last > 255) reach_error();
        last = (unsigned char)__VERIFIER_nondet_uint();
    }
}
