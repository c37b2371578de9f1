/* Errors: a status that functions return, and messages that stay in a context.
 *
 * A function that can fail on account of its input returns `enum status` and leaves one or more messages in
 * the `struct messages` it was given. A message carries its position and reads `file:line:column: what is
 * wrong`. Messages are never printed here; the command line does that. A verdict is not a status (see
 * model/verdict.h).
 */
#ifndef INDUCT_BASE_STATUS_H
#define INDUCT_BASE_STATUS_H

#include "base/vec.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

enum status {
    STATUS_OK,
    STATUS_MALFORMED,   /* the input breaks its format; nothing was decided */
    STATUS_UNSUPPORTED, /* the input is well formed but uses what we do not handle; the message names it */
    STATUS_IO,          /* a file could not be read or written */
    STATUS_USAGE,       /* a wrong option or value */
    STATUS_STOPPED,     /* interrupted, or a limit was reached */
    STATUS_FOREIGN /* evidence that is well formed but names what the model does not have; a judge rejects it */
};

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

/* Where a message points; line and column count from 1, 0 means "not known". In binary data, which
 * counts as one line, `offset` says the same in bytes from the start of the file; 0 elsewhere. */
struct position {
    const char *file; /* borrowed; may be NULL */
    uint32_t line, column;
    uint64_t offset;
};

struct message {
    enum severity severity;
    char *text; /* complete, without a newline */
};

struct messages {
    VEC(struct message) list;
};

void messages_fini(struct messages *);
void messages_clear(struct messages *);

/* Adds a message and returns `status`, so that `return messages_fail(m, STATUS_MALFORMED, at, "...")` reads
 * well. */
enum status messages_fail(struct messages *, enum status status, struct position at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void messages_warn(struct messages *, struct position at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The text of the first error, or "" when there is none. */
const char *messages_first_error(const struct messages *);
/* Takes the last message out; the caller's. There is one. */
char *messages_take_last(struct messages *);

#endif
