/* What bounded searches know about every reachable state: formulas over states that others found to hold always
 * (engine/port.h), and that were found here to be inductive together,
 *
 *     init & C => S        S & C & T & C' => S'
 *
 * so they may be assumed in every step of a path from the initial states, and in every step of an induction whose
 * evidence contains them. What is not inductive together with the rest is forgotten. */
#ifndef INDUCT_ENGINE_SYSTEM_KNOWN_TERMS_H
#define INDUCT_ENGINE_SYSTEM_KNOWN_TERMS_H

#include "engine/pending.h"
#include "engine/system/unfold.h"

struct known_terms {
    struct pending *pending;
    term_list formulas;    /* S */
    struct unfold *prover; /* S_0 & C_0 & T_0 & C_1; NULL: not needed so far */
    struct hash_map seen;  /* ids of formulas that came */
};

/* Without a port nothing will ever be known. */
void known_terms_init(struct known_terms *, struct pending *);
void known_terms_fini(struct known_terms *);

/* When it is due: closes properties that others have decided, and takes what they say. More formulas may be known
 * then, behind those that were. */
void known_terms_listen(struct known_terms *);

/* Their conjunction, of those from a position on; true if there are none. */
term known_terms_from(const struct known_terms *, uint32_t from);

#endif
