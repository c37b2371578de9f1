#include "check.h"
extern int fork(void);
int main(void) {
    int x = fork();
    CHECK(x != 0, x == 0);
    return 0;
}
