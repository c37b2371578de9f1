#define _GNU_SOURCE /* pthread_rwlock_clockwrlock, writers first */
#include "format/c/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

struct llvm_library llvm;

static struct {
    pthread_once_t once;
    bool open;
    char *why; /* stays for the life of the process */
} state = {.once = PTHREAD_ONCE_INIT};

static bool find(void *library, const char *name, void *function) {
    void *address = dlsym(library, name);
    if (!address && !state.why) state.why = mem_format("LLVM 19 is needed: the library has no %s", name);
    memcpy(function, &address, sizeof address); /* ISO C has no cast from object to function pointers */
    return address != NULL;
}

static void open_library(void) {
    void *library = dlopen("libLLVM.so.19.1", RTLD_LAZY | RTLD_LOCAL);
    if (!library) library = dlopen("libLLVM-19.so.1", RTLD_LAZY | RTLD_LOCAL); /* its name before 19.1 */
    if (!library) {
        state.why = mem_format("LLVM cannot be opened (install libllvm19): %s", dlerror());
        return;
    }
    bool complete = true;
#define LLVM_FUNCTION(name) complete &= find(library, "LLVM" #name, &llvm.name);
#include "format/c/llvm.def"
#undef LLVM_FUNCTION
    state.open = complete;
}

bool llvm_open(struct text *why) {
    pthread_once(&state.once, open_library);
    if (!state.open) text_add(why, state.why);
    return state.open;
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
