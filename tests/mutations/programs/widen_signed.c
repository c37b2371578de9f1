/* char to int. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int least = 0;
    for (int i = 0; i < 3; i++) {
        signed char c = (signed char)__VERIFIER_nondet_int();
        if (c < least) least = c;
        if (least > 0) reach_error();
    }
}
