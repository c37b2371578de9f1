/* Commands as formulas: relations and weakest preconditions. */
#include "model/program_private.h"

term program_transition(struct program *program, program_command command, const u8s *frame,
                        term_list *inputs) {
    struct program_effect effect = {0};
    program_effect(program, command, &effect, inputs);
    u8s reads = {0}, writes = {0};
    program_uses(program, command, &reads, &writes);
    term_list all = {0};
    if (!term_is(program->terms, effect.guard, TERM_TRUE)) vec_push(&all, effect.guard);
    for (uint32_t v = 0; v < program->variables.size; v++) {
        if (!writes.data[v] && frame && !frame->data[v]) continue;
        vec_push(&all, term_eq(program->terms, program->variables.data[v].next, effect.values.data[v]));
    }
    term t = term_and(program->terms, all.data, all.size);
    vec_free(&all);
    vec_free(&reads);
    vec_free(&writes);
    program_effect_fini(&effect);
    return t;
}

static void bind(struct substitution *s, const struct program *program, const struct program_action *action) {
    if (action->kind == PROGRAM_HAVOC) {
        const struct program_site *site = &program->sites.data[action->site];
        substitution_bind(s, program->variables.data[site->variable].now, site->input);
    } else
        for (uint32_t i = 0; i < action->n; i++)
            substitution_bind(s, program->variables.data[action->assignments[i].variable].now,
                              action->assignments[i].value);
}

/* wp(assume b, post) = b and post;  wp(x := e, post) = post[e/x];  wp(havoc x, post) = post[input/x]. */
static term wp_action(struct program *program, const struct program_action *action, term post) {
    if (action->kind == PROGRAM_TAG) return post;
    if (action->kind == PROGRAM_ASSUME) {
        if (term_is(program->terms, post, TERM_TRUE)) return action->condition;
        return term_and2(program->terms, action->condition, post);
    }
    struct substitution s;
    substitution_init(&s, program->terms);
    bind(&s, program, action);
    post = substitution_apply(&s, post);
    substitution_fini(&s);
    return post;
}

/* Whether so many terms have been made since that it is time to stop. */
static bool too_many_terms(const struct program *program, uint32_t before, uint32_t points) {
    enum { PER_POINT = 8, AT_LEAST = 2000 };
    return (uint64_t)terms_size(program->terms) - before > AT_LEAST + (uint64_t)PER_POINT * points;
}

/* Point by point; TERM_NONE when that makes too many terms. */
static term wp_by_points(struct program *program, program_command command, term post) {
    struct program_descent walk;
    program_descent_init(&walk, program, command);
    term_list wp = {0}, branches = {0};
    vec_resize(&wp, walk.points.size);
    uint32_t before = terms_size(program->terms), i = walk.points.size;
    while (i-- && !too_many_terms(program, before, walk.points.size)) {
        struct program_node node = program_node(program, walk.points.data[i]);
        vec_clear(&branches);
        for (uint32_t j = 0; j < node.n; j++)
            vec_push(&branches, wp.data[program_walk_position(&walk, node.next[j])]);
        switch (node.kind) {
        case PROGRAM_END: wp.data[i] = post; break;
        case PROGRAM_STEP: wp.data[i] = wp_action(program, &node.action, branches.data[0]); break;
        case PROGRAM_CHOICE: wp.data[i] = term_or(program->terms, branches.data, branches.size); break;
        }
    }
    term t = wp.data[0];
    vec_free(&wp);
    vec_free(&branches);
    program_walk_fini(&walk);
    return t;
}

/* wp(c, post) = guard and post[values/X] */
static term wp_by_effect(struct program *program, program_command command, term post) {
    struct program_effect effect = {0};
    program_effect(program, command, &effect, NULL);
    struct substitution s;
    substitution_init(&s, program->terms);
    for (uint32_t v = 0; v < program->variables.size; v++)
        substitution_bind(&s, program->variables.data[v].now, effect.values.data[v]);
    term t = term_and2(program->terms, effect.guard, substitution_apply(&s, post));
    substitution_fini(&s);
    program_effect_fini(&effect);
    return t;
}

term program_wp(struct program *program, program_command command, term post) {
    term t = wp_by_points(program, command, post);
    return term_is_none(t) ? wp_by_effect(program, command, post) : t;
}
