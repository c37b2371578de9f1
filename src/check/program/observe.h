/* A program that tells about its run: compiled once, then run in confinement (check/replay/replay.h) with inputs that
 * change from run to run. What is compiled has calls for that at loop heads, at points where something is decided, and
 * behind calls of functions without body (format/c/probes.h); what functions of the environment return comes from
 * memory that the program shares with us, and there it writes down what happens:
 *
 *     OBSERVED_PLACE    number      the run is at a place, struct program_probe
 *     OBSERVED_VALUE    key, value  there: what a variable or operand holds, struct program_origin
 *     OBSERVED_RESULT   key, value  a function without body has returned
 *     OBSERVED_INPUT    name, value an input was taken: the number is observe_name() of its function
 *
 * So everything up to the end is there whatever ends the run. The program could write what it likes: who compares
 * believes no more than what two sources agree on. */
#ifndef INDUCT_CHECK_PROGRAM_OBSERVE_H
#define INDUCT_CHECK_PROGRAM_OBSERVE_H

#include "check/program/program_inputs.h"
#include "check/replay/replay.h"

enum observed_kind { OBSERVED_PLACE = 1, OBSERVED_VALUE, OBSERVED_RESULT, OBSERVED_INPUT };
struct observed_event {
    uint32_t kind, number;
    uint64_t value;
};
uint32_t observe_name(const char *function);

/* An input is for the function of that name only: others that come before it get zero. 0: for any. */
struct observed_input {
    uint64_t value;
    uint32_t owner, unused;
};
typedef VEC(struct observed_input) observed_inputs;

enum {
    OBSERVE_INPUTS = 4096, /* of a run, at most */
    /* What functions return that are not of the verifier's is cut to these bits if it is for any: it is often in some
     * range. */
    OBSERVE_MODEST = 127
};

struct observed_run {
    enum replay_outcome outcome;
    bool cut;                            /* the run was ended by us, or not all of it was said */
    const struct observed_event *events; /* [0..n[, until the next run */
    uint32_t n;
};

/* The compiler works in a thread of its own until the first run, so whoever will need it asks early. With `library` its
 * functions do what they do, without they return zero and do nothing (program_harness.h). Of the automaton nothing is
 * needed any more when this returns; of the origin, what it points to. Limits may be NULL; the deadline counts. */
struct observer *observe_new(const struct program *, const struct program_origin *, bool library,
                             struct limits *);
/* The same of the program's text, by another translator: it tells of inputs alone. Where there is no gcc, clang does
 * it, with optimisation too. The origin itself must live as long. */
struct observer *observe_translated(const struct program *, const struct program_origin *,
                                    enum replay_translator, struct limits *);
enum replay_translator observe_translator(const struct observer *); /* after observe_wait() */
/* Waits until it can be run. False, and a sentence: it cannot, or the limits ran out. */
bool observe_wait(struct observer *, struct limits *, struct text *why);
/* Runs it, which can be run, with these inputs, in order; whoever takes more ends the run, and so does who says more
 * than there is room for. With `whole` the run goes on: inputs are zero then, and nothing more is said. `why`: as in
 * replay.h. */
struct observed_run observe_run(struct observer *, const observed_inputs *, bool whole, struct limits *,
                                struct text *why);
/* Whether it can be compared: whatever ended it, what it told until then can. */
static inline bool observe_is_run(const struct observed_run *run) {
    return run->outcome == REPLAY_ENDED || run->outcome == REPLAY_REACHED ||
           (run->outcome != REPLAY_FAILED && run->n);
}
void observe_free(struct observer *);
/* What a parameter of the function where runs start gets, in every run; false: it is nothing that can be said. */
bool observe_argument(const struct program *, const struct program_origin *, const struct program_parameter *,
                      uint64_t *value);

#endif
