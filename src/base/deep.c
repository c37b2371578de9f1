#include "base/deep.h"

#include <pthread.h>
#include <stdbool.h>

enum { LEAST = 8 << 20 }; /* less would be no gain */

struct call {
    void (*work)(void *);
    void *argument;
};

static _Thread_local bool is_deep;

static void *run(void *argument) {
    struct call *call = argument;
    is_deep = true;
    call->work(call->argument);
    return NULL;
}

/* With half of the stack, as often as it takes, where limits on address space refuse the whole. */
static bool start(pthread_t *thread, struct call *call) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return false;
    bool started = false;
    for (size_t stack = DEEP_STACK; !started && stack > LEAST; stack /= 2)
        started =
            !pthread_attr_setstacksize(&attributes, stack) && !pthread_create(thread, &attributes, run, call);
    pthread_attr_destroy(&attributes);
    return started;
}

void deep_call(void (*work)(void *), void *argument) {
    struct call call = {work, argument};
    pthread_t thread;
    if (!is_deep && start(&thread, &call))
        pthread_join(thread, NULL);
    else
        work(argument);
}
