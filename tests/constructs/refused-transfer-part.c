#include "check.h"
int main(void) {
    char a[8] = {0}, b[8] = {1};
    CHECK(a[0] == 0, a[0] == 1);
    return 0;
}
