/* Equations are solved for every variable that they determine: x = f, x itself (true), (not x) (false), x xor f, and
 * linear equations in which x has an invertible coefficient. A solution is used when all next states in it have an
 * update already (a topological order of the equations, found by counting, as in Kahn's algorithm); of several for one
 * variable the first, in the order of the conjuncts. */
#include "transform/system/functional.h"

#include "logic/linear.h"

struct solution {
    uint32_t conjunct; /* it solves */
    uint32_t state;    /* whose variable it gives */
    term value;
    uint32_t waiting; /* variables in the value that have no function yet */
};

struct solver {
    struct system *system;
    struct terms *bank;
    struct hash_map state_of; /* variable to be given -> position of its state */
    term_list conjuncts;
    VEC(bool) used; /* by conjunct */
    VEC(struct solution) solutions;
    VEC(u32s) waiters; /* by state: solutions whose value has its variable, once each */
    VEC(bool) given;   /* by state: it has a function */
    u32s ready;        /* solutions that wait for nothing */
    struct substitution functions;
};

static void solver_init(struct solver *s, struct system *system, term formula) {
    *s = (struct solver){.system = system, .bank = system->terms};
    term_conjuncts(s->bank, formula, &s->conjuncts);
    vec_resize(&s->used, s->conjuncts.size);
    vec_resize(&s->waiters, system->states.size);
    vec_resize(&s->given, system->states.size);
    substitution_init(&s->functions, s->bank);
}

static void solver_fini(struct solver *s) {
    vec_each (u32s, w, &s->waiters) vec_free(w);
    hash_map_free(&s->state_of);
    vec_free(&s->conjuncts);
    vec_free(&s->used);
    vec_free(&s->solutions);
    vec_free(&s->waiters);
    vec_free(&s->given);
    vec_free(&s->ready);
    substitution_fini(&s->functions);
}

/* Registers `variable = value`, unless the value uses the variable. */
static void add_solution(struct solver *s, uint32_t conjunct, term variable, term value) {
    uint32_t state = hash_map_get(&s->state_of, variable.id), waiting = 0;
    if (state == HASH_NONE || s->given.data[state]) return;
    term_list variables = {0};
    u32s states = {0};
    bool circular = false;
    term_variables(s->bank, &value, 1, &variables);
    vec_each (term, v, &variables) {
        uint32_t other = hash_map_get(&s->state_of, v->id);
        circular |= term_same(*v, variable);
        if (other != HASH_NONE && !s->given.data[other]) vec_push(&states, other);
    }
    waiting = states.size;
    if (!circular) {
        vec_each (uint32_t, other, &states) vec_push(&s->waiters.data[*other], s->solutions.size);
        if (!waiting) vec_push(&s->ready, s->solutions.size);
        vec_push(&s->solutions, (struct solution){conjunct, state, value, waiting});
    }
    vec_free(&variables);
    vec_free(&states);
}

/* sum = 0 solved for the subject at `position`: minus the rest, divided by its coefficient. */
static void solve_linear(struct solver *s, uint32_t conjunct, const struct linear *form, uint32_t position) {
    const struct monomial *m = &form->monomials.data[position];
    bool real = sort_same(form->sort, sort_real());
    if (!real && mpz_cmpabs_ui(mpq_numref(m->coefficient), 1)) return;
    struct linear rest;
    mpq_t factor, minus_coefficient;
    linear_init(&rest, form->sort);
    mpq_inits(factor, minus_coefficient, NULL);
    mpq_inv(factor, m->coefficient);
    mpq_neg(factor, factor);
    linear_add(&rest, form, factor); /* has -1 * subject */
    mpq_set_si(minus_coefficient, 1, 1);
    linear_add_term(&rest, s->bank, m->subject, minus_coefficient);
    add_solution(s, conjunct, m->subject, linear_term(s->bank, &rest));
    linear_fini(&rest);
    mpq_clears(factor, minus_coefficient, NULL);
}

static void solve_equation(struct solver *s, uint32_t conjunct, term equation) {
    struct linear form;
    enum linear_relation relation;
    term a = term_arg(s->bank, equation, 0), b = term_arg(s->bank, equation, 1);
    add_solution(s, conjunct, a, b);
    add_solution(s, conjunct, b, a);
    enum sort_kind kind = sort_kind(s->bank, term_sort(s->bank, a));
    if (kind != SORT_INT && kind != SORT_REAL) return;
    linear_init(&form, term_sort(s->bank, a));
    if (linear_atom(s->bank, equation, &form, &relation) && relation == LINEAR_EQ)
        for (uint32_t i = 0; i < form.monomials.size; i++)
            if (hash_map_get(&s->state_of, form.monomials.data[i].subject.id) != HASH_NONE)
                solve_linear(s, conjunct, &form, i);
    linear_fini(&form);
}

