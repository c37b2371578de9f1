extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
    unsigned x = 0;
again:
    if (x < 10 && __VERIFIER_nondet_int()) { x += 2; goto again; }
    while (x > 20) x--;
    if (x & 1) reach_error();
}
