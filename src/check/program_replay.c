#include "check/program_replay.h"

#include "evidence/program_harness.h"
#include "replay/replay.h"

enum {
    MANY = 1000, /* inputs */
    LONG = 50000 /* edges */
};

static enum replay_outcome run(const struct cfa *cfa, const struct program_inputs *inputs,
                               const struct program_origin *origin, struct limits *limits, struct text *why) {
    struct text harness = {0};
    program_names_list supplied = {0};
    if (inputs->list.size > MANY)
        program_harness_dense(&harness, cfa, inputs, origin);
    else
        program_harness(&harness, cfa, inputs, origin);
    program_harness_supplied(cfa, origin, &supplied);
    struct replay_task task = {.source = origin->file,
                               .bytes = origin->bytes,
                               .size = origin->size,
                               .ilp32 = origin->ilp32,
                               .arguments = origin->options,
                               .n_arguments = origin->n_options,
                               .harness = harness.data,
                               .supplied = supplied.data,
                               .n_supplied = supplied.size,
                               .hides_main = program_harness_has_main(cfa, inputs, origin),
                               .entry = program_starts_at_main(origin) ? NULL : origin->entry};
    enum replay_outcome outcome = replay(&task, limits, why);
    vec_free(&supplied);
    text_fini(&harness);
    return outcome;
}

static bool undecided(enum replay_outcome outcome) {
    return outcome == REPLAY_TIMEOUT || outcome == REPLAY_FAILED || outcome == REPLAY_CRASHED ||
           outcome == REPLAY_STOPPED;
}

/* What it says about a trace that runs in the automaton when the program does not get to an error. */
static enum program_replay conclude(enum replay_outcome outcome, struct program_inputs *inputs,
                                    struct cfa *cfa, const struct cfa_trace *trace, struct text *why) {
    program_inputs_settle(inputs, cfa, trace);
    if (!inputs->complete || outcome == REPLAY_TRAPPED) {
        text_clear(why);
        text_format(why, "the run depends on %s",
                    inputs->complete ? "the result of a division that the machine does not have"
                                     : inputs->reason);
        return PROGRAM_INTERPRETED;
    }
    return undecided(outcome) ? PROGRAM_UNDECIDED : PROGRAM_NOT_REPRODUCED;
}

static enum program_replay interpret(const struct cfa *cfa, const struct cfa_trace *trace,
                                     struct limits *limits, struct text *why) {
    enum check_result result = check_program_trace(cfa, trace, limits, why);
    return result == CHECK_ACCEPTED   ? PROGRAM_INTERPRETED
           : result == CHECK_REJECTED ? PROGRAM_REJECTED
                                      : PROGRAM_UNDECIDED;
}

/* The same, and `why` stays as it is when the trace runs. */
static enum program_replay interpret_late(const struct cfa *cfa, const struct cfa_trace *trace,
                                          struct limits *limits, struct text *why) {
    struct text why_not = {0};
    enum program_replay result = interpret(cfa, trace, limits, &why_not);
    if (result != PROGRAM_INTERPRETED) {
        text_clear(why);
        text_add(why, why_not.data ? why_not.data : "");
    }
    text_fini(&why_not);
    return result;
}

enum program_replay check_program_replay(struct cfa *cfa, const struct cfa_trace *trace,
                                         const struct program_origin *origin, struct limits *limits,
                                         struct text *why) {
    bool is_long = trace->edges.size > LONG;
    enum program_replay interpreted = is_long ? PROGRAM_INTERPRETED : interpret(cfa, trace, limits, why);
    if (interpreted != PROGRAM_INTERPRETED) return interpreted;
    struct program_inputs inputs;
    if (!program_inputs_of(&inputs, cfa, trace)) {
        text_add(why, "the trace is no path to the error location");
        return PROGRAM_REJECTED;
    }
    enum replay_outcome outcome = run(cfa, &inputs, origin, limits, why);
    enum program_replay result = PROGRAM_REPLAYED;
    if (outcome != REPLAY_REACHED) {
        result = is_long ? interpret_late(cfa, trace, limits, why) : PROGRAM_INTERPRETED;
        if (result == PROGRAM_INTERPRETED) result = conclude(outcome, &inputs, cfa, trace, why);
    }
    program_inputs_fini(&inputs);
    return result;
}

enum check_result check_program_inputs(const struct cfa *cfa, const struct program_inputs *inputs,
                                       const struct program_origin *origin, struct limits *limits,
                                       struct text *why) {
    enum replay_outcome outcome = run(cfa, inputs, origin, limits, why);
    if (outcome == REPLAY_REACHED) return CHECK_ACCEPTED;
    bool open = undecided(outcome) || !inputs->complete || outcome == REPLAY_TRAPPED;
    return open ? CHECK_UNDECIDED : CHECK_REJECTED;
}
