/* The SMT solver: satisfiability of terms, behind one small interface. Z3 implements it; no Z3 type leaves this folder,
 * and the library is opened when the first solver is made, so that who checks a circuit never loads it.
 *
 *     struct smt *s = smt_new(bank, &(struct smt_settings){.theories = system_theories(system), .limits = limits});
 *     smt_assert(s, trans);                       // for good, or until smt_pop
 *     smt_lit p = smt_label(s, formula);          // a literal equivalent to the formula, made once per term
 *     smt_push(s);  smt_clause(s, lits, n);  ...  smt_pop(s);         // temporary clauses
 *     if (smt_check(s, assumptions, n) == SMT_SAT) ... smt_value(s, x) ...
 *     else ... smt_core(s) ...
 *
 * Measured about Z3 4.8.12 (and kept here, so that nobody re-learns it): temporary clauses by push and pop, never by a
 * new activation literal per query; permanent activation literals for frames; ask for values only when needed. */
#ifndef INDUCT_SMT_SMT_H
#define INDUCT_SMT_SMT_H

#include "base/clock.h"
#include "base/stats.h"
#include "base/status.h"
#include "logic/term.h"
#include "logic/value.h"

struct smt;

enum smt_result { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN };
enum smt_purpose {
    SMT_INCREMENTAL, /* many small queries (IC3): the tuned settings */
    SMT_BATCH,       /* few large ones (bmc, refinement) */
    SMT_JUDGE        /* default settings, nothing tuned: for checking evidence */
};
/* What solvers of one bank can share: a Z3 context (17 MB and 9 ms each), and the translations of terms. Engines with
 * many solvers make one; each solver stays a solver of its own, with its own assertions, labels and answers. A failure
 * of Z3 to translate a term for one of them makes all of them answer SMT_UNKNOWN. */
struct smt_context;

struct smt_settings {
    struct smt_context *context; /* of the same bank and limits; outlives the solver. NULL: one of its own */
    unsigned theories;           /* enum theory bits of everything that will be asserted */
    enum smt_purpose purpose;
    struct limits *limits; /* polled; a stop during a query makes it SMT_UNKNOWN. May be NULL */
    struct stats *stats;   /* queries and time are counted here. May be NULL */
    uint32_t seed;
};

/* Whether Z3 can be opened; else `why` says what to install. */
bool smt_available(struct text *why);

/* NULL only when Z3 is not available. To be freed after its solvers. */
struct smt_context *smt_context_new(struct terms *, struct limits *);
void smt_context_free(struct smt_context *);

/* NULL only when Z3 is not available. A solver that failed to take an assertion answers SMT_UNKNOWN from then on. */
struct smt *smt_new(struct terms *, const struct smt_settings *);
void smt_free(struct smt *);

void smt_assert(struct smt *, term formula);
void smt_push(struct smt *);
void smt_pop(struct smt *);

/* A literal of the solver: a Boolean constant or its negation. */
typedef struct smt_lit {
    uint32_t code; /* 2 * label + sign */
} smt_lit;
typedef VEC(smt_lit) smt_lits;
static inline smt_lit smt_not(smt_lit l) {
    return (smt_lit){l.code ^ 1};
}
/* The literal of a formula: `label <=> formula` is asserted for good (pops do not undo it) the first time. A Boolean
 * variable (or its negation) is its own label. Cheapest at push depth 0: a definition made deeper is asserted again
 * after each pop. */
smt_lit smt_label(struct smt *, term formula);
smt_lit smt_new_label(struct smt *); /* a fresh one that means nothing: activation */
/* A literal that implies the formula, without being implied by it. Only at push depth 0. */
smt_lit smt_switch(struct smt *, struct terms *, term formula);
void smt_clause(struct smt *, const smt_lit *, uint32_t n);

enum smt_result smt_check(struct smt *, const smt_lit *assumptions, uint32_t n);
/* After SMT_UNKNOWN: why, in Z3's words. */
const char *smt_reason(const struct smt *);
/* Stops the next queries after so much solver work (Z3's rlimit); 0: no bound. Deterministic, unlike time. */
void smt_work_limit(struct smt *, uint64_t work);
/* The work done since the context is new, by all of its solvers, in the same unit. Not for every query: Z3 gathers all
 * of its statistics. */
