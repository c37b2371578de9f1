/* A failing assert, as headers of the library have it, an error function or another one, by N. */
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
extern void __VERIFIER_error(void);
extern void reach_error(void);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
#if N == 1
    assert(n * n != LIMIT);
#elif N == 2
    if (n * n == LIMIT) __VERIFIER_error();
#else
    if (n * n == LIMIT) __VERIFIER_error();
    if (n * n == LIMIT + 4) reach_error();
#endif
}
