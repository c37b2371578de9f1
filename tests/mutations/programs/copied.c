/* memcpy, of whole arrays and from their middle. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);

int main(void) {
    int from[8], to[4] = {0}, sum = 0;
    for (int i = 0; i < 8; i++) from[i] = i * 2;
    memcpy(to, from + 4, sizeof to);
    for (int i = 0; i < 4; i++) {
        sum += to[__VERIFIER_nondet_uint() % 4];
        if (sum > 56) reach_error();
    }
}
