#include "format/btor2/btor2_certificate.h"

#include "format/btor2/btor2.h"
#include "logic/walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One point in time of the witness: the current step, or an earlier one that history states remember. */
struct moment {
    struct term_copier copier; /* variables of the model -> those of the moment */
    term filled;               /* whether it exists */
};

struct builder {
    const struct system *model;
    const struct system_invariant *invariant;
    struct system *witness;
    bool *state_needed, *input_needed;
    term_list obligations; /* conjuncts of the invariant of the witness */
};

bool btor2_certificate_fits(const struct system *system) {
    vec_each (const struct system_state, s, &system->states)
        if (!s->node) return false;
    vec_each (const struct system_input, i, &system->inputs)
        if (!i->node) return false;
    return true;
}

bool btor2_certificate_id(const char *name, uint64_t *id) {
    *id = 0;
    if (*name != '=') return true;
    char *end;
    if (!isdigit((unsigned char)name[1])) return false;
    *id = strtoull(name + 1, &end, 10);
    return !*end && *id;
}

/* ---- what is needed ---- */

static void mark(struct builder *b, term root, term_list *pending) {
    const struct system *m = b->model;
    term_list variables = {0};
    term_variables(m->terms, &root, 1, &variables);
    vec_append(pending, variables.data, variables.size);
    vec_free(&variables);
}

static void mark_needed(struct builder *b, term good) {
    const struct system *m = b->model;
    struct hash_map states = {0}, inputs = {0};
    term_list pending = {0};
    for (uint32_t i = 0; i < m->states.size; i++) hash_map_put(&states, m->states.data[i].now.id, i);
    for (uint32_t i = 0; i < m->inputs.size; i++) hash_map_put(&inputs, m->inputs.data[i].now.id, i);
    mark(b, good, &pending);
    vec_each (const term, c, &m->constraints) mark(b, *c, &pending);
    vec_each (const term, c, &b->invariant->conjuncts) mark(b, *c, &pending);
    while (pending.size) {
        term v = vec_pop(&pending);
        uint32_t state = hash_map_get(&states, v.id), input = hash_map_get(&inputs, v.id);
        if (input != HASH_NONE) b->input_needed[input] = true;
        if (state == HASH_NONE || b->state_needed[state]) continue;
        b->state_needed[state] = true;
        if (!term_is_none(m->states.data[state].update)) mark(b, m->states.data[state].update, &pending);
        if (!term_is_none(m->states.data[state].first)) mark(b, m->states.data[state].first, &pending);
    }
    vec_free(&pending);
    hash_map_free(&states);
    hash_map_free(&inputs);
}

/* ---- the model's part ---- */

static void copy_model(struct builder *b, struct moment *now) {
    const struct system *m = b->model;
    struct system *w = b->witness;
    for (uint32_t i = 0; i < m->inputs.size; i++) {
        if (!b->input_needed[i]) continue;
        char *name = mem_format("=%llu", (unsigned long long)m->inputs.data[i].node);
        sort sort = copier_sort(&now->copier, term_sort(m->terms, m->inputs.data[i].now));
        copier_bind(&now->copier, m->inputs.data[i].now, system_add_input(w, name, sort)->now);
        mem_free(name);
    }
    for (uint32_t i = 0; i < m->states.size; i++) {
        if (!b->state_needed[i]) continue;
        char *name = mem_format("=%llu", (unsigned long long)m->states.data[i].node);
        sort sort = copier_sort(&now->copier, term_sort(m->terms, m->states.data[i].now));
        copier_bind(&now->copier, m->states.data[i].now, system_add_state(w, name, sort, NULL)->now);
        mem_free(name);
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < m->states.size; i++) {
        if (!b->state_needed[i]) continue;
        struct system_state *s = &w->states.data[at++];
        if (!term_is_none(m->states.data[i].first))
            s->first = copier_apply(&now->copier, m->states.data[i].first);
        if (!term_is_none(m->states.data[i].update))
            s->update = copier_apply(&now->copier, m->states.data[i].update);
    }
    vec_each (const term, c, &m->constraints) vec_push(&w->constraints, copier_apply(&now->copier, *c));
}

/* ---- history ---- */

static void oblige(struct builder *b, term condition, term fact) {
    struct terms *t = b->witness->terms;
    vec_push(&b->obligations, term_is(t, condition, TERM_TRUE) ? fact : term_implies(t, condition, fact));
}

static void oblige_invariant(struct builder *b, struct moment *m) {
    vec_each (const term, c, &b->invariant->conjuncts) oblige(b, m->filled, copier_apply(&m->copier, *c));
}

