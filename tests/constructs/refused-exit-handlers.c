#include "check.h"
extern int atexit(void (*)(void));
int main(void) {
    atexit(reach_error);
    CHECK(1, 0);
    return 0;
}
