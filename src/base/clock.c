#include "base/clock.h"

#include <time.h>

uint64_t clock_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

uint64_t clock_cpu_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

uint64_t clock_later(uint64_t from_us, double seconds) {
    double us = seconds * 1e6;
    return us < 0x1p63 ? from_us + (uint64_t)us : UINT64_MAX;
}

void limits_init(struct limits *limits, double seconds) {
    atomic_store(&limits->stop, STOP_NONE);
    limits->deadline_us = seconds > 0 ? clock_later(clock_us(), seconds) : 0;
    limits->polls = 0;
    limits->turn = NULL;
}

static bool stop_for(struct limits *limits, enum stop_reason reason) {
    int none = STOP_NONE;
    atomic_compare_exchange_strong(&limits->stop, &none, reason);
    return true;
}

void limits_interrupt(struct limits *limits) {
    stop_for(limits, STOP_INTERRUPTED);
}

bool limits_stopped_slow(struct limits *limits) {
    if (atomic_load(&limits->stop)) return true;
    return limits->deadline_us && clock_us() >= limits->deadline_us && stop_for(limits, STOP_TIMEOUT);
}
