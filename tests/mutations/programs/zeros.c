/* Leading zeros. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int zeros = 0;
    for (int i = 0; i < 4; i++) {
        if (zeros > 31) reach_error();
        zeros = __builtin_clz(__VERIFIER_nondet_uint() | 1);
    }
}
