/* Executes a program for every sequence of inputs. Linked with the program, which is compiled with -Dmain=program_main:
 *
 *     truth       prints what each run observes, one line per run
 *
 * Exit 1 when there are too many runs, or one of them crashes, does not end or is stopped by a sanitizer. Every run is
 * a process of its own.
 *
 * Inputs are enumerated like the digits of a number: a run reads the digits from left to right, and asks for new ones
 * (0) where it reads more inputs than any run before it with these digits; then the last digit that can grow does.
 * Eight values are tried for each; the programs make sure that no other ones matter. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DIGITS = 16, RUNS = 600, OBSERVATIONS = 256, SECONDS = 5 };

int program_main(void);

static struct run {
    struct digit {
        int value, bound;
    } digits[DIGITS];
    int known, used, n_observed;
    unsigned observed[OBSERVATIONS];
} * run; /* shared with the process that runs the program */

static int digit(int bound) {
    if (run->used == DIGITS) _exit(1);
    if (run->used == run->known) run->digits[run->known++] = (struct digit){0, bound};
    return run->digits[run->used++].value;
}

/* False: all sequences were seen. */
static int next_sequence(void) {
    run->known = run->used;
    while (run->known && run->digits[run->known - 1].value + 1 == run->digits[run->known - 1].bound)
        run->known--;
    if (run->known == 0) return 0;
    run->digits[run->known - 1].value++;
    return 1;
}

void observe(unsigned value) {
    if (run->n_observed == OBSERVATIONS) _exit(1);
    run->observed[run->n_observed++] = value;
}
void __VERIFIER_assume(int condition) {
    if (!condition) _exit(0);
}

#define UNSIGNED(type, name)                                                                                 \
    type __VERIFIER_nondet_##name(void) {                                                                    \
        return (type)digit(8);                                                                               \
    }
#define SIGNED(type, name)                                                                                   \
    type __VERIFIER_nondet_##name(void) {                                                                    \
        return (type)(digit(8) - 4);                                                                         \
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
    run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run == MAP_FAILED) return 1;
    for (int runs = 0; runs < RUNS; runs++) {
        run->used = run->n_observed = 0;
        pid_t child = fork();
        if (child == 0) {
            alarm(SECONDS);
            program_main();
            _exit(0);
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) return 1;
        for (int i = 0; i < run->n_observed; i++) printf("%u ", run->observed[i]);
        putchar('\n');
        if (!next_sequence()) return 0;
    }
    return 1;
}
