/* Results of comparisons as numbers; a choice between values. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int count = 0, chosen = 0;
    for (int i = 0; i < 4; i++) {
        int n = __VERIFIER_nondet_int();
        count += n > 5;
        chosen = n > 5 ? 11 : 22;
        if (chosen != 11 && chosen != 22) reach_error();
    }
    if (count > 4) reach_error();
}
