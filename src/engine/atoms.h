/* The table of atoms of an engine over terms: literals of cubes (pdr/cube.h) stand for formulas.
 *
 * An atom is a canonical predicate; a formula and its negation have the same atom. Atoms are numbered from 0 on as they
 * come, so that engines keep what else they know about them in arrays of their own. */
#ifndef INDUCT_ENGINE_ATOMS_H
#define INDUCT_ENGINE_ATOMS_H

#include "base/hash.h"
#include "logic/linear.h"
#include "pdr/cube.h"

struct atoms {
    struct terms *bank;
    term_list formulas;       /* by atom */
    struct hash_map index_of; /* term -> atom */
};

void atoms_init(struct atoms *, struct terms *);
void atoms_fini(struct atoms *);

/* The literal of a formula that is no constant; its atom may be new, the last one then. */
pdr_lit atoms_literal(struct atoms *, term formula);
bool atoms_know(const struct atoms *, term formula); /* atoms_literal would add no atom */

term atoms_term(const struct atoms *, pdr_lit);
term atoms_cube(const struct atoms *, const pdr_lit *, uint32_t n); /* the conjunction */

#endif
