/* All that a program can leave to others. */
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct pair {
    long a[5];
};
extern void panic(void), halt(void) __attribute__((noreturn)), fill(int *, char *);
extern double real(void);
extern float real2(int);
extern struct pair two(void);
extern int ext, many[1000], incomplete[];
extern struct pair open_pair;
extern __thread int mine;
extern int induct_next(const char *);
extern int write(int, const void *, unsigned long);
extern void induct_same(void);
extern int induct_inputs, induct_inputs_, getpid(void);
extern void error(void), err(int, const char *, ...), perror(const char *);
inline int twice(int x) {
    return 2 * x;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    char c[3];
    panic();
    fill(&y, c);
    if (x == 1) halt();
    error();
    err(3, "x");
    perror("no");
    induct_same();
    induct_inputs = induct_inputs_;
    fprintf(stderr, "hello\n");
    printf("%d\n", x);
    puts("x");
    fflush(stdout);
    putchar(10);
    double d = real() + real2(3);
    (void)d;
    struct pair p = two();
    ext = many[999] = (int)p.a[0];
    open_pair.a[4] = 9;
    mine = 3;
    incomplete[5] = 7;
    char *m = malloc(5);
    m[0] = 'x';
    free(m);
    if (implicit(3) == 5 && induct_next("x") == 4 && twice(x) == 6)
        reach_error();
    return 0;
}
