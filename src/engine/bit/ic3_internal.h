/* What the files of the ic3 engine share. Start reading at ic3.c. */
#ifndef INDUCT_ENGINE_BIT_IC3_INTERNAL_H
#define INDUCT_ENGINE_BIT_IC3_INTERNAL_H

#include "engine/bit/encode.h"
#include "engine/bit/ic3.h"
#include "engine/engine.h"
#include "pdr/activity.h"
#include "pdr/effort.h"
#include "pdr/frames.h"
#include "pdr/goals.h"
#include "pdr/obligations.h"

struct ic3;
struct ic3_share;
/* extendFrontier of the paper: tries to exclude the bad states of the property from F[level]. */
typedef enum block_result (*ic3_blocker)(struct ic3 *, uint32_t level, uint32_t property);

struct ic3 {
    struct engine_task *task;
    struct ic3_observer *observer; /* NULL: nobody watches */
    ic3_blocker block;             /* the frontier extension */
    const struct circuit *circuit;
    const struct options *options;
    struct stats *stats;

    struct encoding encoding;
    sat_lit *current, *next; /* per latch: its literal, and that of its next-state function */
    struct leaf *leaf_of;    /* per variable of the netlist */
    u32s next_begin,
        next_of;    /* variable -> the latches whose next-state literal it is: [begin[v]..begin[v + 1][ */
    uint8_t *reset; /* per latch: 0, 1, or 2 when uninitialised */
    struct activities activities; /* per latch */

    struct frames *frames;      /* levels 1..top; location 0 */
    VEC(struct cdcl *) solvers; /* [0..top]: F[i] & C & T */
    struct cdcl *infinity;      /* F[infinity] & C & T */
    struct cdcl *lifting;       /* T alone */
    struct obligations obligations;

    VEC(struct pair_ring *) pairs; /* per level, see ic3_reject.c */

    struct ic3_relevance *relevance; /* see ic3_evidence.c; NULL: nothing was proved yet */

    struct goals goals;      /* per property */
    struct ic3_share *share; /* NULL: nobody else works on the circuit */

    uint64_t last_propagation; /* where the task's bound on work ends the search */
    bool stopped;       /* the limits or the bound ended the search: results of the last query mean nothing */
    const char *broken; /* a frame invariant that the debug routine found violated */

    /* scratch, valid within one function */
    sat_lits assumptions, temporary;
    pdr_lits work; /* of the lemma at hand, in ic3_push.c */
    VEC(uint64_t) order;
};

/* The clause of this cube holds up to `level` from now on. */
static inline void ic3_tell(const struct ic3 *s, const pdr_lit *cube, uint32_t n, uint32_t level) {
    if (s->observer && s->observer->lemma)
        s->observer->lemma(s->observer->client, cube, n, level, s->frames->top);
}

static inline sat_lit ic3_current(const struct ic3 *s, pdr_lit l) {
    return sat_not_if(s->current[pdr_index(l)], pdr_sign(l));
}
static inline sat_lit ic3_next(const struct ic3 *s, pdr_lit l) {
    return sat_not_if(s->next[pdr_index(l)], pdr_sign(l));
}
/* The literal is false in every initial state. */
static inline bool ic3_excludes_reset(const struct ic3 *s, pdr_lit l) {
    return s->reset[pdr_index(l)] == (pdr_sign(l) ? 1 : 0);
}
/* Some initial state (as the resets say, constraints aside) satisfies the cube. */
static inline bool ic3_initial(const struct ic3 *s, const pdr_lit *cube, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (ic3_excludes_reset(s, cube[i])) return false;
    return true;
}

/* ic3_query.c
 * A work cube (pdr_lits) lists its literals in the order in which they are to be given up, least active
 * first; queries assume them from the back, because cores prefer what was assumed first. */
struct cdcl *ic3_new_solver(struct ic3 *);
/* Sorts by activity; ties by code. */
void ic3_sort(struct ic3 *, pdr_lit *cube, uint32_t n, bool ascending);
/* F & C & [not cube] & T => not cube'? True when it holds; false when not, or stopped. */
bool ic3_inductive(struct ic3 *, struct cdcl *, const pdr_lit *cube, uint32_t n, bool strengthen);
/* After ic3_inductive said true: keeps the literals of the core, in order, and one that excludes the initial
 * states. */
void ic3_core(struct ic3 *, struct cdcl *, pdr_lits *cube);
/* F[level] & C & bad satisfiable? */
bool ic3_reaches_bad(struct ic3 *, struct cdcl *, uint32_t property);
/* After a satisfiable query: the part of the state that forces the target (a cube in the next state, or with
 * n = 0 and target NULL the bad literal of the property now), and the inputs that do it. */
