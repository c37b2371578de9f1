/* Two calls of an error function, and one of another. */
extern void reach_error(void);
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 7) reach_error();
    if (n == 8)
        reach_error();
    if (n == 9) __VERIFIER_error();
}
