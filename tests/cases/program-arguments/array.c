extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a[4], unused;
    for (int i = 0; i < 4; i++) a[i] = i;
    int k = __VERIFIER_nondet_int(), copy = unused;
    if (k >= 0 && k < 4 && a[k] == 3) reach_error();
    return copy;
}
