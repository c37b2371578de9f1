/* For the programs of this folder: CHECK(right, wrong) holds as it stands; with WRONG defined it does not. */
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
#ifdef WRONG
#define CHECK(right, wrong) ((wrong) ? (void)0 : reach_error())
#else
#define CHECK(right, wrong) ((right) ? (void)0 : reach_error())
#endif
