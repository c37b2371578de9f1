#include "smt/watch.h"

#include <signal.h>
#include <time.h>

enum { TICK_NS = 10 * 1000 * 1000 };

static void tick(struct watch *w) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&w->wake, &w->lock, &until);
}

static void *run(void *argument) {
    struct watch *w = argument;
    pthread_mutex_lock(&w->lock);
    while (!w->finish) {
        if (limits_stopped_slow(w->limits) && w->running) z3.interrupt(w->context);
        tick(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Signals are for the thread that runs the engine. Without a thread, queries run unwatched; the process still has
 * the supervisor above it. */
static void start(struct watch *w) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    w->started = pthread_create(&w->thread, NULL, run, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watch_init(struct watch *w, Z3_context context, struct limits *limits) {
    *w = (struct watch){.context = context, .limits = limits};
    if (!limits) return;
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void watch_fini(struct watch *w) {
    if (!w->limits) return;
    if (w->started) {
        pthread_mutex_lock(&w->lock);
        w->finish = true;
        pthread_cond_signal(&w->wake);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
    }
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
}

static void mark(struct watch *w, bool running) {
    pthread_mutex_lock(&w->lock);
    w->running = running;
    pthread_mutex_unlock(&w->lock);
}

bool watch_begin(struct watch *w) {
    if (!w->limits) return true;
    if (limits_stopped(w->limits)) return false;
    if (!w->started) start(w);
    mark(w, true);
    return true;
}

void watch_end(struct watch *w) {
    if (w->limits) mark(w, false);
}
