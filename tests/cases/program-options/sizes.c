#include <assert.h>
int main(void) {
    assert(sizeof(long) == 8);
}
