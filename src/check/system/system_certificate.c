#include "check/system/system_certificate.h"

#include "check/system/asking.h"
#include "check/system/bits.h"
#include "logic/walk.h"
#include "smt/smt.h"

/* A state with its functions, in the bank of the model. */
struct cell {
    term now, first, update; /* TERM_NONE where there is none */
    bool shared;
};

struct judging {
    struct terms *bank;
    VEC(struct cell) model, witness; /* states */
    term_list model_constraints, witness_constraints;
    term good, witness_good;
    struct substitution later; /* variables of step 0 -> of step 1 */
    struct limits *limits;
    bool by_bits;
    struct text *why;
};

/* ---- both systems in one bank ---- */

static void read_model(struct judging *j, const struct system *model, uint32_t property,
                       const struct hash_map *shared) {
    vec_each (const struct system_state, s, &model->states)
        vec_push(&j->model,
                 (struct cell){s->now, s->first, s->update, hash_map_get(shared, s->now.id) != HASH_NONE});
    vec_append(&j->model_constraints, model->constraints.data, model->constraints.size);
    j->good = model->properties.data[property].good;
}

static term copy(struct term_copier *c, term t) {
    return term_is_none(t) ? t : copier_apply(c, t);
}

static void bind(struct judging *j, struct term_copier *c, term variable, term shared) {
    if (term_is_none(shared))
        shared = term_fresh(j->bank, "witness", copier_sort(c, term_sort(c->from, variable)));
    copier_bind(c, variable, shared);
}

static void read_witness(struct judging *j, const struct system *witness, const struct certificate_map *map) {
    struct term_copier c;
    term_list goods = {0};
    copier_init(&c, witness->terms, j->bank);
    for (uint32_t i = 0; i < witness->inputs.size; i++)
        bind(j, &c, witness->inputs.data[i].now, map->inputs[i]);
    for (uint32_t i = 0; i < witness->states.size; i++)
        bind(j, &c, witness->states.data[i].now, map->states[i]);
    for (uint32_t i = 0; i < witness->states.size; i++) {
        const struct system_state *s = &witness->states.data[i];
        vec_push(&j->witness, (struct cell){copy(&c, s->now), copy(&c, s->first), copy(&c, s->update),
                                            !term_is_none(map->states[i])});
    }
    vec_each (const term, constraint, &witness->constraints)
        vec_push(&j->witness_constraints, copy(&c, *constraint));
    vec_each (const struct system_property, p, &witness->properties) vec_push(&goods, copy(&c, p->good));
    j->witness_good = term_and(j->bank, goods.data, goods.size);
    vec_free(&goods);
    copier_fini(&c);
}

static void collect_roots(const struct judging *j, term_list *roots) {
    vec_push(roots, j->good);
    vec_push(roots, j->witness_good);
    vec_append(roots, j->model_constraints.data, j->model_constraints.size);
    vec_append(roots, j->witness_constraints.data, j->witness_constraints.size);
    for (int side = 0; side < 2; side++) {
        const struct cell *cells = side ? j->witness.data : j->model.data;
        uint32_t n = side ? j->witness.size : j->model.size;
        for (uint32_t i = 0; i < n; i++) {
            if (!side && !cells[i].shared) continue; /* nobody asks about it */
            vec_push(roots, cells[i].now);
            if (!term_is_none(cells[i].first)) vec_push(roots, cells[i].first);
            if (!term_is_none(cells[i].update)) vec_push(roots, cells[i].update);
        }
    }
}

/* A copy of every variable for the step after. */
static void name_later(struct judging *j, const term_list *roots) {
    term_list variables = {0};
    term_variables(j->bank, roots->data, roots->size, &variables);
    substitution_init(&j->later, j->bank);
    vec_each (const term, v, &variables)
        substitution_bind(&j->later, *v, term_fresh(j->bank, "later", term_sort(j->bank, *v)));
    vec_free(&variables);
}

/* ---- formulas ---- */

static term later(struct judging *j, term t) {
    return substitution_apply(&j->later, t);
}

static void add_constraints(struct judging *j, const term_list *constraints, bool at_later, term_list *out) {
    vec_each (const term, c, constraints) vec_push(out, at_later ? later(j, *c) : *c);
}

enum { ALL = 1, STEP = 2 }; /* not only what is shared; next states, not initial values */

static void add_cells(struct judging *j, const struct cell *cells, uint32_t n, int which, term_list *out) {
    for (uint32_t i = 0; i < n; i++) {
        term value = which & STEP ? cells[i].update : cells[i].first;
        if (term_is_none(value) || !(cells[i].shared || which & ALL)) continue;
        vec_push(out, term_eq(j->bank, which & STEP ? later(j, cells[i].now) : cells[i].now, value));
    }
}

