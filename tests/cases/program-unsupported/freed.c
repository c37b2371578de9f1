/* What freed memory holds is not known: neither that it is as before, nor that it is not. */
#include <stdlib.h>
void reach_error(void);

int main(void) {
    int *p = malloc(400);
    p[50] = 5;
    free(p);
    if (p[50] != SEEN) reach_error();
}
