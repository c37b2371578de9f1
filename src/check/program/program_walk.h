/* Runs of a program as read that its inputs decide: which way they go, and where they end. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_WALK_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_WALK_H

#include "base/clock.h"
#include "check/program/program_inputs.h"

/* How a run ends that does not get to the error location. */
enum program_walk_end {
    WALK_ENDED,       /* no edge can be taken */
    WALK_UNSUPPORTED, /* at something that the reader could not express */
    WALK_LONG,        /* not within so many steps */
    WALK_STOPPED      /* the limits ran out */
};
struct program_walk {
    bool reaches; /* the error location */
    enum program_walk_end end;
    uint32_t edge;               /* WALK_UNSUPPORTED: it leads there */
    struct program_trace *trace; /* as far as it goes; the caller's */
};

/* What functions return comes from the inputs in order, zero where they end or are of another function; what else
 * enters is the default of its sort. Limits may be NULL. */
struct program_walk program_walk(struct program *, const struct program_inputs *, uint32_t steps,
                                 struct limits *);

/* The value of a sort that these bits are; of one that has no such values its default. */
term program_value_of_bits(struct terms *, sort, uint64_t bits, bool is_signed);

#endif
