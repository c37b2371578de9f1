/* Its inputs decide nothing, but they are there: other engines than the default one do not ask for its only run. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), i;
    for (i = 0; i < 5; i++) x += i;
    if (i != 5) reach_error();
    return x;
}
