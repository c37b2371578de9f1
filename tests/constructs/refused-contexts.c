#include "check.h"
extern int getcontext(long *);
long place[256];
int main(void) {
    getcontext(place);
    CHECK(1, 0);
    return 0;
}
