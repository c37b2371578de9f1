/* Frames: lemmas by location and level.
 *
 * F[i] at a location is the conjunction of the clauses (negated cubes) of all lemmas there whose level is at
 * least i, and of those of the infinity frame. Each lemma is stored once, at the highest level where it is
 * known to hold (delta encoding). Invariants, checked by frames_check():
 *
 *   (1) a lemma stands in the list of its own location and level, levels being 1..top or FRAMES_INFINITY;
 *   (2) its cube is well formed;
 *   (3) with subsumption on, no lemma is subsumed by another of the same location and level;
 *   (4) the index of a location has its lemmas, of all levels.
 *
 * That the lemmas mean something (F[i] & T => F[i+1]') is the engine's business. A lemma pointer stays valid
 * until the lemma is removed: by a new one that subsumes it, or by frames_remove. */
#ifndef INDUCT_PDR_FRAMES_H
#define INDUCT_PDR_FRAMES_H

#include "pdr/lemma_index.h"

#include <stddef.h>

enum { FRAMES_INFINITY = 0x7fffffff };

struct lemma {
    struct cube *cube;
    uint32_t location, level;
    uint64_t born; /* time stamp of its arrival at this level: frames->clock then */
    /* For triggered pushing: a state that stopped the last attempt to push it, and when. */
    struct cube *obstacle; /* NULL: none known */
    uint64_t obstacle_time;
    /* Where it stands: in the list of its level, and in the index. */
    uint32_t position, slot, arrival;
};

struct frames {
    uint32_t locations, top; /* levels 1..top exist */
    bool subsumption;
    uint64_t clock;            /* counts lemma arrivals */
    lemma_list *infinity;      /* [0..locations[ */
    VEC(lemma_list *) levels;  /* [0..top]: each [0..locations[; level 0 stays empty */
    struct lemma_index *index; /* [0..locations[ */
    u8s marks;                 /* scratch, by literal code; all zero between calls */
    lemmas found;              /* scratch */
};

struct frames *frames_new(uint32_t locations, bool subsumption);
void frames_free(struct frames *);

/* Opens level top + 1. */
void frames_extend(struct frames *);

/* The list of a level; borrowed, changes with every call below. */
lemma_list *frames_at(const struct frames *, uint32_t location, uint32_t level);

/* Adds a lemma (taking the cube) and removes those of the same location and of
 * levels up to its own that it subsumes; *removed (may be NULL) is increased by their number. */
struct lemma *frames_add(struct frames *, uint32_t location, uint32_t level, struct cube *,
                         uint64_t *removed);

/* Moves a lemma to a higher level; like frames_add, it then removes what it subsumes there and on the way. */
void frames_raise(struct frames *, struct lemma *, uint32_t level, uint64_t *removed);

void frames_remove(struct frames *, struct lemma *);

/* A lemma of level >= `level` that subsumes the cube, so that F[level] excludes it already, of the highest level
 * that one has; NULL when there is none. */
struct lemma *frames_blocking(struct frames *, uint32_t location, uint32_t level, const struct cube *);

/* A lemma at exactly this level that subsumes the cube; NULL when there is none. */
struct lemma *frames_parent(struct frames *, uint32_t location, uint32_t level, const struct cube *);

/* True when a lemma that arrived at a level >= `level` after time `since` may exclude the state: no literal
 * of the state contradicts its cube. The state may be partial; a lemma over what it leaves open excludes some
 * of its completions, and several such lemmas may exclude them all. */
bool frames_touched_since(struct frames *, uint32_t location, uint32_t level, const struct cube *state,
                          uint64_t since);

/* The lemmas of a location by the time of their arrival, the latest last; with NULL where one has left. Borrowed, and
 * changes with every lemma that arrives or leaves. */
static inline const lemmas *frames_arrivals(const struct frames *frames, uint32_t location) {
    return &frames->index[location].arrivals;
}

/* Calls `visit` for each lemma of the list, and ends when it says false. It may raise or remove the lemma it is
 * given, with what that subsumes: lists are walked from the back, so that what takes the place of a removed
 * entry has had its turn. */
void frames_sweep(struct frames *, uint32_t location, uint32_t level,
                  bool (*visit)(void *client, struct lemma *), void *client);

/* The lowest level from `from` (at least 1) on, and below the top, at which no location has a lemma: there
 * F[i] = F[i+1]. 0: none. */
uint32_t frames_fixpoint(const struct frames *, uint32_t from);

uint32_t frames_count(const struct frames *); /* lemmas, infinity included */

/* NULL, or a static sentence that names the broken invariant. */
const char *frames_check(const struct frames *);

#endif