uint64_t smt_work(const struct smt *);
/* After SMT_UNSAT: a subset of the assumptions that is unsatisfiable, as positions in the array given to smt_check. Not
 * minimal. Dies with the next call. */
const u32s *smt_core(struct smt *);
bool smt_in_core(struct smt *, uint32_t position);

/* After SMT_SAT, until the next change or query: the value of a term (completed: never TERM_NONE except for what Z3
 * cannot give as a value), of a label, of a function. */
term smt_value(struct smt *, term);
bool smt_holds(struct smt *, term formula); /* its value is true */
bool smt_lit_value(struct smt *, smt_lit);
/* `out` is overwritten, its points are the caller's to free. The function may be function_by_zero(op): false when the
 * model does not say how it divides by zero. */
bool smt_function_value(struct smt *, uint32_t function, struct function_value *out);

/* After SMT_SAT: a cube (conjunction of literals over atoms of `formula`) that implies the formula and holds in the
 * model, with term-level ite removed. Appended to `cube`. False: Z3 failed; nothing appended. */
bool smt_implicant(struct smt *, term formula, term_list *cube);
/* After SMT_SAT: eliminates variables from a cube that holds in the model: the result, over the others only, holds in
 * the model and implies `exists eliminated. cube` (model-based projection). Appended to `out`; literals may be new
 * atoms. What Z3 cannot eliminate is replaced by its value. False: Z3 failed; nothing appended. */
bool smt_project(struct smt *, const term_list *cube, const term *eliminated, uint32_t n, term_list *out);

/* One unsatisfiability proof's arithmetic lemmas (for refine/): asserts the formulas in a context with proofs on and
 * calls `lemma` for each theory lemma with its literals (a set of atoms that is inconsistent in linear arithmetic).
 * SMT_SAT, SMT_UNKNOWN: no lemmas. */
enum smt_result smt_proof_lemmas(struct terms *, const term *formulas, uint32_t n, struct limits *,
                                 void (*lemma)(void *client, const term *literals, uint32_t n), void *client);

/* A proof that formulas do not hold together, step by step: premises come before what follows from them, and the last
 * step proves `false`. A step with hypotheses below it proves its fact or the negation of one of these. */
enum smt_rule {
    SMT_RULE_FORMULA,    /* an asserted formula */
    SMT_RULE_HYPOTHESIS, /* assumed, until a lemma discharges it */
    SMT_RULE_LEMMA, /* of the negations of hypotheses one is true, since the premise proves `false` from them */
    SMT_RULE_RESOLUTION, /* the first premise is a clause; the others prove complements of literals of it */
    SMT_RULE_OTHER /* follows from the premises; what is valid is left out of these. Without any: valid */
};
struct smt_step {
    enum smt_rule rule;
    term fact;
    term_list literals; /* the fact as a clause, as Z3 has it: more than one when it is a disjunction */
    u32s premises;      /* positions of steps */
    uint32_t formula;   /* SMT_RULE_FORMULA: which */
};
typedef VEC(struct smt_step) smt_steps;
/* SMT_UNSAT: the steps were appended. SMT_SAT. SMT_UNKNOWN: also when the proof has something that terms do not have,
 * or more than `most` steps. */
enum smt_result smt_proof_steps(struct terms *, const term *formulas, uint32_t n, uint32_t most,
                                struct limits *, smt_steps *);
void smt_steps_free(smt_steps *);

/* Solves a chain of Horn clauses F_0 = formulas[0] => I_1, I_1 & formulas[1] => I_2, ..., I_n-1 & formulas[n-1] =>
 * false by Z3's Spacer. shared[i] are the variables of I_i+1. Fills out[0..n-1[ with I_1 .. I_n-1. False: not
 * solved. */
struct smt_link {
    const term *shared;
    uint32_t n;
};
bool smt_horn_chain(struct terms *, const term *formulas, uint32_t n, const struct smt_link *shared,
                    struct limits *, term *out);

#endif
