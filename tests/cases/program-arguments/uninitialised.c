extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x;
    if (__VERIFIER_nondet_int() == 4 && x == 12345) reach_error();
    return 0;
}
