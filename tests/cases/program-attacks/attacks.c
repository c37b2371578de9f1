/* Programs that were once taken for what they are not, one per macro: -D chooses. */
#include "headers.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

#ifdef LOGGED /* a function with variable arguments before the error */
static int lines;
static void note(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    lines++;
}
int main(void) {
    note("%d of %d\n", 1, 2);
    note("done\n");
    if (lines == 2) reach_error();
}
#endif

#ifdef SUMMED
static long sum(int n, ...) {
    va_list list, again;
    long total = 0;
    va_start(list, n);
    va_copy(again, list);
    for (int i = 0; i < n; i++) total += va_arg(list, long);
    total -= va_arg(again, long);
    va_end(list);
    va_end(again);
    return total;
}
int main(void) {
    int x = __VERIFIER_nondet_int() & 3;
    if (sum(3, 5L, (long)x, 7L) == SUMMED) reach_error();
}
#endif

#ifdef HAVOCKED /* memory of variable size before the error */
int main(void) {
    char b[4];
    __VERIFIER_nondet_memory(b, __VERIFIER_nondet_uint() & 3);
    reach_error();
}
#endif

#ifdef CALLED_BACK
extern void register_handler(void (*)(void));
int main(void) { register_handler(reach_error); }
#endif

#ifdef OPEN_BYTES /* what initialisers leave open */
union u { char c; int i; };
struct bits { unsigned low : 3, high : 2; };
union r { struct bits b; unsigned all; };
static union u table[2] = {{.c = 1}, {.i = 2}};
int main(void) {
    union u a = {0};
    union r b = {{5, 0}};
    b.b.high = 1;
    unsigned k = __VERIFIER_nondet_uint() & 1;
    if (table[k].i != (int)k + 1) return 0;
#if OPEN_BYTES == 1
    if (a.i == 0 && b.all == 13) reach_error();
#else
    if (table[k].i == 77 || a.i == 1) reach_error();
#endif
}
#endif

#ifdef STATE /* what the library remembers */
int main(void) {
#if STATE == 1
    char b[8] = "a b c";
    strtok(b, " ");
    memcpy(b, "x\0y z", 6);
    strtok(0, " ");
    if (b[3] == 0) reach_error();
#elif STATE == 2
    static char b[BUFSIZ];
    setvbuf(stdout, b, _IOFBF, sizeof b);
    b[0] = 0;
    putchar('x');
    if (b[0] == 'x') reach_error();
#elif STATE == 3
    static char s[] = "A=1";
    environ = 0;
    putenv(s);
    if (environ != 0) reach_error();
#else
    optind = 1;
    char *words[] = {"p", "-x", "y", 0};
    getopt(3, words, "x");
    if (optind == 2) reach_error();
#endif
}
#endif

#ifdef ADDRESSES /* ours are not the machine's */
int main(void) {
    static int x[3];
#if ADDRESSES == 1
    void *p = __VERIFIER_nondet_pointer();
    if (p == &x[1] && ((unsigned long)p & 4095) != 4) reach_error();
#else
    int y, z;
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if ((int *)a == &y && (int *)b == &z && (ADDRESSES == 2 ? a > b : a < b)) reach_error();
#endif
}
#endif

#ifdef LARGE /* objects whose size is not known before */
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n != 0x2000000) return 0;
    char *p = malloc(n), *q = malloc(n);
    if (!p || !q) return 0;
#if LARGE == 1
    if (p + 0x1001000 != q) reach_error();
#else
    *q = 1;
    char *at[2] = {p + 0x1001000, q + 1};
    unsigned i = __VERIFIER_nondet_uint() & 1;
    *at[i] = 7;
    if (i == 0 && *q == 1) reach_error();
#endif
}
#endif

#ifdef DEVICE
#define STATUS (*(volatile unsigned *)0x40021000u)
static unsigned poll(volatile unsigned *r) {
    *r = 1;
    return *r;
}
int main(void) {
#if DEVICE == 1
    STATUS = 1;
    if (STATUS == 0x80) reach_error();
#else
    if (poll(&STATUS) == 0x80) reach_error();
#endif
}
#endif

#ifdef DIVIDED
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 100 / x;
    if (x == 0) reach_error();
    return y;
}
#endif

#ifdef VALUES /* what the library's functions return is not any value */
int main(void) {
    char b[4] = "abc";
    wchar_t w[] = L"ab";
#if VALUES == 1
    if (lroundf(2.4f) != 2) reach_error();
#elif VALUES == 2
    if (iswcntrl(L'a') || wcsspn(w, L"a") != 1) reach_error();
#elif VALUES == 3
    sigset_t set;
    sigemptyset(&set);
    if (sigismember(&set, 3)) reach_error();
#elif VALUES == 4
    write(1, b, 3);
    printf("%s %d\n", b, 3);
    if (b[0] != 'a') reach_error();
#else
    static struct { int before; pthread_mutex_t lock; int after; } s = {3, PTHREAD_MUTEX_INITIALIZER, 4};
    pthread_mutex_lock(&s.lock);
    if (s.before != 3 || s.after != 4) reach_error();
#endif
}
#endif
