#include "check.h"
int main(void) {
    int x;
    CHECK(((__UINTPTR_TYPE__)&x & 3) == 0, ((__UINTPTR_TYPE__)&x & 3) == 1);
    return 0;
}
