/* Fields of several widths in an array of structures. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct record {
    char kind;
    int amount;
    short level;
};
struct record records[4];

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        struct record *r = &records[i];
        r->kind = 1;
        r->amount = __VERIFIER_nondet_int() & 7;
        r->level = 2;
        sum += r->amount + r->kind + r->level;
        if (sum > 40) reach_error();
    }
}
