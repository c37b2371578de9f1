#include "check.h"
extern void (*signal(int, void (*)(int)))(int);
static int x;
static void set(int n) {
    x = n;
}
int main(void) {
    signal(2, set);
    CHECK(x == 0, x == 1);
    return 0;
}
