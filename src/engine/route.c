#include "engine/route.h"

#include <string.h>

enum { SHORT_WORK = 2000000 }; /* of route_try: less than a second */

void routes_init(struct routes *all, struct engine_task *task) {
    *all = (struct routes){.task = task, .program = task->model.program, .bank = task->model.program->terms};
    all->context = smt_context_new(all->bank, task->limits);
    all->theories = program_theories(task->model.program);
    all->edges = mem_new_array(struct route_edge, task->model.program->edges.size);
    for (uint32_t s = 0; s < task->model.program->sites.size; s++)
        hash_map_put(&all->site_of, task->model.program->sites.data[s].input.id, s);
}

void routes_fini(struct routes *all) {
    for (uint32_t e = 0; e < all->program->edges.size; e++) {
        program_effect_fini(&all->edges[e].effect);
        vec_free(&all->edges[e].inputs);
        vec_free(&all->edges[e].sites);
        route_free(all->edges[e].alone);
    }
    mem_free(all->edges);
    vec_each (struct route *, c, &all->kept) route_free(*c);
    vec_free(&all->kept);
    smt_context_free(all->context);
    hash_map_free(&all->copies);
    hash_map_free(&all->site_of);
}

const struct route_edge *routes_edge(struct routes *all, uint32_t edge) {
    struct route_edge *e = &all->edges[edge];
    if (e->ready) return e;
    program_effect(all->program, all->program->edges.data[edge].command, &e->effect, &e->inputs);
    vec_each (const term, input, &e->inputs) vec_push(&e->sites, hash_map_get(&all->site_of, input->id));
    e->ready = true;
    return e;
}

term routes_copy(struct routes *all, term input, uint32_t step) {
    if (!step) return input;
    uint64_t key = (uint64_t)input.id << 32 | step;
    uint32_t found = hash_map_get(&all->copies, key);
    if (found != HASH_NONE) return (term){found};
    term copy = term_fresh(all->bank, term_name(all->bank, input), term_sort(all->bank, input));
    hash_map_put(&all->copies, key, copy.id);
    return copy;
}

/* What the edge does, with the state before it and the copies of its inputs put in. */
static struct substitution arrival(struct route *c, const struct route_edge *e, const term_list *state,
                                   uint32_t step) {
    struct substitution s;
    substitution_init(&s, c->all->bank);
    for (uint32_t v = 0; v < state->size; v++)
        substitution_bind(&s, c->all->program->variables.data[v].now, state->data[v]);
    for (uint32_t i = 0; step && i < e->inputs.size; i++)
        substitution_bind(&s, e->inputs.data[i], routes_copy(c->all, e->inputs.data[i], step));
    return s;
}

static void compose(struct route *c) {
    struct routes *all = c->all;
    term_list state = {0}, guards = {0};
    vec_each (const struct program_variable, v, &all->program->variables) vec_push(&state, v->now);
    for (uint32_t step = 0; step < c->edges.size; step++) {
        const struct route_edge *e = routes_edge(all, c->edges.data[step]);
        struct substitution s = arrival(c, e, &state, step);
        vec_push(&guards, substitution_apply(&s, e->effect.guard));
        for (uint32_t v = 0; v < state.size; v++)
            state.data[v] = substitution_apply(&s, e->effect.values.data[v]);
        vec_each (const term, input, &e->inputs) vec_push(&c->inputs, routes_copy(all, *input, step));
        substitution_fini(&s);
    }
    c->guard = term_and(all->bank, guards.data, guards.size);
    substitution_init(&c->after, all->bank);
    for (uint32_t v = 0; v < state.size; v++)
        substitution_bind(&c->after, all->program->variables.data[v].now, state.data[v]);
    vec_free(&state);
    vec_free(&guards);
}

static void build(struct route *c, enum smt_purpose purpose) {
    struct routes *all = c->all;
    smt_free(c->smt);
    c->smt = smt_new(all->bank, &(struct smt_settings){.context = all->context,
                                                       .theories = all->theories,
                                                       .purpose = purpose,
                                                       .limits = all->task->limits,
                                                       .stats = all->task->stats,
                                                       .seed = (uint32_t)all->task->options->seed});
    smt_work_limit(c->smt, SHORT_WORK);
    smt_assert(c->smt, c->guard);
    hash_map_clear(&c->now_of);
    hash_map_clear(&c->after_of);
    c->switches = 0;
    c->pushed = false;
}

