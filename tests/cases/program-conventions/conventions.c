/* What a verdict depends on by convention: one program per macro, each with and without the switch. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void other(void), give(int *);

int shared, *pointer;
static int own, hidden;
volatile int flag;
volatile struct pair {
    short first;
    int second;
} pair;

int main(void) {
#ifdef ALLOCATION
    int *p = malloc(4);
    if (!p) reach_error();
#endif
#ifdef GLOBAL
    shared = 1;
    other();
    if (shared != 1) reach_error();
#endif
#ifdef STATIC
    own = 1;
    other();
    if (own != 1) reach_error();
#endif
#ifdef BEHIND
    pointer = &hidden;
    other();
    if (hidden) reach_error();
#endif
#ifdef KEPT
    int x = 0;
    give(&x);
    x = 1;
    other();
    if (x != 1) reach_error();
#endif
#ifdef ARGUMENT
    int x = 0;
    give(&x);
    if (x) reach_error();
#endif
#ifdef VOLATILE
    flag = 1;
    if (flag != 1) reach_error();
#endif
#ifdef COPY
    struct pair copy = pair;
    if (copy.second) reach_error();
#endif
#ifdef DEVICE
    if (*(volatile unsigned *)0x40021000 == 3) reach_error();
#endif
    return 0;
}
