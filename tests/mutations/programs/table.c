/* A table of constants. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static const int table[] = {300, 500, 700, 900, 1100, 400, 200, 800};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += table[__VERIFIER_nondet_uint() % 8];
        if (sum > 4400) reach_error();
    }
}