struct route *route_new(struct routes *all, const uint32_t *edges, uint32_t n, enum smt_purpose purpose) {
    struct route *c = mem_new(struct route);
    *c = (struct route){.all = all};
    vec_append(&c->edges, edges, n);
    compose(c);
    build(c, purpose);
    return c;
}

void route_free(struct route *c) {
    if (!c) return;
    smt_free(c->smt);
    substitution_fini(&c->after);
    vec_free(&c->edges);
    vec_free(&c->inputs);
    vec_free(&c->assumptions);
    hash_map_free(&c->now_of);
    hash_map_free(&c->after_of);
    mem_free(c);
}

static bool is_of(const struct route *c, const uint32_t *edges, uint32_t n) {
    return c->edges.size == n && !memcmp(c->edges.data, edges, n * sizeof *edges);
}

/* Takes a kept route out of its place. */
static struct route *take_out(struct routes *all, uint32_t i) {
    struct route *c = all->kept.data[i];
    memmove(&all->kept.data[i], &all->kept.data[i + 1], (all->kept.size - i - 1) * sizeof *all->kept.data);
    (void)vec_pop(&all->kept);
    return c;
}

struct route *routes_get(struct routes *all, const uint32_t *edges, uint32_t n) {
    enum { KEPT = 24 };
    if (n == 1) {
        struct route_edge *e = &all->edges[edges[0]];
        if (!e->alone) e->alone = route_new(all, edges, 1, SMT_INCREMENTAL);
        return e->alone;
    }
    struct route *c = NULL;
    for (uint32_t i = all->kept.size; !c && i-- > 0;)
        if (is_of(all->kept.data[i], edges, n)) c = take_out(all, i);
    if (!c) c = route_new(all, edges, n, SMT_INCREMENTAL);
    if (all->kept.size == KEPT) route_free(take_out(all, 0));
    vec_push(&all->kept, c);
    return c;
}

term route_after(struct route *c, term formula) {
    return substitution_apply(&c->after, formula);
}

/* A literal that implies the formula. */
static smt_lit switch_of(struct route *c, struct hash_map *table, term subject, term formula) {
    uint32_t code = hash_map_get(table, subject.id);
    if (code != HASH_NONE) return (smt_lit){code};
    assert(!c->pushed);
    term on = term_fresh(c->all->bank, "on", sort_bool());
    smt_assert(c->smt, term_implies(c->all->bank, on, formula));
    smt_lit lit = smt_label(c->smt, on);
    hash_map_put(table, subject.id, lit.code);
    c->switches++;
    return lit;
}

/* Switches of formulas that nobody asks about any more slow the solver down: then it is made anew. */
void route_begin(struct route *c) {
    enum { MANY_SWITCHES = 3000 };
    if (c->pushed) smt_pop(c->smt);
    c->pushed = false;
    vec_clear(&c->assumptions);
    if (c->switches > MANY_SWITCHES) build(c, SMT_INCREMENTAL);
}

void route_assume(struct route *c, term formula) {
    vec_push(&c->assumptions, switch_of(c, &c->now_of, formula, formula));
}

void route_assume_after(struct route *c, term formula) {
    vec_push(&c->assumptions, switch_of(c, &c->after_of, formula, route_after(c, formula)));
}

void route_also(struct route *c, term formula) {
    if (!c->pushed) smt_push(c->smt);
    c->pushed = true;
    smt_assert(c->smt, formula);
}

enum smt_result route_try(struct route *c) {
    if (limits_stopped(c->all->task->limits)) return SMT_UNKNOWN;
    return smt_check(c->smt, c->assumptions.data, c->assumptions.size);
}

/* Few queries need it: changing the limit back and forth for each would cost more than they do. */
enum smt_result route_ask(struct route *c) {
    enum smt_result result = route_try(c);
    if (result != SMT_UNKNOWN || limits_stopped_slow(c->all->task->limits)) return result;
    smt_work_limit(c->smt, 0);
    result = route_try(c);
    smt_work_limit(c->smt, SHORT_WORK);
    return result;
}

bool route_in_core(struct route *c, uint32_t i) {
    return smt_in_core(c->smt, i);
}

term route_value(struct route *c, term t) {
    return smt_value(c->smt, t);
}

term route_value_after(struct route *c, term t) {
    return smt_value(c->smt, route_after(c, t));
}
