#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
extern void reach_error(void);
/* No counterexample rests on what functions of the library would do if they returned just anything. */
int main(void) {
    int x = 0, *p = malloc(4);
    char text[8];
#if CASE == 1
    if (strcasecmp("a", "A")) reach_error();
#elif CASE == 2
    sscanf("12", "%d", &x);
    if (x != 12) reach_error();
#elif CASE == 3
    if (rand() < 0 || getchar() > 255) reach_error();
#elif CASE == 4
    x = 1;
    bzero(&x, sizeof x);
    if (x) reach_error();
#elif CASE == 5
    snprintf(text, sizeof text, "%d", 7);
    if (text[0] != '7') reach_error();
#elif CASE == 6
    if (getchar() == 'x' && rand() == 5) reach_error();
#else
    *p = 1;
    p = realloc(p, 8);
    if (*p != 1) reach_error();
#endif
}
