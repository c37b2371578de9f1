/* Terms as bytes, for what processes tell each other about one model.
 *
 * A DAG is written with every shared term once. Variables are numbers in a table that both sides have, one term per
 * variable, so no names are sent for them; uninterpreted functions and sorts go by name, and must be known where the
 * bytes are read. Numbers are as in base/bytes.h; the layout:
 *
 *     sorts      count; each: what it is made of, by position among Bool, Int, Real, the sorts of the table, and those
 *                before it (only sorts that a term names are written)
 *     functions  count; names
 *     terms      count; each: operator, number of arguments where that is open, parameters, arguments: 2 * (position
 *                in the table), or 2 * (distance to a term before it - 1) + 1
 *     roots      count; each: 0 for TERM_NONE, else 1 + position (the table, then the terms)
 *
 * Bytes that are read are not trusted. Whatever they are, the terms that come out are well sorted and have no variables
 * but those of the table, and work and memory are bounded by a constant and a multiple of the size of the bytes: in a
 * simplifying bank, too, where a few bytes may ask for a large constant. Refused are therefore, although they mean
 * something: bit vectors wider than PACK_WIDTH and four times the widest of the table, sorts of more than PACK_SORT
 * parts that the table does not have, and terms that would be too much work. Terms made until then stay in the bank. */
#ifndef INDUCT_LOGIC_PACK_H
#define INDUCT_LOGIC_PACK_H

#include "base/bytes.h"
#include "logic/term.h"

enum { PACK_WIDTH = 1 << 20, PACK_SORT = 256 };

/* Appends the roots. False, and nothing is appended: there is a variable that is not in the table. */
bool term_pack(struct text *, const struct terms *, const term_list *table, const term_list *roots);
/* Makes the terms in the bank, by its checked constructors, and appends the roots. False: the reader says why. */
bool term_unpack(struct bytes_reader *, struct terms *, const term_list *table, term_list *roots);

/* Appends what both sides must agree on: the operators that there are, and the sorts of the table. */
void term_pack_shape(struct text *, const struct terms *, const term_list *table);

#endif
