/* Pointers into one array. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[8] = {0}, steps = 0;
    for (int i = 0; i < 7; i++) {
        if (steps > 7 || steps < 0) reach_error();
        int *p = &a[__VERIFIER_nondet_uint() & 7];
        steps = (int)(p - a);
    }
}
