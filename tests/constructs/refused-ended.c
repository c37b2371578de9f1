// options: --set strict-memory=on
#include "check.h"
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    CHECK(*p == 1, *p == 2);
    return 0;
}
