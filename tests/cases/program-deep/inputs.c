extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned taken = 0;
    for (unsigned i = 0; i < 30000; i++)
        if (__VERIFIER_nondet_int() > 5) taken++;
    if (taken > 100) reach_error();
    return 0;
}
