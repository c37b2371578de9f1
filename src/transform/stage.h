/* Stages: from one model to the next on the way to an engine, each able to carry evidence back.
 *
 * A stage reads one model and makes another one, at the same level or a lower one (program, system, circuit),
 * that is as good for deciding the properties that are asked about. It owns what it makes. Evidence about the
 * result becomes evidence about the source:
 *
 *     trace_back       a trace of the result as a trace of the source
 *     invariant_back   an invariant of the result as one of the source, with all that the stage relied on
 *                      (merges, ranges, definitions)
 *     lemmas_back      clauses or formulas that are believed of the result, as such of the source: each by
 *                      itself, without what the stage relied on
 *     lemmas_forward   the other way
 *
 * Every mapping may fail, with a reason. A lemma that cannot be said exactly is dropped, never weakened; lemmas
 * are invariants in the sense of evidence.h whose conjuncts count one by one. NULL in the place of a mapping:
 * for evidence nothing changes, all lemmas are dropped.
 *
 * A chain (chain.h) is a list of stages; nobody else knows what stands between the file and the engine. */
#ifndef INDUCT_TRANSFORM_STAGE_H
#define INDUCT_TRANSFORM_STAGE_H

#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "evidence/evidence.h"

/* What every stage may use. */
struct stage_context {
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    const struct events *events;
    /* Of a program: edges that the reader could not express, instead of taking them for errors. */
    bool leave_out;
    /* The chain begins with a program: it was sliced, and evidence is to be about states alone. Set by the chain. */
    bool of_program;
};

enum stage_back {
    STAGE_CARRIED,
    STAGE_UNSAYABLE, /* the source has no words for it, or it would be too large */
    STAGE_WRONG      /* it is no evidence about the result: a bug of the engine or of a stage */
};

struct stage {
    const struct stage_kind *kind;
    uint64_t number; /* of all that its chain ever had */
    struct stage_context context;
    struct model from;   /* borrowed */
    struct model to;     /* the stage's, or `from` itself */
    u32s properties;     /* of `to`: positions in `from`; empty: the same ones */
    bool proves_nothing; /* `to` has fewer runs than `from`: an invariant is of no use there */
    bool idle;           /* there was nothing to do: the mappings change nothing either */
    void *own;           /* the kind's */
};

struct stage_kind {
    const char *name;
    enum level from, to;
    /* Sets `to` and what else it needs, or `idle`. `asked`: positions of the properties that are asked about;
     * the others may get lost. STATUS_UNSUPPORTED: the stage does not apply, for the reason in the message, if
     * there is one. */
    enum status (*apply)(struct stage *, const u32s *asked, struct messages *);
    enum stage_back (*trace_back)(struct stage *, struct evidence *, struct text *why);
    enum stage_back (*invariant_back)(struct stage *, struct evidence *, struct text *why);
    void (*lemmas_back)(struct stage *, struct evidence *);
    void (*lemmas_forward)(struct stage *, struct evidence *);
    void (*free)(struct stage *); /* of one that is not idle; NULL: it owns nothing */
};

/* For use by the stages: that there is nothing to do; that it cannot be said, or is wrong, and why. */
static inline enum status stage_rest(struct stage *s) {
    s->idle = true;
    return STATUS_OK;
}

static inline enum stage_back stage_fail(enum stage_back how, struct text *why, const char *reason) {
    text_add(why, reason);
    return how;
}

#endif
