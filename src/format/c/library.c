#define _GNU_SOURCE /* pthread_rwlock_clockwrlock, writers first */
#include "format/c/library.h"

#include "base/shared.h"

#include <time.h>

struct llvm_library llvm;
static struct shared library_file = SHARED("LLVM 19", "install libllvm19");

static void open_once(void) {
    shared_open(&library_file, "libLLVM.so.19.1");
    shared_open(&library_file, "libLLVM-19.so.1"); /* its name before 19.1 */
#define LLVM_FUNCTION(name) shared_find(&library_file, "LLVM" #name, &llvm.name);
#include "format/c/llvm.def"
#undef LLVM_FUNCTION
}

bool llvm_open(struct text *why) {
    return shared_ready(&library_file, open_once, why);
}

static pthread_rwlock_t inside =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP; /* nobody alone waits for ever */

static bool entered(enum llvm_use use) {
    enum { WAIT_NS = 10 * 1000 * 1000, SECOND_NS = 1000 * 1000 * 1000 };
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WAIT_NS;
    if (until.tv_nsec >= SECOND_NS) until.tv_nsec -= SECOND_NS, until.tv_sec++;
    return !(use == LLVM_ALONE ? pthread_rwlock_clockwrlock(&inside, CLOCK_MONOTONIC, &until)
                               : pthread_rwlock_clockrdlock(&inside, CLOCK_MONOTONIC, &until));
}

bool llvm_enter(enum llvm_use use, struct limits *limits) {
    while (!entered(use))
        if (limits && limits_stopped_slow(limits)) return false;
    return true;
}

void llvm_leave(void) {
    pthread_rwlock_unlock(&inside);
}
