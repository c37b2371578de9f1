/* Terms for people: infix, with C's operators and precedences, for pictures.
 *
 * Unsigned bit-vector comparison, division, remainder and right shift have a `u` behind the operator (x <u
 * y); constants of eight bits or more with the highest bit set are shown as negative numbers. Nothing reads
 * this text again. */
#ifndef INDUCT_FORMAT_EXPORT_INFIX_H
#define INDUCT_FORMAT_EXPORT_INFIX_H

#include "logic/term.h"

/* What to call a variable; NULL: its name in the bank. */
typedef const char *infix_name(const void *context, term variable);

/* At most `most` characters, give or take a name; what is left out is shown as "..". */
void infix_print(struct text *, const struct terms *, term, infix_name *, const void *context, size_t most);

#endif
