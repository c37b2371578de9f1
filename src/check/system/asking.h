/* What the judge of systems asks of a solver: facts, and whether conjuncts follow from them. One table per solver. */
#ifndef INDUCT_CHECK_SYSTEM_ASKING_H
#define INDUCT_CHECK_SYSTEM_ASKING_H

#include "check/circuit/check_circuit.h"
#include "logic/term.h"

struct asking; /* an instance; its first member points to its table */

/* All entries are required. */
struct asking_table {
    void (*free)(struct asking *);
    void (*fact)(struct asking *, term);
    /* Whether all conjuncts follow from the facts: CHECK_ACCEPTED. They are facts then. CHECK_REJECTED: *failing is the
     * position of one that does not. CHECK_UNDECIDED: `why` says why. */
    enum check_result (*follows)(struct asking *, const term *conjuncts, uint32_t n, uint32_t *failing,
                                 struct text *why);
};
struct asking {
    const struct asking_table *table;
};

/* CaDiCaL on bits, by turns with Z3 over the integers (by_numbers.h) where it takes long. Everything must fit:
 * bits.h. */
struct asking *asking_bits(struct terms *, struct limits *);
/* Z3 on the terms as they are. */
struct asking *asking_z3(struct terms *, struct limits *);

static inline void asking_free(struct asking *a) {
    a->table->free(a);
}
static inline void asking_fact(struct asking *a, term t) {
    a->table->fact(a, t);
}
static inline enum check_result asking_follows(struct asking *a, const term *conjuncts, uint32_t n,
                                               uint32_t *failing, struct text *why) {
    return a->table->follows(a, conjuncts, n, failing, why);
}

#endif
