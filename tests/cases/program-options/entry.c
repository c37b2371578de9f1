#include <assert.h>
#include "limit.h"
int halve(int x) {
    assert(x < LIMIT);
    return x / 2;
}
int main(void) {
    return halve(8);
}
