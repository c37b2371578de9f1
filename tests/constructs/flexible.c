#include "check.h"
extern void *malloc(__SIZE_TYPE__);
struct s {
    int n;
    char text[];
};
int main(void) {
    struct s *p = malloc(sizeof *p + 3);
    p->n = 3;
    p->text[2] = 5;
    CHECK(p->n == 3 && p->text[2] == 5 && sizeof *p == 4, p->text[2] == 4);
    return 0;
}
