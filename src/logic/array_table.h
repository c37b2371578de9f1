/* Arrays that change: the array of a run, where each step writes somewhere.
 *
 * An array value is a term, which says the same wherever it is; to write in the midst of it costs as much as it is
 * large. A table is written to and read at one place at no cost, and has no identity. A term may be evaluated with
 * tables in place of the values of its variables (evaluation_set_table). */
#ifndef INDUCT_LOGIC_ARRAY_TABLE_H
#define INDUCT_LOGIC_ARRAY_TABLE_H

#include "base/hash.h"
#include "logic/term.h"

struct array_table {
    sort sort;
    term otherwise;
    struct hash_map elements; /* index -> element, values both; some may be what is there otherwise */
};

void array_table_init(struct array_table *, const struct terms *, term value);
void array_table_copy(struct array_table *, const struct array_table *from); /* in place of nothing */
void array_table_fini(struct array_table *);

term array_table_select(const struct array_table *, term index);
void array_table_store(struct array_table *, term index, term element);
/* The value, which costs as much as the table is large. */
term array_table_value(const struct array_table *, struct terms *);

#endif
