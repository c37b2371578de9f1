/* Inside the integer encoding of automata (integers.h): words as integers.
 *
 * A word t of w bits is represented by an integer term e that is congruent to it modulo 2^w, and by an
 * interval that e is known to lie in. Sums, differences and multiples by constants of words are so the plain sums of
 * integers, without any case; only where the value itself matters (a comparison, a quotient, an extension, the
 * value of a variable) is e brought into a range of 2^w numbers: residue_reduce, as few cases as the interval
 * leaves, `mod` when they are many.
 *
 * The rules serve twice: with a bank to build terms in, and without one, when only intervals are of interest (the terms
 * are TERM_NONE then). A formula is a residue of width 0 whose interval says what is known of its truth. */
#ifndef INDUCT_TRANSFORM_PROGRAM_INTEGERS_INTERNAL_H
#define INDUCT_TRANSFORM_PROGRAM_INTEGERS_INTERNAL_H

#include "transform/program/integers.h"
#include "transform/program/interval.h"

struct residue {
    term term;             /* of sort Int; width 0: Bool */
    struct interval range; /* of the term; formulas: 0 false, 1 true */
    uint32_t width;        /* in [0..64] */
    uint32_t zeros;        /* 2^zeros divides the term */
};

/* How a variable of the automaton over bits is represented: by its value as a signed or unsigned number. */
struct reading {
    uint32_t width; /* 0: Boolean */
    bool is_signed;
    term integer; /* the variable of the automaton over integers, for a `to` below */
};
typedef VEC(struct reading) readings;
static inline struct interval reading_range(const struct reading *r) {
    return r->width ? interval_of_width(r->width, r->is_signed) : (struct interval){0, 1};
}

/* Chooses readings by how the values are used, for fewest cases. NULL, or what it is that
 * has no reading. */
const char *integers_readings(const struct program *, readings *out);
void integers_roots(const struct program *, term_list *out); /* all conditions and values; appended */

/* Encoding of terms: zero bytes, the first five fields set, then any number of points. */
struct encoder {
    const struct program *bits;
    const struct terms *from; /* its bank */
    struct terms *to;         /* NULL: ranges only */
    const struct reading *readings;
    const uint32_t *column;     /* number of a variable -> its place in a row */
    const struct interval *row; /* ranges of variables; set by encoder_at */
    /* NULL, or the operation that has no encoding. An analysis of ranges goes on where a word has none: it can be
     * anything of its width then; only what is no word of up to 64 bits stops it. */
    const char *declined;
    VEC(struct residue) memo; /* by term of `from`; valid where stamp is current */
    u32s stamps;
    uint32_t stamp;
    term_list scratch;
};
void encoder_fini(struct encoder *);
void encoder_at(struct encoder *,
                const struct interval *row); /* a new point: what was encoded is forgotten */
struct residue encoder_apply(struct encoder *, term);

/* Narrows a row to what holds where the condition is `holds`. False: it is so nowhere, given the row. The encoder
 * (ranges only) is left at the row. */
bool encoder_refine(struct encoder *, struct interval *row, uint32_t columns, term condition, bool holds);

/* Arithmetic on residues of equal width: integers_residues.c. */
struct residue residue_declined(struct encoder *, const char *what, uint32_t width);
struct residue residue_constant(struct encoder *, wide, uint32_t width);
struct residue residue_add(struct encoder *, struct residue, struct residue);
struct residue residue_scale(struct encoder *, struct residue, wide factor);
struct residue residue_sub(struct encoder *, struct residue, struct residue);
struct residue residue_with_width(struct residue, uint32_t width); /* the same number; modulo another power */
/* On the numbers themselves; divisor > 0, rounded towards minus infinity. */
struct residue residue_div(struct encoder *, struct residue, wide divisor);
struct residue residue_mod(struct encoder *, struct residue, wide divisor);
struct residue residue_le(struct encoder *, struct residue, struct residue); /* a formula */
/* The value as an unsigned or signed number of its width. */
struct residue residue_reduce(struct encoder *, struct residue, bool is_signed);

struct residue residue_equal(struct encoder *, struct residue, struct residue); /* as bits */
struct residue residue_less(struct encoder *, struct residue, struct residue, bool is_signed, bool or_equal);
struct residue residue_choose(struct encoder *, struct residue condition, struct residue then,
                              struct residue otherwise);
struct residue residue_not(struct encoder *, struct residue);
struct residue residue_and2(struct encoder *, struct residue, struct residue);
struct residue residue_or2(struct encoder *, struct residue, struct residue);

/* An operator of two words that needs one of them to be constant, or to have few values: integers_bits.c. */
struct residue residue_operate(struct encoder *, enum term_op, struct residue, struct residue);

/* The analysis of ranges. A row per location: what variables can be there, in their readings. Inductive: a step from a
 * state within the rows leads to one within the rows. */
struct ranges {
    VEC(struct interval) rows; /* location * variables + variable */
    u8s reached;               /* by location; 0: no state is within */
    uint32_t variables;
};
/* NULL, or what it is that has no range. The automaton is indexed. */
const char *ranges_find(const struct program *, const readings *, struct ranges *out);
void ranges_fini(struct ranges *);
static inline const struct interval *ranges_at(const struct ranges *r, uint32_t location) {
    return r->rows.data + (size_t)location * r->variables;
}

/* The ranges at the points of one edge's command, of the variables that the command mentions. */
struct flow {
    program_command_list points; /* every point before those that follow it; the last is the end */
    struct hash_map position;
    u32s variables; /* by column */
    u32s columns;   /* by variable; PROGRAM_NONE: not mentioned */
    VEC(struct interval) rows;
    u8s reached;
};
/* From a row of all variables. The encoder: ranges only. */
void flow_run(struct flow *, struct encoder *, const struct program *, program_command,
              const struct interval *row);
void flow_fini(struct flow *);
static inline const struct interval *flow_at(const struct flow *f, uint32_t point) {
    return f->rows.data + (size_t)point * f->variables.size;
}

/* ---- the whole ---- */

struct program_integers {
    const struct program *bits;
    struct program *automaton;
    readings readings;
    struct ranges ranges;
    u8s live; /* of `bits`: location * variables + variable */
};

/* A formula over the integers as one over the bits that has the same truth wherever variables lie within the row.
 * Exact: widths grow as sums do. TERM_NONE: a division by what is no constant, or no integer arithmetic. */
term integers_formula(const struct program *integers, term formula, const struct program *bits,
                      const readings *, const struct interval *row);

#endif
