/* Concurrent assertions of SystemVerilog (IEEE 1800-2017, 16), as far as they have a fixed length:
 *
 *     property    [@(edge clock)] [disable iff (e)] p
 *     p           s | s |-> p | s |=> p | not s | (p) | a named property
 *     s           [##n] b { ##n b }
 *     b           expression | b[*n] | (s) | a named sequence
 *
 * with numbers n. They are read into steps, one per tick of the clock, each with the conditions that must hold then: of
 * such a sequence an attempt that starts at some tick can match at one later tick only. Everything else, as ranges,
 * local variables, until and what speaks of infinite runs, is refused by name.
 *
 * Written in clocked code (sva_write), a chain of registers has a bit for each step: an attempt that has come so far.
 * At each tick one starts; one that meets a step of the antecedent that does not hold ends, one that meets such a step
 * of the consequent fails. All are given up at a tick at which `disable iff` holds. Registers have the initial value 0:
 * nothing began before the first tick. */
#ifndef INDUCT_FORMAT_VERILOG_SVA_H
#define INDUCT_FORMAT_VERILOG_SVA_H

#include "base/hash.h"
#include "format/verilog/tokens.h"

/* Tokens [begin..end[. */
struct sva_slice {
    const struct verilog_token *begin, *end;
};

/* A named sequence or property. */
struct sva_definition {
    bool property, twice; /* several of that name in the module: nobody knows which one is meant */
    VEC(struct sva_slice) formals;
    struct sva_slice body;
    const char *wrong; /* why it cannot be used; NULL: it can */
};

/* What the assertions of a module refer to. */
struct sva_scope {
    VEC(struct sva_definition) definitions;
    struct hash_names names;     /* of definitions */
    struct hash_names clockings; /* -> position in `clocks` */
    VEC(struct sva_slice) clocks;
    struct sva_slice clock, disable; /* the defaults; empty: none */
};

enum { SVA_STEPS = 1024 };
typedef VEC(char *) sva_conditions; /* expressions in brackets; none: true */
typedef VEC(sva_conditions) sva_steps;

struct sva {
    char *clock, *disable;   /* "posedge clk"; NULL: none */
    sva_steps before, after; /* the antecedent (none: always) and the consequent */
    bool implies, overlaps; /* there is an antecedent, and its last step is the first one of the consequent */
    bool negated;           /* `not`: the consequent must not match */
};

/* The declarations of sequences, properties and clockings in a module: [begin..end[. */
void sva_scope_read(struct sva_scope *, struct sva_slice module);
void sva_scope_fini(struct sva_scope *);
/* The end of the declaration that begins there, with its name after the end, or `begin` itself: it is none. */
const struct verilog_token *sva_declaration_end(const struct verilog_token *begin,
                                                const struct verilog_token *end);

/* What stands between the brackets of `assert property (...)`. False: *why, the caller's, names what is refused. */
bool sva_read(struct sva *, const struct sva_scope *, struct sva_slice, char **why);
void sva_fini(struct sva *);
/* Whether all of it speaks of one tick. */
bool sva_is_momentary(const struct sva *);

/* `kind` is assert, assume or cover; the label may be NULL. Registers are called after `prefix`. sva->clock is
 * there. */
void sva_write(struct text *, const struct sva *, const char *kind, const char *label, const char *prefix);
/* The condition of one that is momentary, or that is covered. */
void sva_write_momentary(struct text *, const struct sva *, bool covered);

/* Of bracketed tokens: the one after the partner of the bracket at `open`, or `end`. */
const struct verilog_token *sva_past_bracket(const struct verilog_token *open,
                                             const struct verilog_token *end);

#endif
