/* Fields that are narrower than four bytes, in an array of structures. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct record {
    short kind, rank, amount, level;
};
static struct record records[4] = {{1, 2, 30, 4}, {2, 3, 40, 5}, {3, 4, 50, 6}, {4, 5, 60, 7}};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        struct record *r = &records[__VERIFIER_nondet_uint() & 3];
        sum += r->kind + r->rank;
        r->amount = (short)(__VERIFIER_nondet_int() & 7);
        if (sum > 36) reach_error();
    }
}
