/* Facts from below: linear equations and congruences that hold at locations.
 *
 * Weakest preconditions seldom mention what relates the variables of a loop (x = 2 i). Equations that are inductive are
 * found from below: each location has the smallest affine space that contains the states met so far, at first none, and
 * congruences that these satisfy (affine.h). As long as some step leads from a state in the space of its source to one
 * outside of that of its target, the latter is widened by that state. Each widening adds a dimension or divides a
 * modulus, so this ends; then the spaces are inductive, and no smaller ones are (Reps, Sagiv & Yorsh, "Symbolic
 * Implementation of the Best Transformer", VMCAI 2004; for affine spaces the result is at least that of Karr's
 * analysis). Only integer and real variables whose value can matter take part. A location that no state was met at
 * cannot be reached.
 *
 * A loop whose body has branches may keep one equation in one phase and another in the next (x < 5 => z = 5, x >= 5 =>
 * x + z = 10). Such are found with respect to a condition: locations where it can matter have two spaces, of the states
 * that satisfy it and of those that do not, and an equation that holds in one is a fact with two literals. Congruences
 * are not looked for there: disjunctions of them make solvers slow. */
#include "engine/ic3cfa/affine.h"
#include "engine/ic3cfa/ic3cfa.h"

enum { MOST_VARIABLES = 48 };

struct space {
    uint32_t location;
    term when;      /* over the variables: the space is of states that satisfy it */
    u32s variables; /* the columns: numeric and live here */
    struct affine states;
};

typedef VEC(struct space) space_list;

struct spaces {
    struct ic3cfa *g;
    term condition; /* TERM_NONE: none */
    space_list all; /* those of a location one after the other */
    u32s first;     /* by location, and one more: its first space */
    u8s queued;     /* by space */
    u32s queue;
    bool failed;
};

static term variable(const struct spaces *f, const struct space *s, uint32_t column) {
    return f->g->program->variables.data[s->variables.data[column]].now;
}

static bool is_whole(const struct spaces *f, const struct space *s, uint32_t column) {
    return sort_same(term_sort(f->g->bank, variable(f, s, column)), sort_int());
}

/* The sum that the factors say, without the constant. */
static void add_factors(const struct spaces *f, const struct space *s, mpq_t *factors, struct linear *form) {
    for (uint32_t i = 0; i < s->states.n; i++)
        if (mpq_sgn(factors[i])) linear_add_term(form, f->g->bank, variable(f, s, i), factors[i]);
}

/* Calls with a literal that no state of the space satisfies, one at a time: form != 0, or form mod m != r. */
typedef void visitor(struct spaces *, const struct space *, term excluded, void *client);

static void visit_equation(struct spaces *f, const struct space *s, uint32_t column, mpq_t *factors,
                           visitor *visit, void *client) {
    struct terms *b = f->g->bank;
    struct linear form;
    linear_init(&form, term_sort(b, variable(f, s, column)));
    add_factors(f, s, factors, &form);
    mpq_set(form.constant, factors[s->states.n]);
    visit(f, s, term_not(b, linear_canonical(b, &form, LINEAR_EQ)), client);
    linear_fini(&form);
}

static void visit_congruence(struct spaces *f, const struct space *s, const struct affine_congruence *c,
                             visitor *visit, void *client) {
    struct terms *b = f->g->bank;
    struct linear form;
    mpq_t modulus, rest;
    mpq_inits(modulus, rest, (mpq_ptr)NULL);
    linear_init(&form, sort_int());
    add_factors(f, s, c->form, &form);
    if (affine_modulus(c, mpq_numref(modulus))) {
        mpz_neg(mpq_numref(rest), mpq_numref(c->form[s->states.n]));
        mpz_fdiv_r(mpq_numref(rest), mpq_numref(rest), mpq_numref(modulus));
        term arguments[] = {linear_term(b, &form), term_number_of(b, modulus, sort_int())};
        term left = term_make(b, TERM_MOD, arguments, 2, 0, 0);
        visit(f, s, term_not(b, term_eq(b, left, term_number_of(b, rest, sort_int()))), client);
    }
    linear_fini(&form);
    mpq_clears(modulus, rest, (mpq_ptr)NULL);
}

static void visit_all(struct spaces *f, const struct space *s, visitor *visit, void *client) {
    uint32_t n = s->states.n;
    mpq_t *form = affine_new_vector(n + 1);
    for (uint32_t c = 0; c < n; c++)
        if (affine_equation(&s->states, c, form)) visit_equation(f, s, c, form, visit, client);
    vec_each (const struct affine_congruence, c, &s->states.congruences) {
        bool whole = term_is_none(f->condition);
        for (uint32_t i = 0; i < n; i++) whole &= !mpq_sgn(c->form[i]) || is_whole(f, s, i);
        if (whole) visit_congruence(f, s, c, visit, client);
    }
    affine_free_vector(form, n + 1);
}

static void collect(struct spaces *f, const struct space *s, term excluded, void *client) {
    (void)f;
    (void)s;
    vec_push((term_list *)client, excluded);
}

/* A formula for the states outside of the space, which is to say outside of its equations. */
static term outside(struct spaces *f, const struct space *s) {
    if (!s->states.any) return term_true(f->g->bank);
    term_list parts = {0};
    visit_all(f, s, collect, &parts);
    term result = term_or(f->g->bank, parts.data, parts.size);
    vec_free(&parts);
    return result;
}

static void enqueue(struct spaces *f, uint32_t space) {
    if (f->queued.data[space]) return;
    f->queued.data[space] = 1;
    vec_push(&f->queue, space);
}

