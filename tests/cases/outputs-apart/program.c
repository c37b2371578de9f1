#include <assert.h>
int main(void) {
    unsigned i = 0;
    while (i < 5) i++;
    assert(i == 5);
}
