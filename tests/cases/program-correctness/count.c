/* Counts by twos up to an input. */
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n > 100) return 0;
    while (i < n)
        i += 2;
    if (i > n + SLACK) reach_error();
}