/* A state that remembers a variable one step longer. */
static void remember_one(struct builder *b, struct moment *earlier, struct moment *later, term variable,
                         uint32_t *number) {
    char *name = mem_format("history%u", (*number)++);
    sort sort = copier_sort(&earlier->copier, term_sort(b->model->terms, variable));
    term value = copier_apply(&later->copier, variable);
    struct system_state *s = system_add_state(b->witness, name, sort, NULL);
    s->update = value;
    copier_bind(&earlier->copier, variable, s->now);
    mem_free(name);
}

static void remember(struct builder *b, struct moment *earlier, struct moment *later, uint32_t *number) {
    const struct system *m = b->model;
    struct terms *t = b->witness->terms;
    char *name = mem_format("filled%u", (*number)++);
    term one = term_bits_ui(t, 1, 1), zero = term_bits_ui(t, 0, 1);
    struct system_state *filled = system_add_state(b->witness, name, sort_bv(t, 1), NULL);
    filled->first = zero;
    filled->update = term_ite(t, later->filled, one, zero);
    copier_init(&earlier->copier, m->terms, t);
    earlier->filled = term_eq(t, filled->now, one);
    mem_free(name);
    for (uint32_t i = 0; i < m->inputs.size; i++)
        if (b->input_needed[i]) remember_one(b, earlier, later, m->inputs.data[i].now, number);
    for (uint32_t i = 0; i < m->states.size; i++)
        if (b->state_needed[i]) remember_one(b, earlier, later, m->states.data[i].now, number);
}

/* If `earlier` exists so does `later`, which follows it; if only `later` exists it is initial. */
static void oblige_order(struct builder *b, struct moment *earlier, struct moment *later) {
    const struct system *m = b->model;
    struct terms *t = b->witness->terms;
    oblige(b, earlier->filled, later->filled);
    vec_each (const term, c, &m->constraints) oblige(b, earlier->filled, copier_apply(&earlier->copier, *c));
    term first = term_and2(t, later->filled, term_not(t, earlier->filled));
    for (uint32_t i = 0; i < m->states.size; i++) {
        const struct system_state *s = &m->states.data[i];
        if (!b->state_needed[i]) continue;
        term value = copier_apply(&later->copier, s->now);
        if (!term_is_none(s->update))
            oblige(b, earlier->filled, term_eq(t, value, copier_apply(&earlier->copier, s->update)));
        if (!term_is_none(s->first))
            oblige(b, first, term_eq(t, value, copier_apply(&later->copier, s->first)));
    }
}

/* ---- the whole ---- */

static void build(struct builder *b, uint32_t property) {
    struct terms *t = b->witness->terms;
    term good = b->model->properties.data[property].good;
    struct moment later = {.filled = term_true(t)}, earlier;
    uint32_t number = 0;
    copier_init(&later.copier, b->model->terms, t);
    mark_needed(b, good);
    copy_model(b, &later);
    vec_push(&b->obligations, copier_apply(&later.copier, good));
    oblige_invariant(b, &later);
    /* Without variables there is nothing to remember. */
    bool any = b->witness->states.size + b->witness->inputs.size > 0;
    for (uint32_t depth = 1; any && depth < b->invariant->depth; depth++) {
        remember(b, &earlier, &later, &number);
        oblige_order(b, &earlier, &later);
        oblige_invariant(b, &earlier);
        copier_fini(&later.copier);
        later = earlier;
    }
    copier_fini(&later.copier);
    system_add_property(b->witness, term_and(t, b->obligations.data, b->obligations.size), NULL, 0);
}

enum status btor2_certificate_write(struct text *out, const struct system *model, uint32_t property,
                                    const struct system_invariant *invariant, struct messages *messages) {
    const struct system_property *p = &model->properties.data[property];
    if (invariant->simple_path)
        return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){0},
                             "property %s: a simple-path proof has no BTOR2 certificate", p->name);
    struct builder b = {.model = model, .invariant = invariant, .witness = system_new(TERMS_PLAIN)};
    b.witness->init = b.witness->trans = term_true(b.witness->terms);
    b.state_needed = mem_new_array(bool, model->states.size + 1);
    b.input_needed = mem_new_array(bool, model->inputs.size + 1);
    build(&b, property);
    text_format(out, "; an invariant that proves bad %u of a model; symbols =N are its lines\n", p->index);
    enum status status = btor2_write(out, b.witness, messages);
    vec_free(&b.obligations);
    mem_free(b.state_needed);
    mem_free(b.input_needed);
    system_free(b.witness);
    return status;
}
