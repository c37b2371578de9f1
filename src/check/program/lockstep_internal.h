/* Inside check/program: a run beside another one (lockstep_walk.c), and inputs for it (lockstep_inputs.c). */
#ifndef INDUCT_CHECK_PROGRAM_LOCKSTEP_INTERNAL_H
#define INDUCT_CHECK_PROGRAM_LOCKSTEP_INTERNAL_H

#include "check/program/lockstep.h"
#include "check/program/observe.h"

enum lockstep_end {
    LOCKSTEP_AGREES, /* to the end of one of them, or to where nothing can be said any more */
    LOCKSTEP_DIFFERS /* a sentence says where */
};

struct lockstep_walk {
    struct program *program;
    const struct program_origin *origin;
    const struct program_invariant *invariant; /* over the automaton: proved; NULL: none */
    const struct observed_run *run;
    u32s keys;      /* by binding: the number of its key; PROGRAM_NONE: it is not told */
    u32s told;      /* by operand told at a probe: the same */
    u32s probes;    /* by edge, then by end: the first of its probes, and behind the last one their number */
    VEC(u32s) ends; /* by location: edges.size + the number of an end */
    struct hash_map assumed; /* conditions that restrict what enters */
    u32s results;            /* by site: the key of what it returns; PROGRAM_NONE: not told */
    u32s inputs;             /* by site that is supplied: observe_name() of its function */
    u8s passed;              /* by edge, filled: it was passed in agreement */
    uint64_t n_probes, n_values, n_states;
};
void lockstep_walk_init(struct lockstep_walk *, struct program *, const struct program_origin *);
void lockstep_walk_fini(struct lockstep_walk *);
enum lockstep_end lockstep_walk(struct lockstep_walk *, const struct observed_run *, struct limits *,
                                struct text *where);

/* The difference in a sentence, with the inputs of the run. */
void lockstep_describe(struct text *, const struct text *where, const struct observed_run *);

/* Inputs for the run of that number: corner values and chance in the even ones, in the odd ones such as lead the
 * automaton on. Appended. */
void lockstep_inputs(struct program *, const struct program_origin *, uint64_t seed, uint32_t number,
                     observed_inputs *out);

#endif
