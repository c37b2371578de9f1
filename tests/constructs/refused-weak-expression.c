#include "check.h"
extern int weak[3] __attribute__((weak));
static int *p(void) {
    return &weak[1];
}
int main(void) {
    CHECK(p() != 0, 0);
    return 0;
}
