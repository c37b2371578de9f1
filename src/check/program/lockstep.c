#include "check/program/lockstep_internal.h"

#include "check/program/second.h"

#include <inttypes.h>

enum { MOST_SHOWN = 8 /* inputs */, SHARE = 4 /* one run in so many is repeated by another compiler */ };

static bool has_inputs(const struct program *program) {
    vec_each (const struct program_site, s, &program->sites)
        if (program_is_given(s)) return true;
    return false;
}

static void show_inputs(struct text *why, const struct observed_run *run) {
    uint32_t shown = 0;
    for (uint32_t i = 0; i < run->n && shown < MOST_SHOWN; i++)
        if (run->events[i].kind == OBSERVED_INPUT) {
            text_format(why, " %" PRId64, (int64_t)run->events[i].value);
            shown++;
        }
    text_add(why, shown == MOST_SHOWN ? " ..." : shown ? "" : " none");
}

void lockstep_describe(struct text *why, const struct text *where, const struct observed_run *run) {
    text_format(
        why, "the program as it is read differs from what it does when it is run: %s; inputs:", where->data);
    show_inputs(why, run);
}

static void list_line(struct text *lines, const struct program_position *p, bool passed) {
    if (!lines) return;
    text_add(lines, passed ? "+" : "-");
    text_in_line(lines, p->file ? p->file : "");
    text_format(lines, ":%u\n", p->line);
}

/* Lines on edges, each once: a line was executed when some edge that begins there was. */
static void count_lines(const struct lockstep_walk *w, struct lockstep *out, struct text *lines) {
    struct hash_map all = {0}, passed = {0};
    for (uint32_t e = 0; e < w->program->edges.size; e++) {
        const struct program_position *p = &w->program->edges.data[e].position;
        if (p->line && w->passed.data[e]) hash_map_put(&passed, p->line, 1);
    }
    for (uint32_t e = 0; e < w->program->edges.size; e++) {
        const struct program_position *p = &w->program->edges.data[e].position;
        if (!p->line || hash_map_get(&all, p->line) != HASH_NONE) continue;
        hash_map_put(&all, p->line, 1);
        list_line(lines, p, hash_map_get(&passed, p->line) != HASH_NONE);
    }
    out->of = all.size;
    out->lines = passed.size;
    hash_map_free(&all);
    hash_map_free(&passed);
}

struct observer *lockstep_prepare(const struct program *program, const struct program_origin *origin,
                                  struct limits *limits) {
    return observe_new(program, origin, true, limits);
}

void lockstep_unprepare(struct observer *observer) {
    observe_free(observer);
}

struct second *lockstep_prepare_second(const struct program *program, const struct program_origin *origin,
                                       struct limits *limits) {
    return second_new(program, origin, limits);
}

void lockstep_unprepare_second(struct second *second) {
    second_free(second);
}

/* A run that another compiler is to repeat: what it was given, and which inputs it took. */
struct repeated {
    observed_inputs inputs;
    VEC(struct observed_event) taken;
    enum replay_outcome outcome;
};
typedef VEC(struct repeated) repeated_list;

static void repeat(repeated_list *list, const observed_inputs *inputs, const struct observed_run *run) {
    struct repeated r = {.outcome = run->outcome};
    vec_append(&r.inputs, inputs->data, inputs->size);
    for (uint32_t i = 0; i < run->n; i++)
        if (run->events[i].kind == OBSERVED_INPUT) vec_push(&r.taken, run->events[i]);
    vec_push(list, r);
}

static void free_repeated(repeated_list *list) {
    vec_each (struct repeated, r, list) {
        vec_free(&r->inputs);
        vec_free(&r->taken);
    }
    vec_free(list);
}

