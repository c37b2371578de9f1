/* A loop of every kind, with types of several widths. */
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char d = 0;
    for (; d < c; d++)
        ;
    int n = 0;
    do {
        n++;
    } while (n < 9);
    if (n != 9) reach_error();
    short s = 10;
again:
    s--;
    if (s > 0) goto again;
    if (s != 0 || d != c) reach_error();
}
