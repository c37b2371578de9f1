/* Stops a running query of Z3 when our limits are over.
 *
 * Z3 is interrupted from another thread. An interrupt that arrives while no query runs is lost, and so may one be that
 * arrives just when a query starts: therefore a watching thread looks at the limits every few milliseconds and
 * interrupts again and again as long as the query is marked as running. It is started by the first query, blocks all
 * signals, and never touches the context outside of begin..end. */
#ifndef INDUCT_SMT_WATCH_H
#define INDUCT_SMT_WATCH_H

#include "base/clock.h"
#include "smt/library.h"

#include <pthread.h>

struct watch {
    Z3_context context;
    struct limits *limits; /* NULL: nothing is watched */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool started, running, finish; /* the last two under the lock */
};

void watch_init(struct watch *, Z3_context, struct limits *);
void watch_fini(struct watch *);
/* Around every call that may take long. False, and no end is due: the limits are over already. */
bool watch_begin(struct watch *);
void watch_end(struct watch *);

#endif