/* The runs, with one observer. Of those that agree the first ones are kept, as many as are to be repeated. */
static enum check_result compare(struct lockstep_walk *w, struct observer *observer,
                                 const struct lockstep_plan *plan, struct limits *limits,
                                 struct lockstep *out, repeated_list *kept, struct text *why) {
    uint64_t end = clock_us() + (uint64_t)(plan->seconds * 1e6);
    enum check_result result = CHECK_ACCEPTED;
    uint32_t runs = has_inputs(w->program) ? plan->runs : 1;
    struct text where = {0}, ended = {0};
    observed_inputs inputs = {0};
    for (uint32_t i = 0; i < runs && result == CHECK_ACCEPTED && (i == 0 || clock_us() < end); i++) {
        vec_clear(&inputs);
        text_clear(&ended);
        lockstep_inputs(w->program, w->origin, plan->seed, i, &inputs);
        struct observed_run run = observe_run(observer, &inputs, false, limits, &ended);
        if (limits && limits_stopped_slow(limits)) result = CHECK_UNDECIDED;
        if (result != CHECK_ACCEPTED || !observe_is_run(&run)) continue;
        out->runs++;
        if (lockstep_walk(w, &run, limits, &where) == LOCKSTEP_DIFFERS) {
            lockstep_describe(why, &where, &run);
            result = CHECK_REJECTED;
        } else if (plan->second && kept->size * SHARE < runs) {
            repeat(kept, &inputs, &run);
        }
    }
    text_fini(&where);
    text_fini(&ended);
    vec_free(&inputs);
    return result;
}

/* A quarter of the runs once more, by another compiler. */
static enum check_result compare_second(const struct lockstep_walk *w, const repeated_list *kept,
                                        const struct lockstep_plan *plan, struct limits *limits,
                                        struct lockstep *out, struct text *why) {
    struct text ignored = {0};
    bool ready = kept->size && second_wait(plan->second, limits, &ignored);
    text_fini(&ignored);
    uint64_t end = clock_us() + (uint64_t)(plan->seconds * 1e6 / SHARE);
    enum second_end found = SECOND_AGREES;
    for (uint32_t i = 0; ready && i < kept->size && found == SECOND_AGREES && (i == 0 || clock_us() < end);
         i++) {
        if (limits && limits_stopped_slow(limits)) break;
        const struct repeated *r = &kept->data[i];
        const struct observed_run first = {
            .outcome = r->outcome, .events = r->taken.data, .n = r->taken.size};
        found = second_run(plan->second, w->program, &first, &r->inputs, limits, why);
        out->second_runs++;
        if (found != SECOND_AGREES) {
            text_add(why, "; inputs:");
            show_inputs(why, &first);
        }
    }
    out->unspecified = found == SECOND_UNSPECIFIED;
    if (limits && limits_stopped_slow(limits)) return CHECK_UNDECIDED;
    return found == SECOND_AGREES     ? CHECK_ACCEPTED
           : found == SECOND_REJECTED ? CHECK_REJECTED
                                      : CHECK_UNDECIDED;
}

static enum check_result wait_and_compare(struct lockstep_walk *w, struct observer *observer,
                                          const struct lockstep_plan *plan, struct limits *limits,
                                          struct lockstep *out, struct text *why) {
    if (observe_wait(observer, limits, why)) {
        repeated_list kept = {0};
        enum check_result result = compare(w, observer, plan, limits, out, &kept, why);
        if (result == CHECK_ACCEPTED) result = compare_second(w, &kept, plan, limits, out, why);
        free_repeated(&kept);
        return result;
    }
    return limits && limits_stopped_slow(limits) ? CHECK_UNDECIDED : CHECK_ACCEPTED;
}

enum check_result check_lockstep(struct program *program, const struct program_invariant *invariant,
                                 const struct program_origin *origin, struct observer *observer,
                                 const struct lockstep_plan *plan, struct limits *limits,
                                 struct lockstep *out, struct text *why) {
    *out = (struct lockstep){0};
    if (!plan->runs) return CHECK_ACCEPTED;
    struct lockstep_walk w;
    struct observer *own = observer ? NULL : observe_new(program, origin, true, limits);
    lockstep_walk_init(&w, program, origin);
    w.invariant = invariant;
    enum check_result result = wait_and_compare(&w, observer ? observer : own, plan, limits, out, why);
    if (result == CHECK_ACCEPTED && !out->runs &&
        !why->size) { /* the library asks for what it may not have */
        struct observer *without = observe_new(program, origin, false, limits);
        result = wait_and_compare(&w, without, plan, limits, out, why);
        observe_free(without);
    }
    if (result == CHECK_ACCEPTED && !out->runs && !why->size) text_add(why, "no run came to an end");
    out->probes = w.n_probes;
    out->values = w.n_values;
    out->states = w.n_states;
    count_lines(&w, out, plan->lines);
    lockstep_walk_fini(&w);
    observe_free(own);
    return result;
}
