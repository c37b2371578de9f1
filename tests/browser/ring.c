/* A ring buffer of four bytes, whose writer forgets to look whether it is full. */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);

unsigned char bytes[4];
unsigned first, next, count;

static unsigned after(unsigned position) {
    return (position + 1) % 4;
}

static void push(unsigned char byte) {
    bytes[next] = byte;
    next = after(next);
    count++;
}

static unsigned char pop(void) {
    unsigned char byte = bytes[first];
    first = after(first);
    count--;
    return byte;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            push(__VERIFIER_nondet_uchar());
        else if (count > 0)
            pop();
        assert(count <= 4);
    }
}
