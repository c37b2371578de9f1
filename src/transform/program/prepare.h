/* Programs before an engine sees them: a working copy, slicing, and large blocks.
 *
 *     struct program *small = program_prepare(as_read, PROGRAM_UNSUPPORTED_FAILS, options, stats); // for the engine
 *     ... evidence about `small` goes back by program_trace_back, program_invariant_back (evidence/program_evidence.h)
 *     program_free(small);
 *
 * Every stage makes a new automaton in a fresh bank that simplifies, indexed, and leaves the given one as it
 * was. Origins and tags lead back to the automaton as read, whatever stages lie between, so none has a
 * mapping of its own. The verdict stays the same, and a formula that holds at a location of the result holds
 * at its origin:
 *
 *     copy     the same automaton; every edge's command begins with the tag of the edge
 *     slice    without locations that no run to the error location can pass (in the graph, without edges
 *              whose assumption simplifies to false), with their edges, and without variables that no
 *              assumption depends on
 *     blocks   without locations between loops: an edge is all ways from one remaining location to another
 *
 * Edges that the reader could not express (`unsupported`) either lead to the error location in the copy: who
 * proves the result safe has shown that none is taken, and whose trace ends with such an edge knows that the
 * program is undecided; or are left out: traces are traces of the program, and a proof is worth nothing. */
#ifndef INDUCT_TRANSFORM_PROGRAM_PREPARE_H
#define INDUCT_TRANSFORM_PROGRAM_PREPARE_H

#include "base/options.h"
#include "base/stats.h"
#include "model/program.h"

enum program_unsupported { PROGRAM_UNSUPPORTED_FAILS, PROGRAM_UNSUPPORTED_LEFT_OUT };

struct program *program_copy(const struct program *, enum program_unsupported);

struct program *program_slice(const struct program *);

/* on: a location goes when only one edge enters or only one leaves it, it is no loop head, and its edges are
 * not copied more than a few times. maximal: all go but the initial and the error location and a set that
 * cuts every cycle, loop heads of the source first. Both leave at most one edge from a location to another.
 * Commands share what they have in common: the result has at most as many points as the given automaton times
 * the number of locations that remain. Where there would be more than most_paths paths (0: no limit) from a
 * location, and many times more than edges, further ones stay, joins of branches. */
enum program_blocks {
    PROGRAM_BLOCKS_OFF,
    PROGRAM_BLOCKS_ON,
    PROGRAM_BLOCKS_MAXIMAL
}; /* as the words of `large-blocks` */
struct program *program_blocks(const struct program *, enum program_blocks, uint64_t most_paths);

/* Copy, slice and blocks as the options of group `program` say (block-paths only where there are long sums).
 * Counts what is left (final-locations and so on); stats may be NULL. */
struct program *program_prepare(const struct program *, enum program_unsupported, const struct options *,
                                struct stats *);

#endif