/* After SMT_SAT: the state after the step. False: a value is missing. */
static bool read_state(struct spaces *f, uint32_t step, const struct space *to, mpq_t *point) {
    struct ic3cfa *g = f->g;
    for (uint32_t i = 0; i < to->states.n; i++) {
        term value = ic3cfa_value_after(g, step, variable(f, to, i));
        if (term_is_none(value) || !term_is(g->bank, value, TERM_NUMBER)) return false;
        mpq_set(point[i], term_number(g->bank, value));
    }
    return true;
}

/* Widens a space by a state that the step leads to from another. False: it leads to none outside. */
static bool widen(struct spaces *f, uint32_t step, const struct space *from, struct space *to) {
    struct terms *b = f->g->bank;
    term before = from->location == f->g->program->initial ? term_true(b) : term_not(b, outside(f, from));
    /* F(infinity) & space(from) & step & not space(to)' sat? */
    enum smt_result result =
        ic3cfa_leaves(f->g, step, term_and2(b, from->when, before), term_and2(b, to->when, outside(f, to)));
    mpq_t *point = affine_new_vector(to->states.n);
    bool found = result == SMT_SAT && read_state(f, step, to, point);
    f->failed |= result == SMT_UNKNOWN || (result == SMT_SAT && !found);
    if (found) affine_add(&to->states, point);
    affine_free_vector(point, to->states.n);
    return found;
}

/* Follows all steps from a space. */
static void follow(struct spaces *f, uint32_t space) {
    f->queued.data[space] = 0;
    for (uint32_t s = 0; s < f->g->steps.size; s++) {
        uint32_t to = f->g->steps.data[s].to;
        if (f->g->steps.data[s].from != f->all.data[space].location || to == f->g->program->error) continue;
        for (uint32_t t = f->first.data[to]; t < f->first.data[to + 1]; t++)
            while (!f->failed && widen(f, s, &f->all.data[space], &f->all.data[t])) enqueue(f, t);
    }
}

static void add_space(struct spaces *f, uint32_t location, term when, const u32s *variables) {
    struct space s = {.location = location, .when = when};
    vec_append(&s.variables, variables->data, variables->size);
    affine_init(&s.states, s.variables.size);
    vec_push(&f->all, s);
}

/* Whether all variables of the condition are among those. */
static bool speaks_of(const struct spaces *f, term condition, const u32s *variables) {
    if (term_is_none(condition)) return false;
    term_list mentioned = {0};
    bool all = true;
    term_variables(f->g->bank, &condition, 1, &mentioned);
    vec_each (const term, t, &mentioned) {
        bool found = false;
        vec_each (const uint32_t, v, variables) found |= term_same(f->g->program->variables.data[*v].now, *t);
        all &= found;
    }
    vec_free(&mentioned);
    return all;
}

static void make_spaces(struct spaces *f) {
    struct ic3cfa *g = f->g;
    uint32_t n = g->program->variables.size;
    u8s live = {0};
    program_live(g->program, &live);
    for (uint32_t l = 0; l < g->program->locations.size; l++) {
        u32s variables = {0};
        for (uint32_t v = 0; v < n; v++) {
            enum sort_kind kind = sort_kind(g->bank, term_sort(g->bank, g->program->variables.data[v].now));
            if (!live.data[(size_t)l * n + v] || (kind != SORT_INT && kind != SORT_REAL)) continue;
            if (variables.size < MOST_VARIABLES) vec_push(&variables, v);
        }
        vec_push(&f->first, f->all.size);
        if (l != g->program->initial && speaks_of(f, f->condition, &variables)) {
            add_space(f, l, f->condition, &variables);
            add_space(f, l, term_not(g->bank, f->condition), &variables);
        } else {
            add_space(f, l, term_true(g->bank), &variables);
        }
        vec_free(&variables);
    }
    vec_push(&f->first, f->all.size);
    vec_free(&live);
}

/* Whether the facts at the location exclude the cube already. */
static bool is_known(struct ic3cfa *g, uint32_t location, const pdr_lits *lits) {
    struct smt *smt = ic3cfa_fresh_query(g, location);
    smt_assert(smt, atoms_cube(&g->atoms, lits->data, lits->size));
    g->stats->fact_queries++;
    return smt_check(smt, NULL, 0) == SMT_UNSAT;
}

static void keep(struct spaces *f, const struct space *s, term excluded, void *client) {
    (void)client;
    struct ic3cfa *g = f->g;
    pdr_lits lits = {0};
    if (ic3cfa_add_formula(g, s->when, &lits) && ic3cfa_add_formula(g, excluded, &lits) && pdr_tidy(&lits) &&
        (term_is_none(f->condition) || !is_known(g, s->location, &lits))) {
        ic3cfa_end_query(g);
        ic3cfa_add_fact(g, s->location, &lits);
    }
    vec_free(&lits);
}

static void keep_all(struct spaces *f) {
    vec_each (const struct space, s, &f->all) {
        if (s->location == f->g->program->initial || s->location == f->g->program->error) continue;
        if (s->states.any)
            visit_all(f, s, keep, NULL);
        else
            keep(f, s, term_true(f->g->bank), NULL);
    }
}

bool ic3cfa_find_equations(struct ic3cfa *g, term condition) {
    struct spaces f = {.g = g, .condition = condition};
    make_spaces(&f);
    vec_resize(&f.queued, f.all.size);
    enqueue(&f, f.first.data[g->program->initial]);
    for (uint32_t i = 0; i < f.queue.size && !f.failed; i++) follow(&f, f.queue.data[i]);
    uint64_t before = g->stats->facts;
    if (!f.failed) keep_all(&f);
    vec_each (struct space, s, &f.all) {
        affine_fini(&s->states);
        vec_free(&s->variables);
    }
    vec_free(&f.all);
    vec_free(&f.first);
    vec_free(&f.queued);
    vec_free(&f.queue);
    return g->stats->facts > before;
}
