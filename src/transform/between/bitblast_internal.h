/* What the files of the bit-blaster share.
 *
 *     bitblast.c         the circuit: leaves, resets, next states, constraints, properties
 *     bitblast_terms.c   terms to literals
 *     bitblast_trace.c, bitblast_invariant.c   evidence about the circuit to evidence about the system
 *     bitblast_lemmas.c                        lemmas about the system to lemmas about the circuit
 *
 * The bits of a value of any sort lie one after the other: 1 for a Boolean, the width for a bit vector, and for an
 * array its elements in order of their index, each with its bits. */
#ifndef INDUCT_TRANSFORM_BETWEEN_BITBLAST_INTERNAL_H
#define INDUCT_TRANSFORM_BETWEEN_BITBLAST_INTERNAL_H

#include "transform/between/bitblast.h"
#include "transform/between/wires.h"

enum { BITBLAST_NODES = 1 << 26 }; /* the largest graph: more take gigabytes, and no engine could use them */

/* The variable that a leaf of the circuit is a bit of. */
enum bit_kind {
    BIT_STATE, /* of a state, position */
    BIT_INPUT, /* of an input, position */
    BIT_NEXT,  /* of the guessed next value of a state, position */
    BIT_FIRST, /* true in the first step only */
    BIT_PATH   /* all steps so far satisfied trans */
};
struct bit_origin {
    enum bit_kind kind;
    uint32_t position, bit;
};

struct bitblast {
    const struct system *system;
    struct circuit *circuit;
    uint64_t array_bits;
    VEC(struct bit_origin) inputs, latches; /* by position in the circuit */
};

/* ---- terms to literals ---- */

struct blaster {
    struct terms *bank;
    struct wires_builder words;
    struct arena arena;
    aig_lit **bits; /* term -> its literals, NULL: not yet; grows with the bank */
    uint32_t size;
    uint64_t literals; /* in all of bits */
};

void blaster_init(struct blaster *, struct terms *, struct aig *, struct limits *);
void blaster_fini(struct blaster *);
/* Gives a variable its literals, [0..blaster_width[; they are copied. */
void blaster_bind(struct blaster *, term variable, const aig_lit *);
/* The literals of a term whose variables are bound; NULL when stopped or when the graph has become too large. */
const aig_lit *blaster_run(struct blaster *, term);

/* The number of bits of a sort; UINT64_MAX when it is more than fits, or the sort has no bits. */
uint64_t blaster_width(const struct terms *, sort);
/* NULL, or why the term cannot be blasted (its operator and sort alone). Caller frees. */
char *blaster_refuses(const struct terms *, term, uint64_t array_bits);

#endif
