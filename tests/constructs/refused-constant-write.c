// options: --set strict-memory=on
#include "check.h"
static const int limit = 3;
int main(void) {
    int *p = (int *)&limit;
    *p = 4;
    CHECK(limit == 3, limit == 4);
    return 0;
}
