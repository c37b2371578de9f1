/* Arrays in traces are shown by their elements. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int b[10];
unsigned char t[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 5 || i > 9) return 0;
    b[i] = -5;
    b[3] = 7;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 3) return 0;
    t[k] = __VERIFIER_nondet_uchar();
    if (b[3] + b[i] == 2 && t[k] == 200 && i == 6 && k == 1) reach_error();
}
