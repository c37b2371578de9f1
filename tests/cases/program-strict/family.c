/* One access per call, which nobody needs. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s { int a[4], b; };
static int *local(int v) { int *p = &v; return p; }
static void clear(void *p, size_t n) { memset(p, 0, n); }
static int first(struct s s) { return s.a[0]; }
int main(void) {
    struct s s = {{0}, 1}, *q = __VERIFIER_nondet_int() ? &s : 0;
    int m[2][3] = {{0}}, *h = malloc(8), *p = &s.b, k = 0;
    char text[4] = {1, 1, 1, 1}, *literal = "abc";
    const char *name = (char *)s.a;
    ACCESS;
    if (k < 0) reach_error();
}
