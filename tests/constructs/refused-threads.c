#include "check.h"
extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
static int x;
static void *run(void *p) {
    x = 1;
    return p;
}
int main(void) {
    unsigned long id;
    pthread_create(&id, 0, run, 0);
    CHECK(x == 0, x == 1);
    return 0;
}
