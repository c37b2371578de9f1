/* The values of every signal along a trace, for showing it. (Judging it is check/'s, with a simulator of its
 * own.) */
#ifndef INDUCT_EVIDENCE_PLAYBACK_H
#define INDUCT_EVIDENCE_PLAYBACK_H

#include "aig/simulate.h"
#include "evidence/circuit_evidence.h"

struct playback {
    const struct circuit *circuit;
    const struct trace *trace;
    uint32_t step;
    uint8_t *values; /* enum ternary, per node */
    uint8_t *next;   /* per latch, scratch */
};

/* At step 0. Latches that the trace leaves open have their reset values, as far as those are known. */
void playback_init(struct playback *, const struct circuit *, const struct trace *);
void playback_fini(struct playback *);
bool playback_next(struct playback *); /* false at the last step */

static inline enum ternary playback_value(const struct playback *p, aig_lit l) {
    return simulate_ternary_value(p->values, l);
}

#endif
