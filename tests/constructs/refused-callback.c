#include "check.h"
extern void each(void (*)(void));
static int x;
static void set(void) {
    x = 1;
}
int main(void) {
    each(set);
    CHECK(x == 0, x == 1);
    return 0;
}
