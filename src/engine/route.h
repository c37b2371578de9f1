/* A sequence of edges as one step, and the solver that answers questions about it.
 *
 * Executing the edges one after the other from a state X is, with the effects of their commands composed
 * (model/program.h), a guard and the values of the variables at the end, both over X and over the inputs of the
 * edges, of which every step has copies of its own. So no formula here has X': "T and c'" is
 *
 *     guard(X, in) & c(values(X, in))
 *
 * and what a query looks at is the cone of the clause. Composing is linear in the DAG of terms. Most routes
 * are a single edge, whose solver is kept for the whole run; the guard is asserted once, and what queries are
 * made of are switches: literals that imply a formula over X, or one over the values.
 *
 *     route_begin(c);  route_assume(c, conjunct);  route_assume_after(c, literal);  ...  route_ask(c)
 *
 * The model of a satisfiable query is there until the next query. */
#ifndef INDUCT_ENGINE_ROUTE_H
#define INDUCT_ENGINE_ROUTE_H

#include "engine/engine.h"
#include "smt/smt.h"

/* One edge, prepared on first use. */
struct route_edge {
    bool ready;
    struct program_effect effect;
    term_list inputs;    /* of its sites and choices */
    u32s sites;          /* per input: the site, HASH_NONE for a choice */
    struct route *alone; /* the route of this edge, kept for good; NULL: not yet */
};

/* What the routes of one automaton share. */
struct routes {
    struct engine_task *task;
    struct program *program;
    struct terms *bank;
    struct smt_context *context; /* of all routes' solvers */
    unsigned theories;
    struct route_edge *edges; /* [0..edges of the automaton[ */
    struct hash_map copies;   /* input and step -> its copy; step 0 is the input itself */
    struct hash_map site_of;  /* input -> site */
    VEC(struct route *) kept; /* of several edges, the one asked for last at the end */
};

struct route {
    struct routes *all;
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

void routes_init(struct routes *, struct engine_task *);
void routes_fini(struct routes *);
const struct route_edge *routes_edge(struct routes *, uint32_t edge);
term routes_copy(struct routes *, term input, uint32_t step); /* the input's copy at that step of a route */

/* The route of these edges, one at least, kept for the next time; borrowed, until as many others were
 * asked for as are kept. */
struct route *routes_get(struct routes *, const uint32_t *edges, uint32_t n);
/* One of the caller's own. Without edges: states alone, no step. */
struct route *route_new(struct routes *, const uint32_t *edges, uint32_t n, enum smt_purpose);
void route_free(struct route *);

/* A formula over X, at the end of the route. */
term route_after(struct route *, term formula);

/* A query: guard & what is assumed. Formulas are over the variables' now, of the start or (after) of the
 * end. route_also is a temporary assertion over X and inputs, gone with the next route_begin, behind the
 * assumptions; after a model, another one narrows the same query. */
void route_begin(struct route *);
void route_assume(struct route *, term formula);
void route_assume_after(struct route *, term formula);
void route_also(struct route *, term formula);
/* SMT_UNKNOWN: the limits stopped it, or the solver gave up: route_try early, when an answer is wanted but
 * not needed. */
enum smt_result route_ask(struct route *);
enum smt_result route_try(struct route *);
/* After SMT_UNSAT: whether assumption number i, counted from route_begin, is in the core. */
bool route_in_core(struct route *, uint32_t i);
/* After SMT_SAT. The value of a variable at the start, or of any formula over it at the end. */
term route_value(struct route *, term t);
term route_value_after(struct route *, term t);

#endif
