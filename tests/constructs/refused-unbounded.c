// options: --set strict-memory=on
#include "check.h"
extern void other(int *);
int main(void) {
    int x = 1;
    other(&x);
    CHECK(1, 0);
    return 0;
}
