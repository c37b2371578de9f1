/* Loops in loops, and values that come from several places. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int turns = 0, last = 0;
    for (int i = 0; i < 3; i++) {
        int n = __VERIFIER_nondet_int() & 3;
        while (n > 0) {
            if (__VERIFIER_nondet_int() > 0)
                last = i;
            else
                last = -n;
            n--;
            turns++;
        }
        if (turns > 9 || last > 2 || last < -3) reach_error();
    }
}
