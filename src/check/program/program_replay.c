#include "check/program/program_replay.h"

#include "check/program/lockstep_internal.h"
#include "check/program/program_dependence.h"
#include "check/program/program_task.h"
#include "check/program/program_walk.h"

enum { LONGEST = 5000000 /* edges of a run */ };

/* With `library` its functions do what they do; without they do nothing. */
static enum replay_outcome run(const struct program *program, const struct program_inputs *inputs,
                               const struct program_origin *origin, bool library, struct limits *limits,
                               struct text *why) {
    struct text harness = {0};
    struct program_task task;
    program_task_init(&task, program, inputs, origin, library, NULL, 0);
    program_harness_replay(&harness, program, inputs, origin);
    task.replay.harness = harness.data;
    enum replay_outcome outcome = replay(&task.replay, limits, why);
    program_task_fini(&task);
    text_fini(&harness);
    return outcome;
}

/* ---- with the automaton beside it ---- */

/* Whether it can tell about the run: its inputs are not too many, and main is called as the system does. */
static bool can_be_observed(const struct program_inputs *inputs, const struct program_origin *origin) {
    return origin->is_observed && inputs->list.size <= OBSERVE_INPUTS && !inputs->arguments.size &&
           program_starts_at_main(origin);
}

/* Like run(); the run is also one of the automaton, in what it tells, or *differs: whether it gets to an error, or
 * shows why it does not. */
static enum replay_outcome run_beside(struct program *program, const struct program_inputs *inputs,
                                      const struct program_origin *origin, struct observer *prepared,
                                      struct limits *limits, bool *differs, struct text *why) {
    struct observer *own = prepared ? NULL : observe_new(program, origin, true, limits),
                    *observer = prepared ? prepared : own;
    if (!observe_wait(observer, limits, why)) {
        observe_free(own);
        return limits && limits_reason(limits) != STOP_NONE ? REPLAY_TIMEOUT : REPLAY_FAILED;
    }
    observed_inputs given = {0};
    vec_each (const struct program_input, i, &inputs->list)
        vec_push(&given,
                 (struct observed_input){
                     .value = i->bits, .owner = i->function && *i->function ? observe_name(i->function) : 0});
    struct observed_run told = observe_run(observer, &given, true, limits, why);
    if (observe_is_run(&told)) {
        struct lockstep_walk walk;
        struct text where = {0};
        lockstep_walk_init(&walk, program, origin);
        *differs = lockstep_walk(&walk, &told, limits, &where) == LOCKSTEP_DIFFERS;
        if (*differs) {
            text_clear(why);
            lockstep_describe(why, &where, &told);
        }
        lockstep_walk_fini(&walk);
        text_fini(&where);
    }
    vec_free(&given);
    observe_free(own);
    return told.outcome;
}

void check_program_externals(const struct program_origin *origin, struct program_externals *out) {
    external_list list = {0};
    *out = (struct program_externals){0};
    replay_externals(origin->llvm, &list);
    vec_each (const struct external, e, &list)
        vec_push(&out->list, (struct program_external){.name = mem_strdup(e->name),
                                                       .is_function = e->kind == EXTERNAL_FUNCTION,
                                                       .type = e->type,
                                                       .noreturn = e->noreturn,
                                                       .per_thread = e->per_thread,
                                                       .size = e->size});
    externals_fini(&list);
}

static bool undecided(enum replay_outcome outcome) {
    return outcome == REPLAY_TIMEOUT || outcome == REPLAY_FAILED || outcome == REPLAY_CRASHED ||
           outcome == REPLAY_STOPPED || outcome == REPLAY_TRAPPED;
}

static bool uses_library(const struct program *program) {
    vec_each (const struct program_site, s, &program->sites)
        if (s->kind == PROGRAM_LIBRARY || s->kind == PROGRAM_UNSPECIFIED) return true;
    return false;
}

/* Why the machine need not do what the automaton does, though nothing else is open; NULL: it must. */
static const char *excuse(enum replay_outcome outcome) {
    return outcome == REPLAY_STARVED ? "more memory than a replay has" : NULL;
}

/* What it says about a trace that runs in the automaton when the program does not get to an error. A run that does not
 * depend on what functions of the library do is the same when they do nothing, which is all that can be done where they
 * ask the system for what it does not give. */
