/* Evidence: what makes a verdict on a property believable. An invariant proves it, a trace refutes it; both speak of
 * one model, and say so in its words:
 *
 *     circuit    circuit_evidence.h    system    system_evidence.h    program    program_evidence.h
 *
 * An engine makes evidence about what it sees, a chain of stages (transform/chain.h) carries it back to the model as
 * read, and check/ judges it there. The value is a tagged pointer that owns what it points to: it changes hands. */
#ifndef INDUCT_EVIDENCE_EVIDENCE_H
#define INDUCT_EVIDENCE_EVIDENCE_H

#include "evidence/circuit_evidence.h"
#include "evidence/program_evidence.h"
#include "evidence/system_evidence.h"
#include "model/model.h"

struct evidence {
    enum level level;
    bool refutes;      /* a trace; else an invariant */
    uint32_t property; /* position among those of the model */
    union {
        void *any; /* NULL: there is no evidence */
        struct trace *trace;
        struct invariant *invariant;
        struct system_trace *system_trace;
        struct system_invariant *system_invariant;
        struct program_trace *program_trace;
        struct program_invariant *program_invariant;
    };
};

struct evidence evidence_of_trace(struct trace *);
struct evidence evidence_of_invariant(uint32_t property, struct invariant *);
struct evidence evidence_of_system_trace(struct system_trace *);
struct evidence evidence_of_system_invariant(uint32_t property, struct system_invariant *);
struct evidence evidence_of_program_trace(struct program_trace *);
struct evidence evidence_of_program_invariant(struct program_invariant *);

/* That a program has one run is tried, not claimed: when it is rejected nobody has erred. */
static inline bool evidence_is_guess(const struct evidence *e) {
    return e->level == LEVEL_PROGRAM && !e->refutes && e->program_invariant->only_run;
}

struct evidence evidence_of_nothing(struct model); /* the invariant without conjuncts: everything */
void evidence_free(struct evidence *);             /* then there is none */
/* About another reading of the same system: variables by position. */
void evidence_reread(struct evidence *, const struct system *from, const struct system *to);

/* Of a trace: how many steps it has, the bad one included. */
uint32_t evidence_steps(const struct evidence *);
/* Of an invariant: how many conjuncts, the depth at which it is inductive, and whether that is over simple paths. */
uint32_t evidence_conjuncts(const struct evidence *, struct model);
uint32_t evidence_depth(const struct evidence *);
bool evidence_needs_simple_paths(const struct evidence *);

#endif
