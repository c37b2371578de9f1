/* C expressions over variables of a source as terms: the way back from c_expression.h, and for what other tools write.
 *
 * Read is what has a meaning in bit vectors: integer constants, names (x, s.f, p->f, a[3]: as the client knows them),
 * casts to integer types, and all operators without effects but *, & and sizeof. Signed arithmetic wraps around. */
#ifndef INDUCT_FORMAT_WITNESS_C_EXPRESSION_READ_H
#define INDUCT_FORMAT_WITNESS_C_EXPRESSION_READ_H

#include "format/witness/c_expression.h"

struct c_read_names {
    struct terms *bank;
    bool ilp32;
    /* The variable of that name: a Boolean, or a bit vector that `name` tells how to read. TERM_NONE: there is none. */
    term (*find)(void *client, const char *text, struct c_name *name);
    void *client;
};
/* The formula that the expression is not 0. TERM_NONE: it cannot be read, and `why` gets a sentence. */
term c_expression_read(const struct c_read_names *, const char *expression, struct text *why);

#endif
