/* A ring: messages from one process to any number of others, in memory that all of them share, without locks.
 *
 * One process writes, and never waits: old messages are overwritten. Each reader has a cursor of its own and takes what
 * is new to it; who comes too late has lost messages, and goes on with the next one. A process that dies in the midst
 * of writing leaves everything as if it had not begun.
 *
 *     reserved    position behind the message that is being written
 *     published   position behind the last complete one
 *     words       of the message at position p: its size in bytes, then the bytes; at p, p + 1, ... modulo the capacity
 *
 * Positions count words since the beginning. A reader copies a message and then looks whether `reserved` has come round
 * to it meanwhile; if so it was overwritten, perhaps while it was copied. All words are atomic, so that this is no
 * race. */
#ifndef INDUCT_BASE_RING_H
#define INDUCT_BASE_RING_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ring {
    _Atomic uint64_t reserved, published;
    uint64_t capacity; /* words, a power of two */
    _Atomic uint64_t words[];
};

struct ring_reader {
    const struct ring *ring;
    uint64_t at;   /* position of the next message */
    uint64_t lost; /* how often messages were overwritten before they were read; their number is unknown */
};

size_t ring_size(uint64_t words);              /* bytes that a ring of so many words takes */
void ring_init(struct ring *, uint64_t words); /* in memory of zero bytes */
/* False: it is larger than a quarter of the ring, and was not written. */
bool ring_write(struct ring *, const void *bytes, size_t size);

/* The next message in place of what the text has; false: there is none yet. */
bool ring_read(struct ring_reader *, struct text *);

#endif
