/* Runs a program in which twin-places inserted probes, with random inputs, and prints the places that runs get to.
 * Linked with the program, which is compiled with sanitizers and with -Dmain=program_main:
 *
 *     runs SEED RUNS
 *
 * A place counts when a run got there before anything undefined and before any assumption failed: both end the
 * process. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLACES = 1 << 16, MICROSECONDS = 200000 };

int program_main(int, char **);

static unsigned char *reached; /* shared with the runs, [0..PLACES[ */
static uint64_t state;

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
    case 0: return word();
    case 1: return (uint64_t)1 << (w % 64);
    case 2: return ((uint64_t)1 << (w % 64)) - 1;
    case 3: return w % 200;
    default: return w % 7 - 3;
    }
}

void twin_probe(int place) {
    if (place >= 0 && place < PLACES) reached[place] = 1;
}

#define END(name)                                                                                            \
    __attribute__((weak)) void name(void) {                                                                  \
        _exit(0);                                                                                            \
    }
END(reach_error)
END(__VERIFIER_error)
__attribute__((weak)) void __assert_fail(const char *what, const char *file, unsigned line,
                                         const char *function) {
    (void)what, (void)file, (void)line, (void)function;
    _exit(0);
}
#define ASSUME(name)                                                                                         \
    __attribute__((weak)) void name(int condition) {                                                         \
        if (!condition) _exit(0);                                                                            \
    }
ASSUME(__VERIFIER_assume)
ASSUME(assume_abort_if_not)

#define INPUT(type, name)                                                                                    \
    __attribute__((weak)) type __VERIFIER_nondet_##name(void) {                                              \
        return (type)input();                                                                                \
    }
INPUT(_Bool, bool)
INPUT(_Bool, _Bool)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(unsigned char, u8)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(unsigned short, u16)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(unsigned, u32)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size_t)

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    uint64_t seed = strtoull(argv[1], NULL, 10);
    reached = mmap(NULL, PLACES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (reached == MAP_FAILED) return 2;
    for (int runs = atoi(argv[2]), run = 0; run < runs; run++) {
        pid_t child = fork();
        if (child == 0) {
            int null = open("/dev/null", O_RDWR);
            for (int i = 0; i < 3; i++) dup2(null, i);
            state = (seed * 1000003 + (uint64_t)run + 1) * 0x9e3779b97f4a7c15u;
            struct itimerval soon = {.it_value.tv_usec = MICROSECONDS};
            setitimer(ITIMER_PROF, &soon, NULL);
            signal(SIGPROF, SIG_DFL);
            alarm(10); /* when it sleeps */
            char *arguments[] = {"program", NULL};
            program_main(1, arguments);
            _exit(0);
        }
        if (child < 0 || waitpid(child, NULL, 0) < 0) return 2;
    }
    for (int i = 0; i < PLACES; i++)
        if (reached[i]) printf("%d\n", i);
    return 0;
}
