/* Inputs that are declared to return something else than their names say: the program's word counts. */
extern void reach_error(void);
#if CASE == 1
extern int __VERIFIER_nondet_bool(void);
typedef int type;
#elif CASE == 2
extern signed char __VERIFIER_nondet_bool(void);
typedef signed char type;
#else
extern _Bool __VERIFIER_nondet_int(void);
typedef _Bool type;
#define __VERIFIER_nondet_bool __VERIFIER_nondet_int
#endif

int main(void) {
    type first = __VERIFIER_nondet_bool(), again = first;
    int i = 0;
    while (i < 3 && __VERIFIER_nondet_bool() != first) i++;
    if (WRONG || again != first) reach_error();
}
