/* Commands as formulas: relations and weakest preconditions. */
#include "model/program_private.h"

term cfa_transition(struct cfa *cfa, cfa_command command, const u8s *frame, term_list *inputs) {
    struct cfa_effect effect = {0};
    cfa_effect(cfa, command, &effect, inputs);
    u8s reads = {0}, writes = {0};
    cfa_uses(cfa, command, &reads, &writes);
    term_list all = {0};
    if (!term_is(cfa->terms, effect.guard, TERM_TRUE)) vec_push(&all, effect.guard);
    for (uint32_t v = 0; v < cfa->variables.size; v++) {
        if (!writes.data[v] && frame && !frame->data[v]) continue;
        vec_push(&all, term_eq(cfa->terms, cfa->variables.data[v].next, effect.values.data[v]));
    }
    term t = term_and(cfa->terms, all.data, all.size);
    vec_free(&all);
    vec_free(&reads);
    vec_free(&writes);
    cfa_effect_fini(&effect);
    return t;
}

static void bind(struct substitution *s, const struct cfa *cfa, const struct cfa_action *action) {
    if (action->kind == CFA_HAVOC) {
        const struct cfa_site *site = &cfa->sites.data[action->site];
        substitution_bind(s, cfa->variables.data[site->variable].now, site->input);
    } else
        for (uint32_t i = 0; i < action->n; i++)
            substitution_bind(s, cfa->variables.data[action->assignments[i].variable].now,
                              action->assignments[i].value);
}

/* wp(assume b, post) = b and post;  wp(x := e, post) = post[e/x];  wp(havoc x, post) = post[input/x]. */
static term wp_action(struct cfa *cfa, const struct cfa_action *action, term post) {
    if (action->kind == CFA_TAG) return post;
    if (action->kind == CFA_ASSUME) {
        if (term_is(cfa->terms, post, TERM_TRUE)) return action->condition;
        return term_and2(cfa->terms, action->condition, post);
    }
    struct substitution s;
    substitution_init(&s, cfa->terms);
    bind(&s, cfa, action);
    post = substitution_apply(&s, post);
    substitution_fini(&s);
    return post;
}

/* Whether so many terms have been made since that it is time to stop. */
static bool too_many_terms(const struct cfa *cfa, uint32_t before, uint32_t points) {
    enum { PER_POINT = 8, AT_LEAST = 2000 };
    return (uint64_t)terms_size(cfa->terms) - before > AT_LEAST + (uint64_t)PER_POINT * points;
}

/* Point by point; TERM_NONE when that makes too many terms. */
static term wp_by_points(struct cfa *cfa, cfa_command command, term post) {
    struct cfa_walk walk;
    cfa_walk_init(&walk, cfa, command);
    term_list wp = {0}, branches = {0};
    vec_resize(&wp, walk.points.size);
    uint32_t before = terms_size(cfa->terms), i = walk.points.size;
    while (i-- && !too_many_terms(cfa, before, walk.points.size)) {
        struct cfa_node node = cfa_node(cfa, walk.points.data[i]);
        vec_clear(&branches);
        for (uint32_t j = 0; j < node.n; j++)
            vec_push(&branches, wp.data[cfa_walk_position(&walk, node.next[j])]);
        switch (node.kind) {
        case CFA_END: wp.data[i] = post; break;
        case CFA_STEP: wp.data[i] = wp_action(cfa, &node.action, branches.data[0]); break;
        case CFA_CHOICE: wp.data[i] = term_or(cfa->terms, branches.data, branches.size); break;
        }
    }
    term t = wp.data[0];
    vec_free(&wp);
    vec_free(&branches);
    cfa_walk_fini(&walk);
    return t;
}

/* wp(c, post) = guard and post[values/X] */
static term wp_by_effect(struct cfa *cfa, cfa_command command, term post) {
    struct cfa_effect effect = {0};
    cfa_effect(cfa, command, &effect, NULL);
    struct substitution s;
    substitution_init(&s, cfa->terms);
    for (uint32_t v = 0; v < cfa->variables.size; v++)
        substitution_bind(&s, cfa->variables.data[v].now, effect.values.data[v]);
    term t = term_and2(cfa->terms, effect.guard, substitution_apply(&s, post));
    substitution_fini(&s);
    cfa_effect_fini(&effect);
    return t;
}

term cfa_wp(struct cfa *cfa, cfa_command command, term post) {
    term t = wp_by_points(cfa, command, post);
    return term_is_none(t) ? wp_by_effect(cfa, command, post) : t;
}
