/* An array is filled in no order, with what enters, before the error: whoever goes along that run, to judge, to write
 * or to read a witness, would take minutes if an array were copied with each write. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[50000];
int main(void) {
    int x = __VERIFIER_nondet_int();
    for (unsigned i = 0; i < 50000; i++) a[(i * 7919u) % 50000u] = x + (int)i;
    if (a[77] != 5) reach_error();
    return 0;
}
