#include "check.h"
int main(void) {
    struct {
        char c;
        int n;
    } a = {1, 2};
    unsigned char *b = (unsigned char *)&a;
    CHECK(b[0] == 1 && b[4] == 2, b[1] == 77);
    return 0;
}