void ic3_predecessor(struct ic3 *, struct cdcl *, const pdr_lit *target, uint32_t n, uint32_t property,
                     pdr_lits *state, pdr_lits *inputs);
/* After a satisfiable query: all latches whose value is known. */
struct cube *ic3_model_state(struct ic3 *, struct cdcl *);
/* After a satisfiable query: the solver knows so few values that going through its trail is less work than going
 * through the latches. */
bool ic3_knows_little(const struct ic3 *, const struct cdcl *);

/* ic3_generalize.c */
/* The cube is inductive relative to F[level-1] and excludes the initial states; shrinks it, keeping both. */
void ic3_generalize(struct ic3 *, uint32_t level, pdr_lits *cube, struct effort);
void ic3_bump(struct ic3 *, const pdr_lit *cube, uint32_t n);

/* ic3_reject.c */
/* After a satisfiable query about F[level] with a cube in the next state: remembers the pair of states. */
void ic3_reject_record(struct ic3 *, uint32_t level);
/* A remembered pair shows that the cube is not inductive relative to F[level]. */
bool ic3_reject(struct ic3 *, uint32_t level, const pdr_lits *cube);
void ic3_reject_free(struct ic3 *);

/* ic3_push.c */
/* Raises the level while the cube stays inductive relative to the next frame, shrinking it by each core. */
uint32_t ic3_push_cube(struct ic3 *, uint32_t level, pdr_lits *cube);
/* Adds the clause at this level: to the frames and to the solvers that do not have it yet. */
struct lemma *ic3_add_lemma(struct ic3 *, uint32_t level, const pdr_lit *cube, uint32_t n);
/* Opens a frame: a new top level. */
void ic3_open_frame(struct ic3 *);
/* Pushes the lemmas of every level; afterwards tries those of the top level for infinity. */
void ic3_propagate(struct ic3 *);

/* Makes lemmas of level 1, the top, of the observer's candidates that hold there. */
void ic3_adopt(struct ic3 *);
/* Tells the observer of the lemmas in the frames. */
void ic3_bequeath(const struct ic3 *);

/* F[level] is inductive: moves its lemmas to the infinity frame. */
void ic3_raise_to_infinity(struct ic3 *, uint32_t level);
/* The circuit and its constraints in a batch solver, variables as in the encoding; for rare, large questions.
 */
struct sat *ic3_batch_solver(struct ic3 *);
/* Adds the clause of a cube that holds while the returned switch is assumed. */
sat_lit ic3_add_switched(struct ic3 *, struct sat *, const struct cube *);

/* ic3_block.c: the frontier extension of ic3, by proof obligations. */
enum block_result ic3_block(struct ic3 *, uint32_t level, uint32_t property);

/* ic3_evidence.c */
struct trace *ic3_trace(struct ic3 *, const struct obligation *initial);
/* Of the lemmas of levels >= level, which exclude the bad states: those that the property needs. */
struct invariant *ic3_invariant(struct ic3 *, uint32_t level, uint32_t property);
void ic3_relevance_free(struct ic3 *);
void ic3_add_clause(struct invariant *, const struct cube *); /* the negation of the cube */

/* ic3_heritage.c: what the task has from runs before, and wants for those after it. */
struct ic3_heritage {
    struct invariant *left; /* NULL: nobody wants it */
    cubes candidates;
};
struct ic3_observer ic3_inherit(struct ic3_heritage *, const struct engine_task *);
void ic3_pass_on(struct ic3_heritage *, const struct engine_task *);

/* ic3_share.c: lemmas from and to others that work at the same time, if there are any. */
void ic3_share_begin(struct ic3 *);
void ic3_share_end(struct ic3 *);
/* When it is due: tells what is new, and makes lemmas of what others say and holds. Between two obligations: lemmas
 * come, levels rise, goals that others have decided are closed. */
void ic3_share(struct ic3 *);
void ic3_share_lemma(struct ic3 *, const pdr_lit *cube, uint32_t n, uint32_t level); /* to be told */

/* ic3.c */
/* ic3_run (ic3.h) with another frontier extension than ic3_block. */
const char *ic3_run_with(struct engine_task *, struct ic3_observer *, ic3_blocker);
/* Reports a counterexample, which changes hands. */
void ic3_refute(struct ic3 *, uint32_t property, struct trace *);

/* ic3_check.c */
/* Verifies the frame invariants of ic3.c with an independent solver; sets s->broken on failure. */
void ic3_check_frames(struct ic3 *);

#endif
