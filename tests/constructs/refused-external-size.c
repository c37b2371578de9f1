#include "check.h"
struct s;
extern struct s x;
int main(void) {
    CHECK(*(int *)&x == 1, *(int *)&x == 2);
    return 0;
}
