/* Transforms: circuit to circuit, each able to carry evidence back.
 *
 * A transform reads one circuit and makes a smaller one that violates the same properties at the same depths.
 * It keeps a subset of the inputs and latches and records, for every node of the old graph, the literal that
 * stands for it in the new one:
 *
 *     image          old node -> new literal (AIG_NONE: dropped, nothing kept depends on it)
 *     input_origin   new input position -> old input position;    latch_origin likewise
 *     facts          conjuncts over the old circuit that justify the merges; their conjunction (with the
 *                    facts of earlier stages) is inductive at its depth
 *
 * From these the mappings back follow once for all transforms:
 *     trace          inputs and uninitialised latches by their origin; dropped ones get any value; every
 *                    other latch starts with its reset, which the old circuit knows
 *     invariant      rename the leaves, conjoin the facts, take the larger depth
 *
 * Why a trace of the new circuit is one of the old: a merge is made only if it holds in every step of every
 * path whose *earlier* steps satisfy the constraints. The constraints of the same step are never used,
 * because the merge may change the very gates that a constraint is made of: assuming g = h under the
 * constraint `g = h` and replacing g by h would make the constraint vacuous. This way the values of the old
 * constraints and bads follow from those of the new ones step by step.
 *
 * Which of them the stages of circuits run, and in which order, pipeline.c says. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_TRANSFORM_H
#define INDUCT_TRANSFORM_CIRCUIT_TRANSFORM_H

#include "transform/stage.h"

struct transform {
    const char *name;
    const struct circuit *from; /* borrowed */
    struct circuit *to;         /* owned */
    aig_lit *image;             /* [0..aig_size(from->graph)[ */
    u32s input_origin, latch_origin;
    struct invariant *facts; /* over `from`; NULL: none were needed */
    /* The latch of `to` without origin that is true in the first step only, or AIG_NONE. */
    aig_lit first_step;
};

/* The stages. Each returns NULL when it has nothing to do.
 *
 * coi       drops what no property and no constraint depends on, through next-state and reset functions
 * resets    replaces reset functions by a latch that marks the first step; the stages below require that
 *           there are none
 * ternary   replaces latches that ternary simulation shows to be constant
 * rewrite   fewer gates for the same functions: hashing, and-trees, cuts of four inputs
 * sweep     merges nodes that are equal whatever the inputs and latches are
 * scorr     merges nodes that are equal in all reachable states, by induction of depth scorr-depth;
 *           scorr_latches does so for latches only */
struct transform *transform_coi(const struct circuit *, const struct stage_context *);
struct transform *transform_resets(const struct circuit *, const struct stage_context *);
struct transform *transform_ternary(const struct circuit *, const struct stage_context *);
struct transform *transform_rewrite(const struct circuit *, const struct stage_context *);
struct transform *transform_sweep(const struct circuit *, const struct stage_context *);
struct transform *transform_scorr_latches(const struct circuit *, const struct stage_context *);
struct transform *transform_scorr(const struct circuit *, const struct stage_context *);

void transform_free(struct transform *);

/* For use by the stages: `to` is empty, and nothing but the constants has an image yet. Takes over facts. */
struct transform *transform_new(const char *name, const struct circuit *from, struct invariant *facts);

/* For use by the stages: builds `to` from a substitution. merge[n] is the old literal that stands for old
 * node n: n itself where nothing changes, else a literal of a node of smaller number (chains are followed).
 * Inputs, and latches whose reset is not a constant, cannot be merged. Leaves that are not merged stay,
 * except those that `keep` (may be NULL: all stay) says to drop; nothing that stays may depend on these.
 * Gates without use disappear. Takes over facts. */
struct transform *transform_by_merging(const char *name, const struct circuit *from, const aig_lit *merge,
                                       const bool *keep, struct invariant *facts);

/* For use by the stages: the same circuit over another graph. `graph` has the leaves of the circuit and equal
 * functions; image[n] is old node n there, or AIG_NONE; leaves and the nodes that latches, constraints and
 * properties use have one. The graph need not be in topological order of its numbers. */
struct transform *transform_by_rebuilding(const char *name, const struct circuit *from,
                                          const struct aig *graph, const aig_lit *image);

/* Evidence about `to` becomes evidence about `from`; the argument is consumed. A dropped input, or dropped
 * uninitialised latch, gets the value `dropped` (0, 1 or TRACE_X). */
struct trace *transform_trace_back(const struct transform *, struct trace *, uint8_t dropped);
struct invariant *transform_invariant_back(const struct transform *, struct invariant *);
/* The same without the facts: inductive only together with them. */
struct invariant *transform_rename_back(const struct transform *, struct invariant *);

/* Lemmas, conjunct by conjunct, from one circuit to the other; the argument is consumed. What is true of the reachable
 * states of one stays true of those of the other. Lemmas over what has no place there are dropped. */
struct invariant *transform_lemmas_back(const struct transform *, struct invariant *);
struct invariant *transform_lemmas_forward(const struct transform *, struct invariant *);

#endif
