/* Floating-point arithmetic decides. */
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    if (__VERIFIER_nondet_double() * 2 > 7) reach_error();
}
