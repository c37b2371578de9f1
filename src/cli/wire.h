/* Messages from the working process to the one that supervises it, over a pipe.
 *
 * Both are the same program, so a message is a header as it lies in memory, followed by `size` bytes. A
 * message is complete or absent: what a killed worker left half-written is dropped. */
#ifndef INDUCT_CLI_WIRE_H
#define INDUCT_CLI_WIRE_H

#include "base/text.h"

enum wire_kind {
    WIRE_LOG,      /* number: 1 for an error, 0 for a warning; bytes: the text */
    WIRE_NOTE,     /* bytes: text for people, whole lines */
    WIRE_PROPERTY, /* a property of the model, in order; number: 1 when selected; bytes: name, NUL, code */
    WIRE_STAGE,    /* bytes: the name of the stage that began */
    WIRE_JUDGING,  /* an engine decided `property`; its evidence is being checked */
    WIRE_DECIDED,  /* bytes: struct induct_result, the reason, NUL, then an AIGER witness if one was wanted */
    WIRE_FILE,     /* evidence of `property` was written; bytes: the path */
    WIRE_VERDICT,  /* all evidence of `property` has been written: say what was decided */
    WIRE_JUDGED,   /* verify: number: enum induct_judgement; bytes: the reason */
    WIRE_FAILED,   /* nothing can be decided; number: enum induct_status */
    WIRE_CLEARED,  /* the model was read, and nothing of it is a file that is to be written */
    WIRE_DONE      /* the last message of a worker that came to its end */
};

struct wire_message {
    uint32_t kind, property;
    uint64_t number, size;
    const char *bytes; /* in a received message: NUL-terminated beyond `size`, for the call only */
};

/* Blocks until everything is written. Ends the process when nobody reads. */
void wire_send(int pipe, struct wire_message);
void wire_send_text(int pipe, enum wire_kind, uint32_t property, uint64_t number, const char *text);

/* Takes the next complete message off the front of what has been received, from *offset on; false: none yet.
 */
bool wire_next(const struct text *received, size_t *offset, struct text *scratch, struct wire_message *);

#endif
