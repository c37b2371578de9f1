extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef INNER
#define INNER
#include "self.c"
#elif __INCLUDE_LEVEL__ == 1
int main(void) { if (__VERIFIER_nondet_int() == 1) reach_error(); }
#endif
