#include "engine/system/pre.h"

#include "engine/system/unfold.h"
#include "logic/linear.h"

static void collect_choices(struct pre *p) {
    const struct system *system = p->loop->system;
    vec_each (const struct system_input, i, &system->inputs) vec_push(&p->choices, i->now);
    vec_each (const struct system_state, s, &system->states)
        if (term_is_none(s->update)) vec_push(&p->choices, s->next);
}

/* Makes the solver of pre_lift, or makes it anew when it holds many labels of atoms that nobody asks about any more. */
static void build(struct pre *p) {
    struct loop *l = p->loop;
    frame_solver_start(&p->solver, &l->atoms, smt_for_system(l->system, l->task, SMT_INCREMENTAL));
    p->smt = p->solver.smt;
    p->no_step = smt_switch(p->smt, l->bank, term_not(l->bank, l->step_formula));
}

void pre_init(struct pre *p, struct loop *l) {
    *p = (struct pre){.loop = l};
    collect_choices(p);
    build(p);
}

void pre_fini(struct pre *p) {
    vec_free(&p->choices);
    frame_solver_fini(&p->solver);
}

term pre_lead(struct pre *p, term target) {
    return term_and2(p->loop->bank, p->loop->step_formula, substitution_apply(&p->loop->primed, target));
}

static bool holds(void *smt, term less) {
    return smt_holds(smt, less);
}

/* Appends what the literal, true in the model, amounts to; see pre_add_literal. */
static void split(struct loop *l, struct smt *smt, term literal, term_list *out) {
    term_list parts = {0};
    linear_literals(l->bank, literal, holds, smt, &parts);
    vec_each (const term, t, &parts)
        if (!term_is(l->bank, *t, TERM_TRUE)) vec_push(out, *t);
    vec_free(&parts);
}

void pre_add_literal(struct loop *l, struct smt *smt, term literal, pdr_lits *cube) {
    term_list literals = {0};
    split(l, smt, literal, &literals);
    vec_each (const term, t, &literals) vec_push(cube, loop_literal(l, *t));
    vec_free(&literals);
}

/* x = value, in the literals that generalization can do most with. */
static void add_value(struct loop *l, struct smt *smt, term x, term value, pdr_lits *cube) {
    struct terms *b = l->bank;
    sort s = term_sort(b, x);
    if (sort_kind(b, s) == SORT_BOOL) {
        vec_push(cube, loop_literal(l, term_is(b, value, TERM_TRUE) ? x : term_not(b, x)));
    } else if (sort_kind(b, s) == SORT_BV) {
        for (uint32_t i = 0; i < sort_width(b, s); i++) {
            term bit = term_bit(b, x, i);
            bool set = mpz_tstbit(term_bits(b, value), i);
            vec_push(cube, loop_literal(l, set ? bit : term_not(b, bit)));
        }
    } else {
        pre_add_literal(l, smt, term_eq(b, x, value), cube);
    }
}

bool pre_point(struct loop *l, struct smt *smt, pdr_lits *cube) {
    term_list values = {0};
    bool complete = true;
    vec_each (const struct system_state, s, &l->system->states) {
        vec_push(&values, smt_value(smt, s->now));
        complete &= !term_is_none(vec_last(&values));
    }
    for (uint32_t i = 0; complete && i < values.size; i++)
        add_value(l, smt, l->system->states.data[i].now, values.data[i], cube);
    vec_free(&values);
    if (complete) loop_tidy(cube);
    return complete;
}

/* The model of smt is one of lead(target): appends the literals of a cube of predecessors. False: failed. */
static bool project(struct pre *p, struct smt *smt, term target, term_list *literals) {
    term_list implicant = {0}, projected = {0};
    bool done = smt_implicant(smt, pre_lead(p, target), &implicant) &&
                smt_project(smt, &implicant, p->choices.data, p->choices.size, &projected);
    vec_each (const term, literal, &projected) split(p->loop, smt, *literal, literals);
    vec_free(&implicant);
    vec_free(&projected);
    return done;
}

bool pre_image(struct pre *p, term target, pdr_lits *cube) {
    struct loop *l = p->loop;
    term_list literals = {0};
    vec_clear(cube);
    bool done = project(p, l->step.smt, target, &literals);
    if (done) {
        vec_each (const term, literal, &literals) vec_push(cube, loop_literal(l, *literal));
        loop_tidy(cube);
    } else {
        done = pre_point(l, l->step.smt, cube);
    }
    vec_free(&literals);
    return done;
}

static void assert_choices(struct pre *p, const term_list *values) {
    for (uint32_t i = 0; i < p->choices.size; i++)
        smt_assert(p->smt, term_eq(p->loop->bank, p->choices.data[i], values->data[i]));
}

bool pre_image_around(struct pre *p, term state, const term_list *values, term target, term_list *literals) {
    smt_push(p->smt);
    smt_assert(p->smt, state);
    assert_choices(p, values);
    /* X = state & choices = values sat? It is, and has one model; Z3 is asked for the model. */
    bool done = smt_check(p->smt, NULL, 0) == SMT_SAT && project(p, p->smt, target, literals);
    smt_pop(p->smt);
    return done;
}

bool pre_choices(struct pre *p, term_list *values) {
    vec_clear(values);
    vec_each (const term, choice, &p->choices) {
        term value = smt_value(p->loop->step.smt, *choice);
        if (term_is_none(value)) return false;
        vec_push(values, value);
    }
    return true;
}

/* Implies that the literal does not hold after the step. */
static smt_lit leave(struct pre *p, pdr_lit lit) {
    return frame_solver_next(&p->solver, pdr_not(lit), p->loop->notes.data[pdr_index(lit)].next);
}

bool pre_lift(struct pre *p, const term_list *values, const struct cube *target, pdr_lits *cube) {
    enum { MANY_LABELS = 4000 };
    if (p->solver.labels > MANY_LABELS) build(p);
    smt_lits assumptions = {0}, fails = {0};
    vec_each (const pdr_lit, lit, cube) vec_push(&assumptions, frame_solver_now(&p->solver, *lit));
    vec_push(&fails, p->no_step);
    for (uint32_t i = 0; i < target->size; i++) vec_push(&fails, leave(p, target->literals[i]));
    smt_push(p->smt);
    smt_clause(p->smt, fails.data, fails.size);
    assert_choices(p, values);
    bool lifted = smt_check(p->smt, assumptions.data, assumptions.size) == SMT_UNSAT;
    uint32_t kept = 0;
    for (uint32_t i = 0; lifted && i < cube->size; i++)
        if (smt_in_core(p->smt, i)) cube->data[kept++] = cube->data[i];
    if (lifted) {
        p->loop->stats->lifted += cube->size - kept;
        vec_shrink(cube, kept);
    }
    smt_pop(p->smt);
    vec_free(&assumptions);
    vec_free(&fails);
    return lifted;
}
