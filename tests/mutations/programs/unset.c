/* A variable that has no value before the first round. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int spread(int n) {
    int a[6];
    for (int i = 0; i < 6; i++) a[i] = n + i;
    return a[n & 3];
}

static int last_odd(int rounds) {
    int last, found = 0;
    for (int i = 0; i < rounds; i++) {
        int n = __VERIFIER_nondet_int();
        if (n & 1) {
            last = n;
            found = 1;
        }
    }
    return found ? last : 1;
}

int main(void) {
    if (spread(77) < 77) reach_error();
    if (!(last_odd(3) & 1)) reach_error();
}