static enum program_replay conclude(enum replay_outcome outcome, struct program_inputs *inputs,
                                    struct program *program, const struct program_trace *trace,
                                    const struct program_origin *origin, struct limits *limits,
                                    struct text *why) {
    program_inputs_settle(inputs, program, trace);
    if (inputs->complete && outcome != REPLAY_FAILED && uses_library(program)) {
        text_clear(why);
        outcome = run(program, inputs, origin, false, limits, why);
        if (outcome == REPLAY_REACHED) return PROGRAM_REPLAYED;
    }
    const char *open = inputs->complete ? excuse(outcome) : inputs->reason;
    if (open) {
        text_clear(why);
        text_format(why, "the run depends on %s", open);
        return PROGRAM_INTERPRETED;
    }
    return undecided(outcome) ? PROGRAM_UNDECIDED : PROGRAM_NOT_REPRODUCED;
}

static enum program_replay interpret(const struct program *program, const struct program_trace *trace,
                                     struct limits *limits, struct text *why) {
    enum check_result result = check_program_trace(program, trace, limits, why);
    return result == CHECK_ACCEPTED   ? PROGRAM_INTERPRETED
           : result == CHECK_REJECTED ? PROGRAM_REJECTED
                                      : PROGRAM_UNDECIDED;
}

enum program_replay check_program_replay(struct program *program, const struct program_trace *trace,
                                         const struct program_origin *origin, struct observer *observer,
                                         struct limits *limits, struct text *why) {
    enum program_replay result = interpret(program, trace, limits, why);
    if (result != PROGRAM_INTERPRETED) return result;
    struct program_inputs inputs;
    if (!program_inputs_of(&inputs, program, trace)) {
        text_add(why, "the trace is no path to the error location");
        return PROGRAM_REJECTED;
    }
    bool differs = false;
    enum replay_outcome outcome = can_be_observed(&inputs, origin)
                                      ? run_beside(program, &inputs, origin, observer, limits, &differs, why)
                                      : run(program, &inputs, origin, true, limits, why);
    result = differs                     ? PROGRAM_REJECTED
             : outcome == REPLAY_REACHED ? PROGRAM_REPLAYED
                                         : conclude(outcome, &inputs, program, trace, origin, limits, why);
    program_inputs_fini(&inputs);
    return result;
}

/* ---- inputs ---- */

/* What enters on the way that is no input, and decides it. */
static bool depends(struct program *program, const struct program_trace *trace, struct text *why) {
    enum { OTHERS = ~(1u << PROGRAM_INPUT | 1u << PROGRAM_RETURNED) };
    uint32_t site = program_dependence(program, trace, OTHERS);
    if (site == PROGRAM_NONE) return false;
    const struct program_site *s = &program->sites.data[site];
    text_format(why, "the run depends on %s", program_enters(program, site));
    if (s->position.line) text_format(why, " at line %u", s->position.line);
    return true;
}

/* The machine gets to the error, and the automaton does not. */
static enum check_result disagree(struct program *program, const struct program_walk *walk,
                                  struct text *why) {
    const struct program_edge *edge = walk->end == WALK_UNSUPPORTED ? &program->edges.data[walk->edge] : NULL;
    switch (walk->end) {
    case WALK_STOPPED: text_add(why, "the limits ran out"); return CHECK_UNDECIDED;
    case WALK_LONG: text_format(why, "the run has more than %d steps", LONGEST); return CHECK_UNDECIDED;
    case WALK_UNSUPPORTED:
        text_format(why, "unsupported: %s", edge->unsupported);
        if (edge->position.line)
            text_format(why, " at %s:%u", edge->position.file ? edge->position.file : "line",
                        edge->position.line);
        return CHECK_UNDECIDED;
    case WALK_ENDED: break;
    }
    if (depends(program, walk->trace, why)) return CHECK_UNDECIDED;
    text_add(why,
             "an error function is called when the program is run, but not by the program as it is read");
    return CHECK_REJECTED;
}

/* The program calls an error function with the inputs; does it as it was read? */
static enum check_result confirm(struct program *program, const struct program_inputs *inputs,
                                 struct limits *limits, struct text *why) {
    struct program_walk walk = program_walk(program, inputs, LONGEST, limits);
    enum check_result result =
        walk.reaches ? check_program_trace(program, walk.trace, limits, why) : disagree(program, &walk, why);
    program_trace_free(walk.trace);
    return result;
}

enum check_result check_program_inputs(struct program *program, const struct program_inputs *inputs,
                                       const struct program_origin *origin, struct limits *limits,
                                       struct text *why) {
    enum replay_outcome outcome = run(program, inputs, origin, true, limits, why);
    if (outcome == REPLAY_REACHED) return confirm(program, inputs, limits, why);
    bool open = undecided(outcome) || !inputs->complete || excuse(outcome);
    if (!open && uses_library(program)) { /* does the run depend on it? Without a trace nobody knows */
        struct text ignored = {0};
        open = run(program, inputs, origin, false, limits, &ignored) == REPLAY_REACHED;
        text_fini(&ignored);
    }
    return open ? CHECK_UNDECIDED : CHECK_REJECTED;
}
