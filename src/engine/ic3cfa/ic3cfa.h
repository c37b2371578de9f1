/* What the parts of ic3cfa share; ic3cfa.c has the loop, the map to the paper and the invariants.
 *
 * Literals. A cube is a set of literals over one table of atoms, shared by all locations: any Boolean term
 * over the variables, made canonical (term_predicate), so that equal literals are equal numbers. Atoms that
 * mention an input of a site occur in weakest preconditions only, never in a stored cube.
 *
 * Steps. The edges of the automaton are taken apart (split, Definition 6) into steps, the edges G' of the
 * paper. A step is *plain* when its command has no choice: then it is a guard and a substitution,
 *
 *     wp(C, l1 & .. & ln) = guard & l1[X := values] & .. & ln[X := values]        (Lemma 3, exactly a cube)
 *
 * both over the variables and the inputs of the sites that it passes. A step that is not plain (an edge with
 * too many paths, or split switched off) is asked about by one formula: its weakest precondition, or, with more
 * than split-limit paths or wp-inductivity switched off, its transition formula. Plain steps of single paths
 * through it are made when a model takes such a path, or for all predecessors: these steps serve predecessors
 * and traces only and stand in no list of incoming steps.
 *
 * Solvers. Queries about F(i, l) and the steps that leave l go to the solver of l: the clauses of its lemmas
 * behind one activation literal per level, and labels for literals. */
#ifndef INDUCT_ENGINE_IC3CFA_IC3CFA_H
#define INDUCT_ENGINE_IC3CFA_IC3CFA_H

#include "engine/engine.h"
#include "engine/frame_solver.h"
#include "logic/linear.h"
#include "pdr/activity.h"
#include "pdr/obligations.h"

/* What is known about an atom, which is over the variables and inputs. */
struct atom {
    term next;           /* with X' for X; TERM_NONE until needed */
    bool inputs;         /* mentions inputs */
    bool simple;         /* a theory atom without ite or a Boolean variable: its own implicant */
    struct linear *form; /* of a linear inequality, `form relation 0`; NULL: it is none */
    enum linear_relation relation;
};

/* A generalization context (Definition 8): the cube `general` is inductive relative to F(level, from) along
 * the step that owns it. It stays so, for the frame only gets stronger. */
enum context_effort {
    CONTEXT_CORE,    /* the core of one query */
    CONTEXT_ADVISED, /* literals were dropped one by one, but some kept without trying */
    CONTEXT_MINIMAL  /* no literal can be dropped */
};
struct context {
    struct cube *cube;    /* that was generalized */
    struct cube *general; /* a part of it */
    uint32_t level;       /* of the frame at the start of the step */
    enum context_effort effort;
    uint64_t time; /* frames->clock when it was made */
    uint64_t used; /* for the LRU order */
};
typedef VEC(struct context) context_list;

/* Why a step leads to a cube from no state of a frame: this part of the cube is inductive, too. */
struct reason {
    pdr_lits core;
    enum context_effort effort;
};

/* What a literal becomes before a plain step. */
enum wp_kind { WP_LITERAL, WP_TRUE, WP_FALSE };
struct wp_literal {
    enum wp_kind kind;
    pdr_lit literal; /* WP_LITERAL */
};

struct step {
    uint32_t edge, from, to;
    program_command command;
    bool plain;
    /* plain */
    struct substitution values; /* X -> values after the command */
    pdr_lits guard;             /* its conjuncts */
    term_list inputs;           /* of the sites that it passes */
    struct hash_map known;      /* literal code -> code of its wp, or one of the two constants */
    /* not plain, or asked about by its transition formula */
    smt_lit transition;    /* in the solver of `from`: implies the formula; LABEL_NONE until needed */
    uint64_t paths;        /* of the command */
    uint32_t points;       /* of the command */
    struct hash_map taken; /* command of a path -> plain step */
    u32s parts;            /* all of its paths, as plain steps; none: too many, or not needed yet */
    context_list contexts;
};

