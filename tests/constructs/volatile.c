#include "check.h"
volatile int flag;
int main(void) {
    flag = 1;
    CHECK(flag == 1, flag == 0);
    return 0;
}
