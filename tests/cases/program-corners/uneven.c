/* Bytes are written between two numbers of an array, where the place is not constant: these are parts of both. */
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct __attribute__((packed)) anywhere {
    unsigned value;
};

int main(void) {
    unsigned a[4] = {0}, k = __VERIFIER_nondet_uint() & 7, ones = 0xffffffff;
    char *c = (char *)a;
#if CASE == 1
    memset(c + k, 0xff, 4);
#elif CASE == 2
    memset(&((char(*)[16])a)[0][k], 0xff, 4);
#elif CASE == 3
    c = k == 3 ? c + 2 : (char *)(a + 1);
    memcpy(c, &ones, 4);
#elif CASE == 4
    for (unsigned i = 0; i < k; i++) c++;
    memcpy(c, &ones, 4);
#elif CASE == 5
    for (unsigned i = 0; i < k; i++) c++;
    ((struct anywhere *)c)->value = ones;
#elif CASE == 6 /* there is padding at the same places of all structures: it can be left out */
    struct {
        long long before;
        struct {
            char c;
            int n;
        } s[8];
    } x = {0}, y = {0};
    x.s[k].n = 7;
    memcpy(&y.s[1], &x.s[k], sizeof x.s[k]);
    memset(&x.s[k], 0, sizeof x.s[k]);
    if (x.s[k].n || y.s[1].n != 7) reach_error();
#elif CASE == 7 /* what looks like floating-point numbers may be the numbers behind them */
    struct {
        float f[2];
        int n[2];
    } x = {{0}, {1, 1}}, y = {{0}, {2, 2}};
    memcpy((float *)&x + (k & 3), (float *)&y + (k & 3), 4);
    if (x.n[0] == 2) reach_error();
#elif CASE == 8 /* a part of a number that is wider than all others */
    static unsigned _BitInt(256) wide[2];
    memset(&wide[1], 1, 4);
    if ((unsigned)wide[1] == 0x01010101) reach_error();
#endif
    if (a[0] == 0xffff0000) reach_error();
}
