/* Time, and the one way to stop work early.
 *
 * A `struct limits` is shared by everything that works on one problem. Long loops and solvers poll
 * `limits_stopped`, which is cheap: a flag that another thread or a signal handler may set, and every 1024th
 * call a look at the clock. Nothing else about a run may depend on time. */
#ifndef INDUCT_BASE_CLOCK_H
#define INDUCT_BASE_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

uint64_t clock_us(void);     /* microseconds of a monotonic clock */
uint64_t clock_cpu_us(void); /* microseconds that processors have spent on this thread */
/* The time so many seconds (not negative) after another one, UINT64_MAX when that is out of range. */
uint64_t clock_later(uint64_t from_us, double seconds);

enum stop_reason { STOP_NONE, STOP_INTERRUPTED, STOP_TIMEOUT };

/* Who works in turns with others (solve/team.h) has so much work left until the next one's turn. Work is counted where
 * it is done, in about microseconds: by propagations and the like, so that turns are the same each time. */
struct turn {
    uint64_t left;
    void (*over)(struct turn *); /* returns when it is this one's turn again, with `left` filled up */
};

struct limits {
    _Atomic int stop;     /* enum stop_reason, set once */
    uint64_t deadline_us; /* on clock_us(); 0: none */
    uint32_t polls;
    struct turn *turn; /* NULL: no turns; of the thread that works */
};

void limits_init(struct limits *, double seconds); /* 0: no time limit */
void limits_interrupt(struct limits *);            /* safe from any thread and from signal handlers */
bool limits_stopped_slow(struct limits *);

static inline bool limits_stopped(struct limits *limits) {
    if (atomic_load_explicit(&limits->stop, memory_order_relaxed)) return true;
    return (++limits->polls & 1023) == 0 && limits_stopped_slow(limits);
}

/* Work that has been done. May take long: somebody else's turn. NULL limits: nothing to do. */
static inline void limits_spend(struct limits *limits, uint64_t work) {
    if (!limits || !limits->turn) return;
    struct turn *turn = limits->turn;
    turn->left -= work < turn->left ? work : turn->left;
    if (!turn->left) turn->over(turn);
}

static inline bool limits_count_work(const struct limits *limits) {
    return limits && limits->turn;
}

static inline enum stop_reason limits_reason(const struct limits *limits) {
    return (enum stop_reason)atomic_load_explicit(&limits->stop, memory_order_relaxed);
}

#endif
