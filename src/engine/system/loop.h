/* IC3 modulo theories: what the loop and its domains share. Start reading at loop.c.
 *
 * A literal is an atom of the table below or its negation; atoms are formulas over state variables. Two
 * solvers work on the labels of atoms:
 *
 *     step     C & T & C' (constraints, transition), the lemmas over X;
 *              labels for atoms over X, and for atoms after the step
 *     state    C, the lemmas, the properties; labels over X;
 *              no transition, so that states without successor count
 *
 * Next states that are functions have no variables. An atom after the step is the atom with updates in the
 * place of states, behind a switch (engine/frame_solver.h): a query is about the cone of its cube, not about the whole
 * transition.
 *
 * Init has an activation literal of its own, beside those of the levels. A temporary clause lives between smt_push and
 * smt_pop. The solvers are made anew when most of what they hold is dead (loop_rebuild). */
#ifndef INDUCT_ENGINE_SYSTEM_LOOP_H
#define INDUCT_ENGINE_SYSTEM_LOOP_H

#include "engine/engine.h"
#include "engine/frame_solver.h"
#include "pdr/activity.h"
#include "pdr/effort.h"
#include "pdr/goals.h"
#include "pdr/obligations.h"

struct loop;
struct loop_share;
struct unfold;

/* What makes an engine of the loop. Hooks that find that the search cannot go on call loop_give_up. */
struct domain {
    /* Cubes are minterms over all atoms (predicates), which are labelled as soon as they are known. */
    bool predicates;
    /* Work on a property begins. May be NULL. */
    void (*begin)(struct loop *, uint32_t property);
    /* F[level] & C & not P is satisfiable, the model is in l->state: adds obligations whose states are bad.
     */
    void (*bad)(struct loop *, uint32_t property, uint32_t level);
    /* F[level-1] & not q & T & q' is satisfiable for the cube q and level of the obligation, the model is in
     * l->step and the temporary clause still there: the hook calls loop_end. Adds obligations one level
     * below. True: the obligation goes back into the queue; false: it is done with, because another replaces
     * it or a counterexample or refinement ended its chain. */
    bool (*predecessors)(struct loop *, struct obligation *);
    /* The obligation's cube contains an initial state, but no concrete path follows its chain: refines. */
    void (*spurious)(struct loop *, const struct obligation *);
};

/* What is known about an atom. */
struct atom {
    term next;        /* the same after a step */
    bool excludes[2]; /* [sign]: the literal is known to be false in every initial state */
};

/* What a goal is to the solvers. */
struct good {
    bool begun;
    smt_lit label; /* of the property, in the state solver; from its beginning on */
};

struct loop {
    struct engine_task *task;
    const struct domain *domain;
    void *data; /* the domain's own */
    const struct options *options;
    struct stats *stats;

    const struct system *system; /* the task's: init, constraints and properties are over states alone */
    struct terms *bank;
    struct system_unrolling primes; /* for system_primed: beside l->trans, never in l->step */
    term init, trans, constraint;
    struct substitution primed; /* now -> update, or next where there is none */
    term step_formula;          /* C & T & C', updates substituted: over X, inputs, next without update */

    struct frame_solver step, state;
    smt_lit step_init, state_init;
    struct unfold *simulation; /* for loop_counterexample; NULL until it is needed */
    bool pushed;               /* a temporary clause is in l->step */
    uint64_t live_labels;      /* labels that the solvers had when new */

    struct atoms atoms;
    VEC(struct atom) notes;       /* by atom */
    struct activities activities; /* by atom */

    struct frames *frames; /* levels 1..top; location 0 */
    VEC(uint64_t) changed; /* [0..top]: when F[i] last became stronger, on frames->clock */
    struct obligations obligations;
    struct goals goals; /* per property */
    struct good *goods; /* likewise */

    struct loop_share *share; /* lemmas to be told; NULL: none yet */

    bool stopped;       /* the search ends: results of the last query mean nothing */
    const char *reason; /* why, unless the limits did it */

    pdr_lits work;                /* of the lemma at hand, in loop_push.c */
    smt_lits assumptions, clause; /* scratch, valid within one function */
};

/* loop.c */
/* Sets `data` after loop_new. */
struct loop *loop_new(struct engine_task *, const struct domain *);
const char *loop_run(struct loop *); /* why undecided properties were given up, or NULL */
void loop_free(struct loop *);
void loop_give_up(struct loop *, const char *reason); /* NULL: the limits did it */
const char *loop_excuse(const struct loop *);         /* the reason after SMT_UNKNOWN */
/* Reports a counterexample and drops the goal's obligations. The trace changes hands. */
void loop_refute(struct loop *, uint32_t property, struct system_trace *);

