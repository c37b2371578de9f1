#include "check.h"
inline int one(void) {
    return 1;
}
int main(void) {
    CHECK(one() == 1, one() == 2);
    return 0;
}
