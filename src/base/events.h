/* Events: how engines report what they do without printing. The command line's progress line, the JSON log
 * and tests listen. Events are rare (per frame, per lemma at most); counters are in stats.h. */
#ifndef INDUCT_BASE_EVENTS_H
#define INDUCT_BASE_EVENTS_H

#include <stdint.h>

enum event_kind {
    EVENT_STAGE, /* a stage began: `text` names it ("scorr", "ic3", "verify") */
    EVENT_FRAME, /* a frame was opened: number */
    EVENT_DEPTH, /* `property` has no counterexample of up to `number` transitions (0: none initially) */
    EVENT_LEMMA, /* a lemma of `number` literals was learnt */
    /* There is a proof of `property`, to be judged; told by solve/ alone. `text` is the member of a portfolio that has
     * it, NULL without one. */
    EVENT_PROVED,
    EVENT_REFUTED, /* the same for a counterexample of `number` transitions */
    /* Told by portfolios alone, of their process `number`: `text` is "works: NAME (ENGINE)", "wins" (its verdict on a
     * property counts), "ended", "broke off" or "lacks memory". */
    EVENT_WORKER
};

struct event {
    enum event_kind kind;
    uint32_t property;
    uint64_t number;
    const char *text; /* borrowed for the call; may be NULL */
};

struct events {
    void (*listen)(void *listener, const struct event *); /* NULL: nobody listens */
    void *listener;
};

static inline void events_send(const struct events *events, struct event event) {
    if (events && events->listen) events->listen(events->listener, &event);
}

#endif