/* What belongs to a location. */
struct place {
    struct frame_solver solver; /* made when needed */
    u64s changed;               /* by level: frames->clock when F(level, l) became stronger */
    u32s incoming;              /* steps */
};

/* A lemma arrived at a level, at that time: by `frames->clock`, so no two have the same. */
struct arrival {
    uint64_t time, previous; /* when it had arrived at the level before; 0: it is new */
    uint32_t from;           /* that level; 0: it is new */
};

/* A cube that is assumed to be blocked at a location, to see what would follow. */
struct trial {
    uint32_t location;
    const pdr_lits *cube; /* NULL: none */
};

struct ic3cfa_share;

struct ic3cfa {
    struct engine_task *task;
    const struct options *options;
    struct stats *stats;
    struct program *program;
    struct terms *bank;
    struct smt_context *context; /* of all solvers */
    unsigned theories;
    struct atoms atoms;
    VEC(struct atom) notes; /* by atom */
    struct hash_map inputs; /* the sites' variables */
    struct substitution primed;
    VEC(struct step) steps;
    struct place *places; /* by location */
    struct frames *frames;
    struct obligations queue;
    VEC(struct arrival) arrivals; /* of all lemmas, in the order of time */
    uint64_t uses;                /* of contexts, for the LRU order */
    struct activities activities; /* by atom: how often generalization needed it */
    uint64_t fact_work;           /* of the search for facts */
    uint64_t work;                /* that a solver may spend on the question, smt_work_limit */
    uint32_t fresh_starts;
    struct ic3cfa_share *share; /* NULL: nobody else works on the program */
    bool stopped;               /* the search ends: decided, given up, or stopped by the limits */
    const char *reason;         /* why it was given up; NULL: it was not */
    struct trial trial;         /* in force for ic3cfa_ask */
    VEC(struct reason) reasons; /* of ic3cfa_blocked, by position in places[].incoming */
    /* scratch of the queries */
    smt_lits assumptions, clause;
    term_list selectors; /* by position in a cube: Boolean variables that say that the literal counts */
    u32s owners;         /* of each assumption: position in the cube, or OWNER_NONE */
    u32s owner_of;       /* by literal code; OWNER_FREE between calls */
    pdr_lits wp;
    struct smt *pushed; /* a solver with a formula to be popped before anything changes; NULL: none */
};

/* ic3cfa.c; init makes the steps, no frame yet */
void ic3cfa_init(struct ic3cfa *, struct engine_task *);
void ic3cfa_fini(struct ic3cfa *);
void ic3cfa_give_up(struct ic3cfa *, const char *reason); /* NULL: the limits did it */

/* ic3cfa_atoms.c */
/* The literal of a formula that is no constant. */
pdr_lit ic3cfa_literal(struct ic3cfa *, term formula);
/* Appends literals whose conjunction is the formula's: conjunctions are taken apart, equalities of numbers
 * become two inequalities when the option asks for it. False: the formula is false. */
bool ic3cfa_add_formula(struct ic3cfa *, term formula, pdr_lits *cube);
/* Whether a implies b by their form: x <= 3 implies x <= 5. */
bool ic3cfa_implies(const struct ic3cfa *, pdr_lit a, pdr_lit b);
/* Removes literals that another literal of the cube, or a fact at the location, implies so. */
void ic3cfa_reduce(struct ic3cfa *, uint32_t location, pdr_lits *cube);
void ic3cfa_bump(struct ic3cfa *, const pdr_lits *cube);
/* Sorts so that what should be dropped first is first. */
void ic3cfa_order(const struct ic3cfa *, pdr_lits *cube);

/* ic3cfa_split.c */
void ic3cfa_make_steps(struct ic3cfa *); /* of all edges; fills places[].incoming */
void ic3cfa_step_fini(struct step *);
/* After SMT_SAT in the solver of step->from, in whose model the step that is not plain leads to the cube: the
 * plain step of a path that the model takes. HASH_NONE: not found within the bound on dead ends. */
