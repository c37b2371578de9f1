#include <limits.h>
#include "data.c"
#include "a b/not#es$.txt"
#include "head.h"
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { if (__VERIFIER_nondet_int() == LIMIT + DATA + NOTES) reach_error(); }
