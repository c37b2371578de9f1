/* Terms as text: as SystemVerilog, with exactly the meaning of the term, or in much the same words for people.
 *
 * In SystemVerilog the width and the sign of an expression depend on what is around it. Here operands always have the
 * width that the term has; comparisons of numbers are forced to be without sign (`{x} < {y}`) where a name may have
 * been declared with one, or with (`$signed`); parts are only taken of names that are known to be declared as [n-1:0],
 * else of a helper.
 *
 * A *helper* is a name of ours for a term: for what is used more than once, is deep, or has parts taken of it. In
 * SystemVerilog it is a wire, for people a line under "where". */
#ifndef INDUCT_FORMAT_PROOF_PHRASE_H
#define INDUCT_FORMAT_PROOF_PHRASE_H

#include "format/proof/speech.h"

struct phrases {
    struct speech *speech;
    bool verilog;
    struct hash_map helpers; /* term -> position in `names` */
    strings names;
    struct hash_names taken; /* names that helpers must not have */
    struct text why;         /* why something cannot be said; empty: it can */
};

void phrases_init(struct phrases *, struct speech *, bool verilog);
void phrases_fini(struct phrases *);
/* A name for a helper that nobody has: `induct_` and the hint, in letters that any tool takes. The names are
 * borrowed. */
const char *phrases_claim(struct phrases *, const char *hint);
/* The term is called so from now on. */
void phrases_call(struct phrases *, term, const char *name);
/* Helpers for what the roots need, in an order in which each comes before its users: `declaration` is called for each,
 * when it may be said. */
void phrases_prepare(struct phrases *, const term *roots, uint32_t n,
                     void (*declaration)(void *client, term, const char *name), void *client);
/* Appends the term. */
void phrases_put(struct phrases *, struct text *, term);
/* What a helper stands for: the term as if it had no name. */
void phrases_define(struct phrases *, struct text *, term);
/* The user's name, as SystemVerilog or as the file has it. */
void phrases_put_name(const struct phrases *, struct text *, const struct design_name *);

#endif
