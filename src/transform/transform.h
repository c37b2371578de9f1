/* Transforms: circuit to circuit, each able to carry evidence back.
 *
 * A transform reads one circuit and makes a smaller one that violates the same properties at the same depths. It
 * keeps a subset of the inputs and latches and records, for every node of the old graph, the literal that stands
 * for it in the new one:
 *
 *     image          old node -> new literal (AIG_NONE: dropped, nothing kept depends on it)
 *     input_origin   new input position -> old input position;    latch_origin likewise
 *     facts          conjuncts over the old circuit that justify the merges; their conjunction (with the facts of
 *                    earlier stages) is inductive at fact_depth
 *
 * From these the mappings back follow once for all transforms:
 *     trace      an old latch's first value and an old input's value in each step are those of its image, evaluated
 *                in the new trace (so that merged signals agree); dropped ones do not matter
 *     invariant  rename the leaves, conjoin the facts, take the larger depth
 *
 * A `pipeline` is the sequence of stages that the options ask for. */
#ifndef INDUCT_TRANSFORM_TRANSFORM_H
#define INDUCT_TRANSFORM_TRANSFORM_H

#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "evidence/evidence.h"
#include "model/circuit.h"

struct transform {
    const char *name;
    const struct circuit *from; /* borrowed */
    struct circuit *to;         /* owned */
    aig_lit *image;             /* [0..aig_size(from->graph)[ */
    u32s input_origin, latch_origin;
    struct invariant *facts; /* over `from`; NULL: none were needed */
};

/* What every transform may use. */
struct transform_context {
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    const struct events *events;
};

/* The stages. Each returns NULL when it has nothing to do. */
struct transform *transform_coi(const struct circuit *, const struct transform_context *);
struct transform *transform_ternary(const struct circuit *, const struct transform_context *);
struct transform *transform_rewrite(const struct circuit *, const struct transform_context *);
struct transform *transform_sweep(const struct circuit *, const struct transform_context *);
struct transform *transform_scorr(const struct circuit *, const struct transform_context *);

void transform_free(struct transform *);

/* Builds `to` from a substitution: merge[n] is the old literal that stands for old node n (itself where nothing
 * changes; the merges must be acyclic, of a node into one of smaller number). Drops what is then unused. For use by
 * the stages. */
struct transform *transform_by_merging(const char *name, const struct circuit *from, const aig_lit *merge,
                                       struct invariant *facts);

struct pipeline {
    const struct circuit *user; /* borrowed */
    struct circuit *selected;   /* the user's circuit with the chosen properties only; owned */
    VEC(struct transform *) stages;
    const struct circuit *result; /* what the engine gets; borrowed from the last stage or `selected` */
};

/* Runs the stages on the chosen properties (positions in user->properties, in order). */
struct pipeline *pipeline_run(const struct circuit *user, const uint32_t *properties, uint32_t n,
                              const struct transform_context *);
void pipeline_free(struct pipeline *);

/* Evidence about `result` becomes evidence about `user`. The argument is consumed. The property of the trace is
 * mapped too. */
struct trace *pipeline_trace_back(const struct pipeline *, struct trace *);
struct invariant *pipeline_invariant_back(const struct pipeline *, struct invariant *);

#endif
