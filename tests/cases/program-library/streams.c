/* What the library does with streams matters for nothing. */
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int y = 0;
    rewind(stdout);
    ftell(stdout);
    if (ftell(stdin) > 3) y = 1;
    printf("%d\n", y);
    fprintf(stderr, "%d\n", y);
    if (__VERIFIER_nondet_int() == 3) reach_error();
    return 0;
}
