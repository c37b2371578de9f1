/* Goals: the properties that one run of IC3 works on, and how it divides its work among them.
 *
 * Frames that contain no property serve all properties of a file. A goal is a property with what the run has
 * done about it: the frames from which its bad states are excluded already (0 .. depth-1), and whether it has
 * to wait. A goal that has used up its budget of queries at a level is postponed; when every open goal is, all
 * go on with a larger budget. With one open goal there is nothing to wait for, and no budget. The life of a
 * goal:
 *
 *                       BLOCK_DONE: depth + 1
 *                          ┌──────┐
 *              ────► open ─┴──────┴──► decided         goals_decide, when refuted or proved
 *                     │ ▲
 *     BLOCK_POSTPONED ▼ │ goals_resume
 *                   postponed
 *
 * The loop, the queries and the evidence are the engine's. It calls, for each goal of which goals_waits says
 * so, its own routine that excludes the bad states from F[depth], and hands the result to goals_note.
 *
 * Requirement: locations are not told apart here, so frames have the one location 0. */
#ifndef INDUCT_PDR_GOALS_H
#define INDUCT_PDR_GOALS_H

#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "pdr/frames.h"

struct goal {
    bool decided;
    uint32_t depth; /* F[j] excludes the bad states for all j < depth: levels 0..depth-1 are done */
    bool postponed; /* exceeded its share of work; waits until every open goal has */
};

struct goals {
    struct goal *list; /* [0..count[, by property */
    uint32_t count;
    uint32_t open;   /* goals not decided */
    uint64_t budget; /* queries that a goal may use per level before it is postponed */
};

void goals_init(struct goals *, uint32_t count, uint64_t first_budget);
void goals_fini(struct goals *);

/* The goal must be open. */
void goals_decide(struct goals *, uint32_t property);

/* What an attempt to exclude the bad states of a property from a frame can end with. */
enum block_result {
    BLOCK_DONE,      /* F[level] excludes the bad states */
    BLOCK_DECIDED,   /* the property was refuted, and reported */
    BLOCK_POSTPONED, /* its budget is used up; its obligations are dropped */
    BLOCK_STOPPED    /* the search ends */
};

/* The goal is open, not postponed, and has a level up to `top` to do. */
bool goals_waits(const struct goals *, uint32_t property, uint32_t top);
/* The attempt at level `depth` of the goal ended so: counts the level (and sends EVENT_DEPTH) or postpones. */
void goals_note(struct goals *, uint32_t property, enum block_result, const struct events *);
/* The goal at hand has used so many queries at its level: shall it wait for the others? */
static inline bool goals_over_budget(const struct goals *g, uint64_t queries) {
    return g->open > 1 && queries > g->budget;
}
/* True when every open goal is postponed, and there is one: all go on at their level, with a larger budget. */
bool goals_resume(struct goals *);

/* How an engine concludes; `engine` is what was given to goals_conclude. */
struct goals_conclusion {
    /* The lemmas of levels >= level and of infinity are inductive and exclude the bad states: reports it, and
     * calls goals_decide. */
    void (*prove)(void *engine, uint32_t property, uint32_t level);
    /* The lemmas of levels >= level are inductive: moves them to the infinity frame. */
    void (*raise)(void *engine, uint32_t level);
    /* F[infinity] & C & bad unsatisfiable? False also when the search has ended or the goal has not begun. */
    bool (*excluded)(void *engine, uint32_t property);
};

/* A level below the top without lemmas means F[i] = F[i+1]: it is inductive, and proves the goals whose depth
 * is beyond it. What it consists of helps the other goals (option `share`). */
void goals_at_fixpoints(struct goals *, const struct frames *, const struct options *,
                        const struct goals_conclusion *, void *engine);
/* The infinity frame may exclude the bad states of a goal by itself (option `infinity`): of one that is still
 * the first, or of any with `share`. */
void goals_at_infinity(struct goals *, const struct frames *, const struct options *, struct stats *,
                       const struct goals_conclusion *, void *engine);

#endif