/* ---- questions ---- */

static enum check_result ask(struct judging *j, const char *name, term_list *facts, term_list *goals) {
    struct asking *a = j->by_bits ? asking_bits(j->bank, j->limits) : asking_z3(j->bank, j->limits);
    uint32_t failing = 0;
    vec_each (const term, f, facts) asking_fact(a, *f);
    enum check_result result =
        goals->size ? asking_follows(a, goals->data, goals->size, &failing, j->why) : CHECK_ACCEPTED;
    if (result == CHECK_REJECTED) text_format(j->why, "%s: what the checker asks does not hold", name);
    asking_free(a);
    vec_free(facts);
    vec_free(goals);
    return result;
}

static enum check_result reset(struct judging *j) {
    term_list facts = {0}, goals = {0};
    add_cells(j, j->model.data, j->model.size, 0, &facts);
    add_constraints(j, &j->model_constraints, false, &facts);
    add_cells(j, j->witness.data, j->witness.size, 0, &goals);
    add_constraints(j, &j->witness_constraints, false, &goals);
    return ask(j, "reset", &facts, &goals);
}

static enum check_result transition(struct judging *j) {
    term_list facts = {0}, goals = {0};
    add_cells(j, j->model.data, j->model.size, STEP, &facts);
    add_constraints(j, &j->model_constraints, false, &facts);
    add_constraints(j, &j->model_constraints, true, &facts);
    add_constraints(j, &j->witness_constraints, false, &facts);
    add_cells(j, j->witness.data, j->witness.size, STEP, &goals);
    add_constraints(j, &j->witness_constraints, true, &goals);
    return ask(j, "transition", &facts, &goals);
}

static enum check_result property(struct judging *j) {
    term_list facts = {0}, goals = {0};
    add_constraints(j, &j->model_constraints, false, &facts);
    add_constraints(j, &j->witness_constraints, false, &facts);
    vec_push(&facts, j->witness_good);
    vec_push(&goals, j->good);
    return ask(j, "property", &facts, &goals);
}

static enum check_result base(struct judging *j) {
    term_list facts = {0}, goals = {0};
    add_cells(j, j->witness.data, j->witness.size, ALL, &facts);
    add_constraints(j, &j->witness_constraints, false, &facts);
    vec_push(&goals, j->witness_good);
    return ask(j, "base", &facts, &goals);
}

static enum check_result step(struct judging *j) {
    term_list facts = {0}, goals = {0};
    vec_push(&facts, j->witness_good);
    add_cells(j, j->witness.data, j->witness.size, ALL | STEP, &facts);
    add_constraints(j, &j->witness_constraints, false, &facts);
    add_constraints(j, &j->witness_constraints, true, &facts);
    vec_push(&goals, later(j, j->witness_good));
    return ask(j, "step", &facts, &goals);
}

enum check_result check_system_certificate(const struct system *model, uint32_t position,
                                           const struct system *witness, const struct certificate_map *map,
                                           struct limits *limits, struct text *why) {
    static enum check_result (*const questions[])(struct judging *) = {property, reset, transition, base,
                                                                       step};
    struct judging j = {.bank = model->terms, .limits = limits, .why = why};
    struct hash_map shared = {0};
    term_list roots = {0};
    assert(position < model->properties.size);
    for (uint32_t i = 0; i < witness->states.size; i++)
        if (!term_is_none(map->states[i])) hash_map_put(&shared, map->states[i].id, 1);
    for (uint32_t i = 0; i < witness->inputs.size; i++)
        if (!term_is_none(map->inputs[i])) hash_map_put(&shared, map->inputs[i].id, 1);
    read_model(&j, model, position, &shared);
    read_witness(&j, witness, map);
    collect_roots(&j, &roots);
    name_later(&j, &roots);
    j.by_bits = bits_fit(j.bank, roots.data, roots.size);
    enum check_result result = j.by_bits || smt_available(why) ? CHECK_ACCEPTED : CHECK_UNDECIDED;
    for (int i = 0; i < 5 && result == CHECK_ACCEPTED; i++) result = questions[i](&j);
    substitution_fini(&j.later);
    hash_map_free(&shared);
    vec_free(&roots);
    vec_free(&j.model);
    vec_free(&j.witness);
    vec_free(&j.model_constraints);
    vec_free(&j.witness_constraints);
    return result;
}
