/* Which variables occur where in a sequence of formulas. Cut i lies behind formula i. */
#ifndef INDUCT_REFINE_VOCABULARY_H
#define INDUCT_REFINE_VOCABULARY_H

#include "base/hash.h"
#include "logic/walk.h"

/* The formulas in which all variables of something may occur together: first..last, none when first > last. What has
 * no variables may occur anywhere. */
struct range {
    uint32_t first, last;
    bool known; /* false: it has a variable of no formula */
};

struct vocabulary {
    struct terms *bank;
    struct hash_map first, last; /* variable -> position of a formula */
    struct hash_map place;       /* term -> its position in ranges: each is looked at once */
    VEC(struct range) ranges;
};

void vocabulary_init(struct vocabulary *, struct terms *, const term *formulas, uint32_t n);
void vocabulary_fini(struct vocabulary *);
struct range vocabulary_range(struct vocabulary *, const term *terms, uint32_t n);

#endif
