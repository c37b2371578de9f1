/* Inside the walker: the compiled program as it is walked (walk_compile.c), the values that walks are given
 * (walk_values.c). */
#ifndef INDUCT_ENGINE_WALK_WALK_INTERNAL_H
#define INDUCT_ENGINE_WALK_WALK_INTERNAL_H

#include "base/random.h"
#include "engine/walk/walk.h"
#include "engine/walk/walk_code.h"

/* ---- the compiled program ---- */

/* A value that a walk chooses: at a site, at a choice on an edge (no site), or of a variable at the start. */
struct walk_input {
    uint32_t place; /* the register */
    uint32_t bits;
    uint32_t origin; /* site or variable of the automaton as read; PROGRAM_NONE: a choice */
};
struct walk_edge {
    uint32_t code, to;
    uint32_t tag;           /* the edge of the automaton as read */
    uint32_t inputs, count; /* where its inputs begin in `choices`, and how many */
    uint32_t cost;          /* steps of its code */
};
struct walk_location {
    uint32_t edges, count;   /* where they begin, and how many */
    uint32_t inputs, values; /* where the inputs of all of them begin in `choices`, and how many */
    bool exclusive;          /* at most one of them is enabled at any time */
};
struct walk_program {
    struct program *read;    /* the automaton as read */
    struct program *program; /* a copy, sliced */
    struct code code;
    VEC(struct walk_location) locations;
    VEC(struct walk_edge) edges;
    VEC(struct walk_input) inputs; /* those of the start first */
    u32s choices;                  /* positions in `inputs` */
    uint32_t starts;               /* how many are of the start */
    uint32_t variables;            /* registers [0 .. variables[ are the state, with the cells */
    u64s constants;                /* of comparisons, and their neighbours */
    uint32_t closed;               /* edges that cannot be walked */
};
void walk_compile(struct walk_program *, struct program *read);
void walk_program_fini(struct walk_program *);

/* ---- values ---- */

enum walk_plan_kind { WALK_SAME, WALK_BIT, WALK_SMALL, WALK_ANY };
struct walk_plan {
    enum walk_plan_kind kind;
    uint64_t value; /* of WALK_SAME */
};
struct walk_values {
    const struct walk_program *compiled;
    struct random random;
    VEC(struct walk_plan) plans; /* by input; for one walk */
};
void walk_values_init(struct walk_values *, const struct walk_program *, uint64_t seed);
void walk_values_fini(struct walk_values *);
/* Plans for a walk: the first has zeros, the second ones, the third anything, the others a mixture. */
void walk_values_plan(struct walk_values *, uint64_t walk);
uint64_t walk_value(struct walk_values *, uint32_t input);
/* A value that does not follow the plan. */
uint64_t walk_value_any(struct walk_values *, uint32_t input);

#endif
