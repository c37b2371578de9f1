extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned select = 0, and = 0, let = 1;
    while (__VERIFIER_nondet_int()) {
        select += let;
        and = select;
        if (and > 5) select = 0;
    }
    if (and > 6) reach_error();
}
