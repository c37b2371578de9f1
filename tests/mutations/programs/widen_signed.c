/* char to int, and int to long long. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int least = 0;
    long long wide = 0;
    for (int i = 0; i < 4; i++) {
        signed char c = (signed char)__VERIFIER_nondet_int();
        if (c < least) least = c;
        wide = __VERIFIER_nondet_int();
        if (least < -128 || wide > 2147483647) reach_error();
    }
}
