#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
 int x = __VERIFIER_nondet_int();
 assert((x & 1) < 2);
 return 0; }
