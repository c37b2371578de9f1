/* Executes a program of generate.c, in which invariants were inserted as calls of check(), 1,000 times with random
 * inputs. Linked with the program, which is compiled with -DTRUTH -Dmain=program_main:
 *
 *     runs SEED       prints how often invariants were checked; exit 1 when one fails, or reach_error is called
 */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 1000 };

int program_main(void);
void reset(void);

static uint64_t state;
static unsigned long checked;
static jmp_buf out;

static uint64_t word(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1du;
}

/* Small numbers, ends of ranges, and anything. */
static uint64_t input(void) {
    uint64_t w = word();
    switch (w >> 61) {
    case 0: return w;
    case 1: return (uint64_t)1 << (w % 64);
    case 2: return ((uint64_t)1 << (w % 64)) - 1;
    default: return w % 7 - 3;
    }
}

void check(int line, int holds) {
    checked++;
    if (holds) return;
    printf("the invariant at line %d does not hold\n", line);
    exit(1);
}
void reach_error(void) {
    puts("the error is reached");
    exit(1);
}
void __VERIFIER_assume(int condition) {
    if (!condition) longjmp(out, 1);
}

#define INPUT(type, name)                                                                                    \
    type __VERIFIER_nondet_##name(void) {                                                                    \
        return (type)input();                                                                                \
    }
INPUT(_Bool, bool)
INPUT(signed char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)

int main(int argc, char **argv) {
    state = argc > 1 ? strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u + 1 : 1;
    for (volatile int runs = 0; runs < RUNS; runs++) {
        reset();
        if (!setjmp(out)) program_main();
    }
    printf("%lu\n", checked);
    return 0;
}