uint32_t ic3cfa_taken_path(struct ic3cfa *, uint32_t step, const pdr_lits *cube);

/* Plain steps of all paths through a step that is not plain; none if there are more than split-limit. Borrowed until
 * the next call. */
const u32s *ic3cfa_parts(struct ic3cfa *, uint32_t step);

/* ic3cfa_wp.c: of plain steps */
struct wp_literal ic3cfa_wp_literal(struct ic3cfa *, uint32_t step, pdr_lit);
/* wp(C, cube) in g->wp, and who brought its literals in in g->owners (OWNER_NONE: the guard).
 * False: it is false by its form; then `core` has the literals of the cube that make it so. */
enum { OWNER_NONE = 0xffffffffu, OWNER_FREE = 0xfffffffeu };
bool ic3cfa_wp(struct ic3cfa *, uint32_t step, const pdr_lits *cube, pdr_lits *core);
/* Lemma 2, after ic3cfa_wp: a lemma of F(level, from) whose cube is a part of wp(C, cube); its literals,
 * mapped back (Theorem 2), are in `core`. */
bool ic3cfa_predecessor_cube(struct ic3cfa *, uint32_t step, uint32_t level, const pdr_lits *cube,
                             pdr_lits *core);

/* ic3cfa_query.c */
/* Whether the cube is inductive relative to F(level, from) along the step, in form (1) of Definition 4: SMT_UNSAT if
 * so, and `core` has a part of the cube that is, too. SMT_SAT: a model is in the solver of `from`. ic3cfa_ask asks
 * the solver; ic3cfa_inductive tries contexts and predecessor cubes first. */
enum smt_result ic3cfa_ask(struct ic3cfa *, uint32_t step, uint32_t level, const pdr_lits *cube,
                           pdr_lits *core);
enum smt_result ic3cfa_inductive(struct ic3cfa *, uint32_t step, uint32_t level, const pdr_lits *cube,
                                 struct reason *);
/* The same for all steps into the location. SMT_UNSAT: g->reasons has a reason for each of them; else the answer about
 * step *open, the first that is not so. */
enum smt_result ic3cfa_blocked(struct ic3cfa *, uint32_t location, uint32_t level, const pdr_lits *cube,
                               uint32_t *open);
/* F(level, location) & cube unsat? */
bool ic3cfa_excludes(struct ic3cfa *, uint32_t location, uint32_t level, const struct cube *);
void ic3cfa_end_query(struct ic3cfa *); /* the model of the last query is not needed any more */
/* The solver of a location for a query by hand: what is asserted goes with the end of the query. */
struct smt *ic3cfa_fresh_query(struct ic3cfa *, uint32_t location);
struct smt *ic3cfa_solver(struct ic3cfa *, uint32_t location);
void ic3cfa_add_clause(struct ic3cfa *, uint32_t location, uint32_t level, const struct cube *);
void ic3cfa_rebuild(struct ic3cfa *); /* solvers with much that is dead; only between queries */

/* ic3cfa_predecessor.c */
/* After SMT_SAT for step and cube: a cube of states from which the step leads to the cube, and the plain step of the
 * path that does; `step` itself if it is plain, or if no path was found and the cube is the model's single state.
 * False: the solver gave no values. */
bool ic3cfa_predecessor(struct ic3cfa *, uint32_t step, const pdr_lits *cube, pdr_lits *out, uint32_t *taken);

/* ic3cfa_context.c */
/* Theorem 3, Corollary 1: a context with general part <= cube and level >= `level`, the best one; NULL: none. */
const struct context *ic3cfa_upper_bound(struct ic3cfa *, uint32_t step, uint32_t level,
                                         const pdr_lits *cube);
/* Theorem 4 (a heuristic): the general part of a context of the same cube and a frame that implies F(level, from). */
const struct cube *ic3cfa_lower_bound(struct ic3cfa *, uint32_t step, uint32_t level, const pdr_lits *cube);
void ic3cfa_remember(struct ic3cfa *, uint32_t step, uint32_t level, const pdr_lits *cube,
                     const pdr_lits *general, enum context_effort);
