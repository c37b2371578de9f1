#include "check.h"
__asm__(".globl nothing\nnothing:");
int main(void) {
    CHECK(1, 0);
    return 0;
}
