#include "check.h"
extern int weak __attribute__((weak));
int *p = &weak;
int main(void) {
    CHECK(p == 0, p != 0);
    return 0;
}
