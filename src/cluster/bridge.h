/* The way between processes that work on a model here and those that do so on other machines.
 *
 *     solve() here, without network       who speaks to the server
 *     bridge_say   ── ring ──────────────> carrier ── batches, published ──> others
 *     bridge_hear  <───────────── ring ── carrier <── subscribed ─────────── others
 *
 * What travels are packets (solve/exchange.h), bytes that nobody here looks at. The rings are memory that both
 * processes share, so neither waits for the other, and for the server only the carrier does. What nobody takes in time
 * is lost. Packets that last are also kept at the server, BRIDGE_KEPT of them at most, for those who join later. */
#ifndef INDUCT_CLUSTER_BRIDGE_H
#define INDUCT_CLUSTER_BRIDGE_H

#include "cluster/queue.h"

enum { BRIDGE_BATCH = 2048, BRIDGE_WAIT_US = 50000, BRIDGE_KEPT = 4096 };

struct bridge;
struct bridge *
bridge_new(void); /* before the processes part; NULL: no memory, which everything below takes */
void bridge_free(struct bridge *);

/* Where the work is done. */
void bridge_say(struct bridge *, bool lasting, const void *packet, size_t size);
bool bridge_hear(struct bridge *, struct text *packet); /* in place of what the text has; false: none yet */

struct carrier {
    struct bridge *bridge;
    struct queue *queue; /* by which is published */
    struct redis *heard; /* a connection of its own: one that subscribes does nothing else */
    uint64_t subscribed; /* the connection that is */
    struct message_batch batch;
    struct text bytes;                /* of the packets in the batch */
    uint64_t since_us;                /* of the first one */
    u64s sizes;                       /* of the packets, with the lowest bit for those that last */
    uint64_t sent, received, refused; /* packets */
};
void carrier_open(struct carrier *, struct bridge *, struct queue *, const char *model, uint64_t sender);
/* To be called every BRIDGE_WAIT_US or so. */
void carrier_work(struct carrier *);
void carrier_close(struct carrier *);

#endif
