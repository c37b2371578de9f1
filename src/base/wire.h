/* Messages from one process of ours to another, over a pipe.
 *
 * Both are the same program, so a message is a header as it lies in memory, followed by `size` bytes. A message is
 * complete or absent: what a killed process left half-written is dropped. What kinds there are is the users' matter. */
#ifndef INDUCT_BASE_WIRE_H
#define INDUCT_BASE_WIRE_H

#include "base/text.h"

struct wire_message {
    uint32_t kind, property;
    uint64_t number, size;
    const char *bytes; /* in a received message: NUL-terminated beyond `size`, for the call only */
};

/* Blocks until everything is written. Ends the process when nobody reads. */
void wire_send(int pipe, struct wire_message);
void wire_send_text(int pipe, uint32_t kind, uint32_t property, uint64_t number, const char *text);

/* What has been received of a pipe, by whoever reads it. Starts as zero bytes. */
struct wire_inbox {
    struct text received, scratch;
    size_t offset; /* in received: what has been taken */
};
/* Reads what is there now from a pipe that does not block; false at its end. */
bool wire_read(struct wire_inbox *, int pipe);
bool wire_take(struct wire_inbox *, struct wire_message *); /* the next complete message; false: none yet */
void wire_fini(struct wire_inbox *);

#endif