void ic3cfa_contexts_fini(context_list *);

/* ic3cfa_generalize.c */
/* After SMT_UNSAT from ic3cfa_blocked at level - 1, with these reasons: finds a part of the cube that is inductive
 * along every step into the location as well, in place. */
void ic3cfa_generalize(struct ic3cfa *, uint32_t location, uint32_t level, pdr_lits *cube);

/* ic3cfa_weaken.c */
/* The obligation was generalized to `cube` at `level`, which holds up to level `reached` only: looks for another cube
 * that excludes the obligation at `level` and promises to hold above `reached`. */
bool ic3cfa_weaken(struct ic3cfa *, uint32_t location, uint32_t level, uint32_t reached,
                   const pdr_lits *obligation, pdr_lits *cube);

/* ic3cfa_facts.c: lemmas of the infinity frame, before the search */
void ic3cfa_find_facts(struct ic3cfa *);
/* During the search: equations that hold on one side of a branch of a loop. */
void ic3cfa_find_cases(struct ic3cfa *);
/* F(infinity, from) & before & step & after' sat? The model is there until ic3cfa_end_query or the next query. */
enum smt_result ic3cfa_leaves(struct ic3cfa *, uint32_t step, term before, term after);
term ic3cfa_value_after(struct ic3cfa *, uint32_t step, term); /* in that model */
/* ic3cfa_spaces.c: equations and residues, separately where the condition holds and where not (TERM_NONE: no
 * condition); whether there are new facts */
bool ic3cfa_find_equations(struct ic3cfa *, term condition);

/* ic3cfa_push.c */
void ic3cfa_open_frame(struct ic3cfa *);
struct lemma *ic3cfa_add_lemma(struct ic3cfa *, uint32_t location, uint32_t level, const pdr_lits *cube);
/* The lemma holds at the next level, too. */
void ic3cfa_raise(struct ic3cfa *, struct lemma *);
/* Adds a lemma and raises it at once as far as it holds, up to the top, shrinking it on the way: its level. In form
 * (1) a loop needs the lemma itself in the frame before, so it is added first. */
uint32_t ic3cfa_learn(struct ic3cfa *, uint32_t location, uint32_t level, const pdr_lits *cube);
/* Adds a lemma that holds at all levels. */
void ic3cfa_add_fact(struct ic3cfa *, uint32_t location, const pdr_lits *cube);
void ic3cfa_propagate(struct ic3cfa *);
/* A level below the top where F(level + 1) implies F(level) at every location; 0: none. */
uint32_t ic3cfa_fixpoint(struct ic3cfa *);

/* ic3cfa_share.c: lemmas from and to others that work at the same time, if there are any. */
void ic3cfa_share_begin(struct ic3cfa *);
void ic3cfa_share_end(struct ic3cfa *);
/* When it is due: tells what is new, and makes lemmas of what others say and holds. Between two obligations. */
void ic3cfa_share(struct ic3cfa *);
void ic3cfa_share_lemma(struct ic3cfa *, uint32_t location, uint32_t level,
                        const struct cube *); /* to be told */

/* ic3cfa_evidence.c */
/* The obligation is at the initial location. */
void ic3cfa_refute(struct ic3cfa *, const struct obligation *);
void ic3cfa_prove(struct ic3cfa *, uint32_t level);
/* ic3cfa_trim.c: fills in the lemmas above the level, where all frames agree, that the proof needs. */
void ic3cfa_trimmed_invariant(struct ic3cfa *, uint32_t level, struct program_invariant *);

/* ic3cfa_check.c: verify the invariants of ic3cfa.c in a solver of their own; give up on failure. */
void ic3cfa_check_frames(struct ic3cfa *);
void ic3cfa_check_obligation(struct ic3cfa *, const struct obligation *); /* a new one */

#endif
