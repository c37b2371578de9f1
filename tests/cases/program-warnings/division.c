extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    if (y == 0) return 1;
    int a = 100 / x;
    int b = 100 / y;
    if (z > 7) b = a / 0;
    if (a == 101 || b == 101) reach_error();
    return 0;
}
