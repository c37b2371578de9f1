/* Allocation never fails, and freeing does nothing that matters here. */
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(SIZE);
    free(p);
    free(p);
    if (p) reach_error();
    return 0;
}
