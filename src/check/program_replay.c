#include "check/program_replay.h"

#include "evidence/program_harness.h"
#include "replay/replay.h"

static enum replay_outcome run(const struct cfa *cfa, const struct program_inputs *inputs,
                               const struct program_origin *origin, struct limits *limits, struct text *why) {
    struct text harness = {0};
    program_names_list supplied = {0};
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
                               .hides_main = origin->entry && strcmp(origin->entry, "main")};
    enum replay_outcome outcome = replay(&task, limits, why);
    vec_free(&supplied);
    text_fini(&harness);
    return outcome;
}

static bool undecided(enum replay_outcome outcome) {
    return outcome == REPLAY_TIMEOUT || outcome == REPLAY_FAILED || outcome == REPLAY_CRASHED ||
           outcome == REPLAY_STOPPED;
}

enum program_replay check_program_replay(struct cfa *cfa, const struct cfa_trace *trace,
                                         const struct program_origin *origin, struct limits *limits,
                                         struct text *why) {
    enum check_result interpreted = check_program_trace(cfa, trace, limits, why);
    if (interpreted != CHECK_ACCEPTED)
        return interpreted == CHECK_REJECTED ? PROGRAM_REJECTED : PROGRAM_UNDECIDED;
    struct program_inputs inputs;
    if (!program_inputs_of(&inputs, cfa, trace)) {
        text_add(why, "the trace does not run");
        return PROGRAM_REJECTED;
    }
    enum replay_outcome outcome = run(cfa, &inputs, origin, limits, why);
    enum program_replay result = PROGRAM_NOT_REPRODUCED;
    if (outcome == REPLAY_REACHED) {
        result = PROGRAM_REPLAYED;
    } else if (!inputs.complete || outcome == REPLAY_TRAPPED) {
        result = PROGRAM_INTERPRETED;
        text_clear(why);
        text_format(why, "the run depends on %s",
                    inputs.complete ? "the result of a division that the machine does not have"
                                    : inputs.reason);
    } else if (undecided(outcome)) {
        result = PROGRAM_UNDECIDED;
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
