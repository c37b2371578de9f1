extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, sum = 0;
    int a[10], offset = __VERIFIER_nondet_int();
    if (offset < 3 || offset > 7) return 0;
    while (x < 100000) {
        a[x % 10] = (int)(x ^ sum);
        sum = sum * 31 + x;
        x++;
    }
    if (a[offset] != 12345) reach_error();
    return 0;
}
