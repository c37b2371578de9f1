/* Cubes: conjunctions of literals, the negation of a clause.
 *
 * A literal has code = 2 * index + sign; the engine's own table says what the index stands for. In a `struct
 * cube` literals are sorted by code, without duplicates or complements, and a 64-bit signature (one bit per
 * literal, by a hash) allows most subsumption tests to be answered without looking at them. Cubes are
 * immutable. */
#ifndef INDUCT_PDR_CUBE_H
#define INDUCT_PDR_CUBE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pdr_lit {
    uint32_t code;
} pdr_lit;
typedef VEC(pdr_lit) pdr_lits;

static inline pdr_lit pdr_make(uint32_t index, bool negated) {
    return (pdr_lit){2 * index + negated};
}
static inline uint32_t pdr_index(pdr_lit l) {
    return l.code >> 1;
}
static inline bool pdr_sign(pdr_lit l) {
    return l.code & 1;
}
static inline pdr_lit pdr_not(pdr_lit l) {
    return (pdr_lit){l.code ^ 1};
}

/* Sorts literals by code and removes duplicates. False: some literal is there with its negation, the order is
 * unspecified. */
bool pdr_tidy(pdr_lits *);

bool pdr_contains(const pdr_lits *, pdr_lit);             /* literals in any order */
void pdr_merge(pdr_lits *into, const pdr_lits *literals); /* appends what is not there yet */

struct cube {
    uint32_t size;
    uint64_t signature;
    pdr_lit literals[]; /* [0..size[, ascending */
};
typedef VEC(struct cube *) cubes;

/* Copies and sorts the literals, which must be of different indices. */
struct cube *cube_new(const pdr_lit *literals, uint32_t n);
void cube_free(struct cube *); /* NULL is fine */

/* Every literal of a is in b: the clause of a implies the clause of b. */
bool cube_subsumes(const struct cube *a, const struct cube *b);
bool cube_equal(const struct cube *a, const struct cube *b);
bool cube_contains(const struct cube *, pdr_lit);

/* Sorted, no duplicates, right signature. */
bool cube_check(const struct cube *);

#endif
