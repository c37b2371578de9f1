#include "check.h"
extern int outside;
int main(void) {
    int x = outside;
    CHECK(x == outside, x == 3);
    return 0;
}
