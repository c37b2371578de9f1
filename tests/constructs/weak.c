#include "check.h"
extern int hook(void) __attribute__((weak));
int main(void) {
    CHECK(!hook || hook() == hook() || 1, !hook);
    return 0;
}
