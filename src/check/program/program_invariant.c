/* Judges invariants of programs: the obligations of check/program/program_obligations.h, one solver for each location
 * from which paths start. */
#include "check/program/check_program.h"

#include "check/system/asking.h"
#include "check/system/bits.h"
#include "check/system/external.h"
#include "check/program/program_obligations.h"
#include "check/program/program_script.h"
#include "smt/smt.h"

struct judging {
    const struct program *program;
    enum check_judge by;
    struct limits *limits;
    struct text *why;
};

static const char *name_of(const struct judging *j, uint32_t location) {
    return j->program->locations.data[location].name;
}

static void say_refuted(struct judging *j, const struct program_obligation *o, uint32_t failing) {
    uint32_t to = o->goal_at.data[failing];
    text_clear(j->why);
    if (o->initial)
        text_add(j->why, "initial: the formula at the initial location is not valid");
    else if (to == j->program->error)
        text_format(j->why, "safety: the formula at %s allows a path to the error location",
                    name_of(j, o->from));
    else
        text_format(j->why, "step: the formula at %s does not imply the one at %s on every path",
                    name_of(j, o->from), name_of(j, to));
}

static enum check_result judge_inside(struct judging *j, const struct program_obligation *o) {
    struct terms *b = j->program->terms;
    term_list roots = {0};
    vec_push(&roots, o->fact);
    vec_append(&roots, o->goals.data, o->goals.size);
    bool by_bits = j->by == CHECK_BY_DEFAULT && bits_fit(b, roots.data, roots.size);
    vec_free(&roots);
    if (!by_bits && !smt_available(j->why)) return CHECK_UNDECIDED;
    struct asking *a = by_bits ? asking_bits(b, j->limits) : asking_z3(b, j->limits);
    uint32_t failing = 0;
    asking_fact(a, o->fact);
    enum check_result result = asking_follows(a, o->goals.data, o->goals.size, &failing, j->why);
    asking_free(a);
    if (result == CHECK_REJECTED) say_refuted(j, o, failing);
    return result;
}

static enum check_result judge_outside(struct judging *j, const struct program_obligation *o) {
    struct text script = {0};
    program_script_obligation(&script, j->program, o);
    enum check_result result = external_cvc5(&script, j->limits, j->why);
    text_fini(&script);
    if (result == CHECK_REJECTED) say_refuted(j, o, o->goals.size - 1);
    return result;
}

/* Paths to the error location say nothing about formulas. */
static void drop_safety(const struct program *program, struct program_obligation *o) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < o->goals.size; i++) {
        if (o->goal_at.data[i] == program->error) continue;
        o->goals.data[kept] = o->goals.data[i];
        o->goal_at.data[kept++] = o->goal_at.data[i];
    }
    vec_shrink(&o->goals, kept);
    vec_shrink(&o->goal_at, kept);
}

enum check_result check_program_start(const struct program *program,
                                      const struct program_invariant *invariant, enum check_judge by,
                                      struct limits *limits, struct text *why) {
    struct program_obligations *all = program_obligations_new(program, invariant, why);
    if (!all) return CHECK_UNDECIDED;
    struct judging j = {
        .program = program, .by = by == CHECK_BY_CVC5 ? CHECK_BY_DEFAULT : by, .limits = limits, .why = why};
    enum check_result result = CHECK_ACCEPTED;
    struct program_obligation o = {0};
    while (result == CHECK_ACCEPTED && program_obligations_next(all, &o)) {
        if (o.initial || o.from != program->initial) continue;
        drop_safety(program, &o);
        if (o.goals.size) result = judge_inside(&j, &o);
    }
    program_obligation_fini(&o);
    program_obligations_free(all);
    return result;
}

static enum check_result judge(struct judging *j, struct program_obligations *all) {
    enum check_result result = CHECK_ACCEPTED;
    struct program_obligation o = {0};
    while (result == CHECK_ACCEPTED && program_obligations_next(all, &o)) {
        if (j->limits && limits_stopped_slow(j->limits)) {
            text_add(j->why, "the limits ran out");
            result = CHECK_UNDECIDED;
        } else {
            result = j->by == CHECK_BY_CVC5 ? judge_outside(j, &o) : judge_inside(j, &o);
        }
    }
    program_obligation_fini(&o);
    return result;
}

enum check_result check_program_invariant(const struct program *program,
                                          const struct program_invariant *invariant, enum check_judge by,
                                          struct limits *limits, struct text *why) {
    struct program_obligations *all = program_obligations_new(program, invariant, why);
    if (!all) return CHECK_REJECTED;
    struct judging j = {.program = program, .by = by, .limits = limits, .why = why};
    enum check_result result = judge(&j, all);
    program_obligations_free(all);
    return result;
}
