extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_bool()) n = n < 10 ? n + 2 : 0;
    if (n % 2) reach_error();
    return 0;
}
