extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int a[4] = {0}, i = __VERIFIER_nondet_int(); if (i >= 0 && i <= LAST) a[i] = 1; if (a[0] > 1) reach_error(); }
