# 1 "pre.c"
# 1 "<built-in>" 1
# 1 "<command line>" 1
# 1 "pre.c" 2
# 1 "./pre.h" 1
extern int __VERIFIER_nondet_int(void);
static int input(void) {
  return __VERIFIER_nondet_int();
}
# 2 "pre.c" 2

extern void reach_error(void);

int main(void) {
  int n = input(), m = __VERIFIER_nondet_int(), q = 0;
# 16 "pre.c"
  do {
    q++;
  } while (q < 9);
  while (q < 12) q++;
  if (n == 7 && m == 8 && q == 
# 19 "pre.c" 3 4
                             12
# 19 "pre.c"
  ) reach_error();
}
