/* One run of an engine on a circuit; everything that comes out is compared with explicit-state truth. */
#ifndef INDUCT_TESTS_RANDOM_TRIAL_H
#define INDUCT_TESTS_RANDOM_TRIAL_H

#include "oracle.h"

#include "base/options.h"
#include "base/random.h"
#include "base/text.h"
#include "engine/engine.h"

/* Without `preprocess` among the options the engine gets the circuit itself, unless that has reset
 * functions. */
struct trial {
    const char *name;
    const struct engine *engine;
    struct options options;
    uint64_t work;  /* as in engine_task */
    bool gossip;    /* there are others who tell lies */
    bool complete;  /* must decide every property */
    bool shortest;  /* counterexamples must have the least length */
    uint32_t finds; /* counterexamples of at most this many steps must be found; ORACLE_NEVER: all */
};

struct tally {
    uint64_t trials, safe, unsafe, unknown, certificates, tampered, tampered_accepted;
    uint64_t heard, believed; /* messages of liars; lemmas in them that the engine found to hold */
};

/* True when all is well; else `why` says what is wrong. Evidence is also tampered with, at random, and the
 * checkers must then say the same as the oracle. */
bool trial_run(const struct trial *, const struct circuit *, const struct oracle *, struct random *,
               struct tally *, struct text *why);

/* The options in which the trial differs from the defaults, as ` --set NAME=VALUE`... */
void trial_describe(const struct trial *, struct text *);

/* Writing the circuit as AIGER, both ways, and reading it back changes nothing. */
bool trial_round_trip(const struct circuit *, const struct oracle *, struct text *why);

#endif
