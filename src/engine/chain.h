/* A sequence of edges as one step, and the solver that answers questions about it.
 *
 * Executing the edges one after the other from a state X is, with the effects of their commands composed
 * (model/program.h), a guard and the values of the variables at the end, both over X and over the inputs of the
 * edges, of which every step has copies of its own. So no formula here has X': "T and c'" is
 *
 *     guard(X, in) & c(values(X, in))
 *
 * and what a query looks at is the cone of the clause. Composing is linear in the DAG of terms. Most chains
 * are a single edge, whose solver is kept for the whole run; the guard is asserted once, and what queries are
 * made of are switches: literals that imply a formula over X, or one over the values.
 *
 *     chain_begin(c);  chain_assume(c, conjunct);  chain_assume_after(c, literal);  ...  chain_ask(c)
 *
 * The model of a satisfiable query is there until the next query. */
#ifndef INDUCT_ENGINE_CHAIN_H
#define INDUCT_ENGINE_CHAIN_H

#include "engine/program.h"
#include "smt/smt.h"

/* One edge, prepared on first use. */
struct chain_edge {
    bool ready;
    struct program_effect effect;
    term_list inputs;    /* of its sites and choices */
    u32s sites;          /* per input: the site, HASH_NONE for a choice */
    struct chain *alone; /* the chain of this edge, kept for good; NULL: not yet */
};

/* What the chains of one automaton share. */
struct chains {
    struct program_task *task;
    struct program *program;
    struct terms *bank;
    struct smt_context *context; /* of all chains' solvers */
    unsigned theories;
    struct chain_edge *edges; /* [0..edges of the automaton[ */
    struct hash_map copies;   /* input and step -> its copy; step 0 is the input itself */
    struct hash_map site_of;  /* input -> site */
    VEC(struct chain *) kept; /* of several edges, the one asked for last at the end */
};

struct chain {
    struct chains *all;
    u32s edges;
    term guard;
    struct substitution after; /* every now by its value at the end */
    term_list inputs;          /* all copies */
    struct smt *smt;
    struct hash_map now_of,
        after_of; /* term -> code of the switch of the formula, at the start and the end */
    uint32_t switches;
    smt_lits assumptions; /* of the query that is being put together */
    bool pushed;          /* a temporary formula is asserted */
};

void chains_init(struct chains *, struct program_task *);
void chains_fini(struct chains *);
const struct chain_edge *chains_edge(struct chains *, uint32_t edge);
term chains_copy(struct chains *, term input, uint32_t step); /* the input's copy at that step of a chain */

/* The chain of these edges, one at least, kept for the next time; borrowed, until as many others were
 * asked for as are kept. */
struct chain *chains_get(struct chains *, const uint32_t *edges, uint32_t n);
/* One of the caller's own. Without edges: states alone, no step. */
struct chain *chain_new(struct chains *, const uint32_t *edges, uint32_t n, enum smt_purpose);
void chain_free(struct chain *);

/* A formula over X, at the end of the chain. */
term chain_after(struct chain *, term formula);

/* A query: guard & what is assumed. Formulas are over the variables' now, of the start or (after) of the
 * end. chain_also is a temporary assertion over X and inputs, gone with the next chain_begin; at most one
 * per query, behind the assumptions. */
void chain_begin(struct chain *);
void chain_assume(struct chain *, term formula);
void chain_assume_after(struct chain *, term formula);
void chain_also(struct chain *, term formula);
/* SMT_UNKNOWN: the limits stopped it, or the solver gave up: chain_try early, when an answer is wanted but
 * not needed. */
enum smt_result chain_ask(struct chain *);
enum smt_result chain_try(struct chain *);
/* After SMT_UNSAT: whether assumption number i, counted from chain_begin, is in the core. */
bool chain_in_core(struct chain *, uint32_t i);
/* After SMT_SAT. The value of a variable at the start, or of any formula over it at the end. */
term chain_value(struct chain *, term t);
term chain_value_after(struct chain *, term t);

#endif
