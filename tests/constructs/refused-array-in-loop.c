#include "check.h"
int main(void) {
    for (int n = 1; n < 3; n++) {
        int a[n];
        a[0] = n;
        CHECK(a[0] == n, a[0] == 1);
    }
    return 0;
}