static void solve(struct solver *s, uint32_t conjunct) {
    struct terms *b = s->bank;
    term t = s->conjuncts.data[conjunct];
    bool negated = term_is(b, t, TERM_NOT);
    if (negated) t = term_arg(b, t, 0);
    if (term_is(b, t, TERM_VARIABLE)) {
        add_solution(s, conjunct, t, term_bool(b, !negated));
    } else if (term_is(b, t, TERM_EQ) && !negated) {
        solve_equation(s, conjunct, t);
    } else if (term_is(b, t, TERM_XOR) || term_is(b, t, TERM_EQ)) {
        bool differ = term_is(b, t, TERM_XOR) != negated;
        term x = term_arg(b, t, 0), y = term_arg(b, t, 1);
        if (!sort_same(term_sort(b, x), sort_bool())) return;
        add_solution(s, conjunct, x, differ ? term_not(b, y) : y);
        add_solution(s, conjunct, y, differ ? term_not(b, x) : x);
    }
}

/* Variable and function belong together from now on; who waited for it waits no longer. */
static void give(struct solver *s, uint32_t state, term variable, term function) {
    s->given.data[state] = true;
    substitution_bind(&s->functions, variable, function);
    vec_each (uint32_t, w, &s->waiters.data[state])
        if (!--s->solutions.data[*w].waiting) vec_push(&s->ready, *w);
}

/* What is left of the formula, with the functions in the place of their variables. */
static term remainder_of(struct solver *s) {
    term_list rest = {0};
    for (uint32_t i = 0; i < s->conjuncts.size; i++)
        if (!s->used.data[i]) vec_push(&rest, substitution_apply(&s->functions, s->conjuncts.data[i]));
    term result = rest.size == 1 ? rest.data[0] : term_and(s->bank, rest.data, rest.size);
    vec_free(&rest);
    return result;
}

static void find_updates(struct system *system) {
    struct solver s;
    solver_init(&s, system, system->trans);
    for (uint32_t i = 0; i < system->states.size; i++)
        hash_map_put(&s.state_of, system->states.data[i].next.id, i);
    for (uint32_t i = 0; i < system->states.size; i++)
        if (!term_is_none(system->states.data[i].update))
            give(&s, i, system->states.data[i].next, system->states.data[i].update);
    for (uint32_t i = 0; i < s.conjuncts.size; i++) solve(&s, i);
    for (uint32_t i = 0; i < s.ready.size; i++) {
        struct solution solution = s.solutions.data[s.ready.data[i]];
        if (s.used.data[solution.conjunct] || s.given.data[solution.state]) continue;
        struct system_state *state = &system->states.data[solution.state];
        s.used.data[solution.conjunct] = true;
        state->update = substitution_apply(&s.functions, solution.value);
        give(&s, solution.state, state->next, state->update);
    }
    system->trans = remainder_of(&s);
    solver_fini(&s);
}

/* Initial values: constants only, so that nothing waits. */
static void find_first(struct system *system) {
    struct solver s;
    solver_init(&s, system, system->init);
    for (uint32_t i = 0; i < system->states.size; i++)
        if (term_is_none(system->states.data[i].first))
            hash_map_put(&s.state_of, system->states.data[i].now.id, i);
    for (uint32_t i = 0; i < s.conjuncts.size; i++) solve(&s, i);
    for (uint32_t i = 0; i < s.ready.size; i++) {
        struct solution solution = s.solutions.data[s.ready.data[i]];
        struct system_state *state = &system->states.data[solution.state];
        if (s.used.data[solution.conjunct] || s.given.data[solution.state]) continue;
        term value = substitution_apply(&s.functions, solution.value);
        if (!term_is_value(s.bank, value)) continue;
        s.used.data[solution.conjunct] = true;
        state->first = value;
        give(&s, solution.state, state->now, value);
    }
    system->init = remainder_of(&s);
    solver_fini(&s);
}

void system_make_functional(struct system *system) {
    find_first(system);
    find_updates(system);
    assert(!system_check(system));
}
