#include "check.h"
int main(void) {
    double mean = 0;
    int n = 0;
    for (int i = 0; i < 3; i++) {
        mean += i * 0.5;
        n++;
    }
    CHECK(n == 3, n == 4);
    return 0;
}
