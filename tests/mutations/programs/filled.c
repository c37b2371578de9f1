/* memset. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memset(void *, int, __SIZE_TYPE__);

int main(void) {
    unsigned char a[8];
    int sum = 0;
    memset(a, 3, sizeof a);
    for (int i = 0; i < 4; i++) {
        sum += a[__VERIFIER_nondet_uint() % 8];
        if (sum > 12) reach_error();
    }
}
