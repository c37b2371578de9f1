/* Smaller invariants of systems: a solver without cores says which parts are needed by being asked without them.
 *
 * Conjuncts leave in halves, quarters, ... and at last one by one, as long as the judge accepts what is left. What is
 * tried first is what has no variable in common with the property, not even by way of other conjuncts. A fixed amount
 * of work, by the size of the model, ends it. */
#include "check/judge/judge.h"
#include "logic/walk.h"

enum { WORK = 100000, ATTEMPTS = 100 }; /* terms judged, attempts */

struct attempt {
    const struct check_case *c;
    struct evidence *evidence;
    uint32_t left; /* attempts */
};

/* The conjuncts that are marked are kept, if the judge agrees. */
static bool keep(struct attempt *a, const bool *marked) {
    struct system_invariant *all = a->evidence->system_invariant, *part = system_invariant_new();
    part->depth = all->depth;
    part->simple_path = all->simple_path;
    for (uint32_t i = 0; i < all->conjuncts.size; i++)
        if (marked[i]) vec_push(&part->conjuncts, all->conjuncts.data[i]);
    struct evidence smaller = evidence_of_system_invariant(a->evidence->property, part);
    struct check_answer answer = check_evidence(a->c, &smaller);
    bool accepted = answer.result == CHECK_ACCEPTED;
    a->left--;
    if (accepted) {
        evidence_free(a->evidence);
        *a->evidence = smaller;
    } else
        evidence_free(&smaller);
    check_answer_fini(&answer);
    return accepted;
}

/* Those that have a variable in common with the property, or with one that has. */
static void keep_related(struct attempt *a) {
    const struct system *system = a->c->model.system;
    const term_list *conjuncts = &a->evidence->system_invariant->conjuncts;
    bool *marked = mem_new_array(bool, conjuncts->size + 1), changed = true, all = true;
    struct hash_map known = {0};
    term_list variables = {0};
    term good = system->properties.data[a->evidence->property].good;
    term_variables(system->terms, &good, 1, &variables);
    vec_each (const term, v, &variables) hash_map_put(&known, v->id, 1);
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < conjuncts->size; i++) {
            bool related = false;
            if (marked[i]) continue;
            vec_clear(&variables);
            term_variables(system->terms, &conjuncts->data[i], 1, &variables);
            vec_each (const term, v, &variables) related |= hash_map_get(&known, v->id) != HASH_NONE;
            if (!related) continue;
            vec_each (const term, v, &variables) hash_map_put(&known, v->id, 1);
            marked[i] = changed = true;
        }
    }
    for (uint32_t i = 0; i < conjuncts->size; i++) all &= marked[i];
    if (!all) keep(a, marked);
    vec_free(&variables);
    hash_map_free(&known);
    mem_free(marked);
}

static void keep_less(struct attempt *a) {
    uint32_t n = a->evidence->system_invariant->conjuncts.size;
    for (uint32_t chunk = (n + 1) / 2; chunk && a->left; chunk = chunk > 1 ? (chunk + 1) / 2 : 0) {
        for (uint32_t end = n; end && a->left && !(a->c->limits && limits_stopped_slow(a->c->limits));) {
            uint32_t start = end > chunk ? end - chunk : 0;
            bool *marked = mem_new_array(bool, n);
            for (uint32_t i = 0; i < n; i++) marked[i] = i < start || i >= end;
            if (keep(a, marked)) n -= end - start;
            mem_free(marked);
            end = start;
        }
    }
}

uint32_t minimize_system(const struct check_case *c, struct evidence *e) {
    const struct system *system = c->model.system;
    term_list roots = {0}, all = {0};
    uint32_t before = e->system_invariant->conjuncts.size;
    vec_each (const struct system_state, s, &system->states)
        if (!term_is_none(s->update)) vec_push(&roots, s->update);
    vec_append(&roots, e->system_invariant->conjuncts.data, before);
    term_collect(system->terms, roots.data, roots.size, &all);
    struct attempt a = {.c = c, .evidence = e, .left = WORK / (all.size + 1)};
    vec_free(&roots);
    vec_free(&all);
    if (a.left > ATTEMPTS) a.left = ATTEMPTS;
    if (a.left) keep_related(&a);
    if (a.left) keep_less(&a);
    return before - e->system_invariant->conjuncts.size;
}