/* loop_simulate.c */
/* The obligation's cube contains an initial state: reports a counterexample if a concrete path follows its chain,
 * asks the domain if none does, gives up if that cannot be found out. */
void loop_counterexample(struct loop *, const struct obligation *);

/* loop_query.c: atoms and queries */
/* The literal of a formula over states: its canonical predicate, as an atom, with its sign. Not for
 * constants. */
pdr_lit loop_literal(struct loop *, term formula);
/* Sorts by index and removes duplicates; the literals hold together, so none is the negation of another. */
void loop_tidy(pdr_lits *cube);
void loop_label_predicates(struct loop *); /* in both solvers, as the model of a minterm needs it */

/* F[level] & C & [not cube] & T & C' & cube' satisfiable? Whatever the answer, loop_end must follow before
 * the next query; in between, a core (loop_core) or a model can be read. SMT_UNKNOWN: stopped, or the solver
 * gave up. */
enum smt_result loop_consecution(struct loop *, uint32_t level, const pdr_lit *cube, uint32_t n,
                                 bool strengthen);
/* Between a strengthened loop_consecution and loop_end: the same query with a temporary formula more, over the
 * variables of step_formula. What it says of the states after the step is said through l->primed: the `next`
 * of a state with an update occurs nowhere in l->step, and a formula about it constrains nothing. */
enum smt_result loop_again(struct loop *, term more);
void loop_end(struct loop *);
/* After SMT_UNSAT, before loop_end: keeps the literals of the core, in order. */
void loop_core(struct loop *, pdr_lits *cube);
/* init & C & cube satisfiable? When not, `core` (may be NULL) is filled with literals that suffice, in order.
 */
enum smt_result loop_initial(struct loop *, const pdr_lit *cube, uint32_t n, pdr_lits *core);
/* Adds literals of `guard`, a cube without initial states, when the cube does not exclude the initial states
 * by itself. Afterwards the guard is a part of the cube. */
void loop_exclude_initial(struct loop *, pdr_lits *cube, pdr_lits *guard);
/* F[level] & C & not P satisfiable? */
enum smt_result loop_reaches_bad(struct loop *, uint32_t property, uint32_t level);
/* The cube holds in bad states only, perhaps: drops literals that are not needed for that, and says whether
 * it is so. */
bool loop_shrink_bad(struct loop *, uint32_t property, pdr_lits *cube);
/* After SMT_SAT in l->step or l->state: the values of all atoms. */
void loop_minterm(struct loop *, bool step, pdr_lits *cube);
void loop_build(struct loop *);   /* makes the solvers */
void loop_rebuild(struct loop *); /* makes them anew when it pays; only between queries */

/* loop_generalize.c
 * A work cube (pdr_lits) lists its literals in the order in which they are to be given up, least active
 * first. */
void loop_sort(struct loop *, pdr_lits *cube);
/* The cube is inductive relative to F[level-1] and excludes the initial states; shrinks it, keeping both. */
void loop_generalize(struct loop *, uint32_t level, pdr_lits *cube, const struct obligation *);

/* loop_push.c */
uint32_t loop_push_cube(struct loop *, uint32_t level, pdr_lits *cube);
void loop_add_lemma(struct loop *, uint32_t level, const pdr_lit *cube, uint32_t n);
void loop_open_frame(struct loop *);
void loop_propagate(struct loop *);
void loop_raise_to_infinity(struct loop *, uint32_t level);

/* loop_block.c */
/* A new obligation, or the end of a counterexample when it contains an initial state: then, and when the
 * search ends, false. `successor` may be NULL. `record` is the domain's. */
bool loop_oblige(struct loop *, uint32_t level, const pdr_lits *cube, struct obligation *successor,
                 uint32_t goal, uint32_t record);
enum block_result loop_block(struct loop *, uint32_t level, uint32_t property);

/* loop_share.c: lemmas from and to others that work at the same time, if there are any. */
/* When it is due: tells what is new, and makes lemmas of what others say and holds. Between two obligations: lemmas
 * come, and goals that others have decided are closed. Between two frames new atoms come, too. */
void loop_share(struct loop *, bool between_frames);
void loop_share_lemma(struct loop *, const pdr_lit *cube, uint32_t n, uint32_t level); /* to be told */
void loop_share_free(struct loop *);

/* loop_evidence.c */
/* The lemmas of levels >= level. */
struct system_invariant *loop_invariant(struct loop *, uint32_t level);

/* loop_check.c */
/* Verifies the frame invariants of loop.c in a solver of its own; gives up on failure. */
void loop_check_frames(struct loop *);

#endif
