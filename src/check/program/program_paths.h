/* Inside the obligations of programs: the walk along the paths from one location. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_PATHS_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_PATHS_H

#include "check/program/program_obligations.h"

/* Where a set of paths got to: under which condition, and with which values. */
struct place {
    term reached;     /* TERM_NONE: no path leads here */
    term_list values; /* by variable; TERM_NONE: nobody asks for it any more */
};
typedef VEC(struct place) place_list;

struct program_obligations {
    const struct program *program;
    const struct program_invariant *invariant;
    struct terms *bank;
    VEC(u32s) outgoing;     /* edges by location */
    u32s order;             /* by location outside of the set: its place in a topological order of these */
    bool initial_done;      /* the obligation about the initial location */
    uint32_t next;          /* the next location to start from */
    struct hash_map inputs; /* edge << 32 | site -> the variable for its value */
    u32s taken;             /* by edge: id of the Boolean that chooses it; 0: none yet */
    struct hash_map index;  /* variable's term -> its number */
    /* The paths from one location. */
    u32s region;       /* the start, then the locations outside of the set, in topological order */
    u8s seen;          /* by location: in the region or led to from it */
    u8s relevant;      /* by location: it claims something, or leads to what does */
    VEC(u8s) needed;   /* by location: which values somebody asks for */
    place_list places; /* by location */
};

/* Follows the paths from a location: afterwards `places` has, for every location of the set that they get to and that
 * claims something, under which condition and with which values; `seen` tells which locations these may be. */
void program_paths_follow(struct program_obligations *, uint32_t start);
/* The term with values for the variables; TERM_NONE when one of them has none. */
term program_paths_at(const struct program_obligations *, term, const term_list *values);

static inline bool program_in_set(const struct program_obligations *o, uint32_t location) {
    return location == o->program->error || !term_is_none(o->invariant->at.data[location]);
}

#endif
