/* Inputs that lead count.c to its error, found by induct.
 *
 *     clang-19 -O0 -fwrapv -DSLACK=0 -c count.c -o program.o && clang-19 program.o THIS-FILE -o replay && ./replay
 *
 * says what the program is given, and whether the error is reached (unless the program has error
 * functions of its own, which then do what they do). */
static const struct {
    const char *function;
    unsigned line;
    unsigned long long value;
} induct_inputs[] = {
    {"__VERIFIER_nondet_uint", 6, 1ULL},
    {0, 0, 0}};

#ifdef INDUCT_REPLAY
extern void induct_report(const char *what) __attribute__((noreturn));
#define INDUCT_WEAK
#else
extern int printf(const char *, ...);
extern void exit(int) __attribute__((noreturn));
#define INDUCT_WEAK __attribute__((weak))
static __attribute__((noreturn)) void induct_report(const char *what) {
    printf("%s\n", what);
    exit(0);
}
#endif

static int induct_same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static unsigned long long induct_next(const char *function) {
    static unsigned next;
    unsigned long long value = 0;
    const char *due = induct_inputs[next].function;
    if (due && (!*due || induct_same(due, function))) value = induct_inputs[next++].value;
#ifndef INDUCT_REPLAY
    printf("%s() returns %lld\n", function, (long long)value);
#endif
    return value;
}

INDUCT_WEAK unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int)induct_next("__VERIFIER_nondet_uint"); }
INDUCT_WEAK void reach_error(void) { induct_report("error"); }
INDUCT_WEAK void __VERIFIER_error(void) { induct_report("error"); }
INDUCT_WEAK void __assert_fail(const char *e, const char *file, unsigned line, const char *function) { induct_report("error"); }
__attribute__((weak)) void __VERIFIER_assume(int e) { if (!e) induct_report("an assumption fails"); }
__attribute__((weak)) void assume_abort_if_not(int e) { if (!e) induct_report("an assumption fails"); }
