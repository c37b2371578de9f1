#include "check.h"
int main(void) {
    int x, y;
    CHECK(&x < &y, &y < &x);
    return 0;
}
