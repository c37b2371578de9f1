/* A connection to a Redis server, by Debian's hiredis, which is opened on first use.
 *
 *     struct redis *r = redis_new(&address, "worker-1");
 *     struct redis_reply reply;
 *     if (redis_call(r, &reply, "GET", key, NULL)) ... reply.kind ...
 *     redis_reply_free(&reply);
 *
 * Servers stop, restart, and are cut off. A call that does not get an answer is false, soon, and the connection is made
 * anew by a later call, after a pause that grows up to a second. So nobody waits long, and who insists calls again.
 *
 * What the server says is not trusted beyond that it is one: replies have bounded depth and length, and errors are
 * text. */
#ifndef INDUCT_CLUSTER_REDIS_H
#define INDUCT_CLUSTER_REDIS_H

#include "cluster/address.h"

#include <stdbool.h>

enum redis_kind { REDIS_NIL, REDIS_NUMBER, REDIS_TEXT, REDIS_LIST, REDIS_ERROR };

struct redis_reply {
    enum redis_kind kind;
    int64_t number;
    const char *bytes; /* text and errors; a NUL follows */
    size_t size;
    struct redis_reply *list; /* [0..n[ */
    uint32_t n;
    void *owner; /* of hiredis, at the top */
};
void redis_reply_free(struct redis_reply *);
/* The element, or a reply that is nil where there is none. */
const struct redis_reply *redis_at(const struct redis_reply *, uint32_t i);

struct redis;

/* Whether there is a client library; `why` says what is missing. */
bool redis_ready(struct text *why);

/* Does not connect yet. The address is borrowed, and must live as long. */
struct redis *redis_new(const struct address *);
void redis_free(struct redis *); /* NULL is fine */

/* Words, the last one NULL. */
bool redis_call(struct redis *, struct redis_reply *, const char *first, ...) __attribute__((sentinel));
/* The same with sizes. */
struct redis_word {
    const char *bytes;
    size_t size;
};
bool redis_send(struct redis *, struct redis_reply *, const struct redis_word *words, unsigned n);
/* Waits for a message of a channel that the connection subscribed to, for so long; false: there is none yet, or the
 * connection was lost (redis_connected). */
bool redis_listen(struct redis *, struct redis_reply *, double seconds);

bool redis_connected(const struct redis *);
uint64_t
redis_connections(const struct redis *); /* how often it was made; something may have been forgotten since */
const char *redis_error(const struct redis *); /* why the last call had no answer; "" */
/* What went over the wire so far. */
struct redis_traffic {
    uint64_t calls, sent, received; /* bytes, without the protocol's own */
};
struct redis_traffic redis_traffic(const struct redis *);

#endif
