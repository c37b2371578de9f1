void reach_error(void);int __VERIFIER_nondet_int(void);
int f(int x) { return x * 2; }
int main(void) {
 int x = __VERIFIER_nondet_int();
 if (f(x) % 2) reach_error();
 return 0; }
