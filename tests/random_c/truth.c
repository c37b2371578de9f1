/* Executes a program of generate.c for every sequence of inputs and says whether some run calls reach_error. Linked
 * with the program, which is compiled with -DTRUTH -Dmain=program_main:
 *
 *     prints `safe` or `unsafe`, exit 0; exit 1 when there are too many runs
 *
 * Inputs are enumerated like the digits of a number: a run reads the digits from left to right, and asks for new ones
 * (0) where it reads more inputs than any run before it with these digits; then the last digit that can grow does. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 64, RUNS = 2000000 };

int program_main(void);
void reset(void);

static struct digit { int value, bound; } digits[DIGITS];
static int known, used;
static jmp_buf out;
enum ending { STARTED, ERROR, CUT };

static int digit(int bound) {
    if (used == DIGITS) exit(1);
    if (used == known) digits[known++] = (struct digit){0, bound};
    return digits[used++].value;
}

/* False: all sequences were seen. */
static int next_sequence(void) {
    known = used;
    while (known && digits[known - 1].value + 1 == digits[known - 1].bound) known--;
    if (known == 0) return 0;
    digits[known - 1].value++;
    return 1;
}

void reach_error(void) {
    longjmp(out, ERROR);
}
void __VERIFIER_assume(int condition) {
    if (!condition) longjmp(out, CUT);
}

/* One value for every remainder: unsigned inputs are used modulo 3, signed ones modulo 2. */
#define UNSIGNED(type, name)                                                                                 \
    type __VERIFIER_nondet_##name(void) {                                                                    \
        return (type)digit(3);                                                                               \
    }
#define SIGNED(type, name)                                                                                   \
    type __VERIFIER_nondet_##name(void) {                                                                    \
        return (type)(digit(3) - 1);                                                                         \
    }
_Bool __VERIFIER_nondet_bool(void) {
    return digit(2);
}
SIGNED(signed char, char)
UNSIGNED(unsigned char, uchar)
SIGNED(short, short)
UNSIGNED(unsigned short, ushort)
SIGNED(int, int)
UNSIGNED(unsigned, uint)
SIGNED(long, long)
UNSIGNED(unsigned long, ulong)

int main(void) {
    for (volatile int runs = 0; runs < RUNS; runs++) {
        used = 0;
        reset();
        int ending = setjmp(out);
        if (ending == STARTED) program_main();
        if (ending == ERROR) {
            puts("unsafe");
            return 0;
        }
        if (!next_sequence()) {
            puts("safe");
            return 0;
        }
    }
    return 1;
}
