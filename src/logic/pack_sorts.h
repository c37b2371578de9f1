/* The sorts that packed terms name, by position: Bool, Int, Real, then those of the variables of the table with all
 * that they are made of, in the same order on both sides, then those that the bytes add. Private to logic/. */
#ifndef INDUCT_LOGIC_PACK_SORTS_H
#define INDUCT_LOGIC_PACK_SORTS_H

#include "logic/bank.h"
#include "logic/pack.h"

struct pack_sorts {
    VEC(sort) list;
    struct hash_map position; /* sort id -> position */
    uint32_t widest;          /* bit vector of the table */
};
void pack_sorts_init(struct pack_sorts *, const struct terms *, const term_list *table);
void pack_sorts_fini(struct pack_sorts *);
/* One more, unless it is known. */
void pack_sorts_add(struct pack_sorts *, sort);
/* What the sort is made of; the sorts of which an array is made are known. */
void pack_sorts_write(struct text *, const struct terms *, const struct pack_sorts *, sort);

#endif
