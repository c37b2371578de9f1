/* Facts from below: linear equations and residues that hold at locations.
 *
 * Weakest preconditions seldom mention what relates the variables of a loop (x = 2 i). Equations that are
 * inductive are found from below: each location has the smallest affine space, and for each variable the
 * smallest residue class, that contain the states met so far, at first none. As long as some step leads from
 * a state in the space of its source to one outside of that of its target, the latter is widened by that
 * state. Each widening adds a dimension or divides a modulus, so this ends; then the spaces are inductive,
 * and no smaller ones are (Reps, Sagiv & Yorsh, "Symbolic Implementation of the Best Transformer", VMCAI
 * 2004; for affine spaces the result is at least that of Karr's analysis). Only integer and real variables
 * whose value can matter take part. A location that no state was met at cannot be reached.
 *
 * A loop whose body has branches may keep one equation in one phase and another in the next (x < 5 => z = 5,
 * x >= 5 => x + z = 10). Such are found with respect to a condition: locations where it can matter have two spaces, of the
 * states that satisfy it and of those that do not, and what holds in one is a fact with two literals. */
#include "engine/cfa/ic3cfa.h"

enum { MOST_VARIABLES = 48, MOST_MODULUS = 4096 };

/* The smallest affine space with some points: one of them, and directions in reduced echelon form. */
struct space {
    uint32_t location;
    term when;         /* over the variables: the space is of states that satisfy it */
    bool any;          /* a state was met: the space is not empty */
    u32s variables;    /* the columns: numeric and live here */
    mpq_t *point;      /* a state that was met */
    VEC(mpq_t *) rows; /* directions */
    u32s pivots;       /* the column where row i has 1, and the other rows 0 */
    u32s moduli; /* by column: all values are congruent to the point's modulo this; 0: equal; 1: unknown */
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

static mpq_t *new_vector(uint32_t n) {
    mpq_t *v = mem_alloc(n * sizeof *v + 1);
    for (uint32_t i = 0; i < n; i++) mpq_init(v[i]);
    return v;
}

static void free_vector(mpq_t *v, uint32_t n) {
    for (uint32_t i = 0; v && i < n; i++) mpq_clear(v[i]);
    mem_free(v);
}

static void space_fini(struct space *s) {
    vec_each (mpq_t *, row, &s->rows) free_vector(*row, s->variables.size);
    free_vector(s->point, s->variables.size);
    vec_free(&s->rows);
    vec_free(&s->pivots);
    vec_free(&s->moduli);
    vec_free(&s->variables);
}

/* row -= factor * other */
static void subtract(mpq_t *row, mpq_srcptr factor, mpq_t *other, uint32_t n) {
    mpq_t product;
    mpq_init(product);
    for (uint32_t i = 0; i < n; i++) {
        if (!mpq_sgn(other[i])) continue;
        mpq_mul(product, factor, other[i]);
        mpq_sub(row[i], row[i], product);
    }
    mpq_clear(product);
}

/* Adds a direction, which it consumes. */
static void add_direction(struct space *s, mpq_t *direction) {
    uint32_t n = s->variables.size, pivot = 0;
    mpq_t factor;
    mpq_init(factor);
    for (uint32_t i = 0; i < s->rows.size; i++) {
        mpq_set(factor, direction[s->pivots.data[i]]);
        if (mpq_sgn(factor)) subtract(direction, factor, s->rows.data[i], n);
    }
    while (pivot < n && !mpq_sgn(direction[pivot])) pivot++;
    if (pivot == n) {
        free_vector(direction, n);
    } else {
        mpq_set(factor, direction[pivot]);
        for (uint32_t i = 0; i < n; i++) mpq_div(direction[i], direction[i], factor);
        vec_each (mpq_t *, row, &s->rows) {
            mpq_set(factor, (*row)[pivot]);
            if (mpq_sgn(factor)) subtract(*row, factor, direction, n);
        }
        vec_push(&s->rows, direction);
        vec_push(&s->pivots, pivot);
    }
    mpq_clear(factor);
}

/* The modulus by which a column's values still agree when the difference is among theirs. */
static uint32_t narrowed(uint32_t modulus, mpq_srcptr difference) {
    if (!mpq_sgn(difference)) return modulus;
    if (mpz_cmp_ui(mpq_denref(difference), 1) != 0) return 1;
    mpz_t common;
    mpz_init_set_ui(common, modulus);
    mpz_gcd(common, common, mpq_numref(difference));
    uint32_t result = mpz_cmp_ui(common, MOST_MODULUS) > 0 ? 1 : (uint32_t)mpz_get_ui(common);
    mpz_clear(common);
    return result;
}

/* Widens the space by a point, which it consumes. */
static void add_point(struct space *s, mpq_t *point) {
    uint32_t n = s->variables.size;
    if (!s->any) {
        s->any = true;
        s->point = point;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        mpq_sub(point[i], point[i], s->point[i]);
        s->moduli.data[i] = narrowed(s->moduli.data[i], point[i]);
    }
    add_direction(s, point);
}

static bool is_pivot(const struct space *s, uint32_t column) {
    vec_each (const uint32_t, p, &s->pivots)
        if (*p == column) return true;
    return false;
}

static term variable(const struct spaces *f, const struct space *s, uint32_t column) {
    return f->g->cfa->variables.data[s->variables.data[column]].now;
}

/* x - x0 = sum of row[x] * (pivot - pivot0): the equation of a column that is no pivot, as form = 0. */
static void equation(const struct spaces *f, const struct space *s, uint32_t column, struct linear *form) {
    struct terms *b = f->g->bank;
    mpq_t factor;
    mpq_init(factor);
    mpq_set_si(factor, 1, 1);
    linear_add_term(form, b, variable(f, s, column), factor);
    mpq_sub(form->constant, form->constant, s->point[column]);
    for (uint32_t i = 0; i < s->rows.size; i++) {
        uint32_t pivot = s->pivots.data[i];
        mpq_neg(factor, s->rows.data[i][column]);
        if (!mpq_sgn(factor)) continue;
        linear_add_term(form, b, variable(f, s, pivot), factor);
        mpq_mul(factor, factor, s->point[pivot]);
        mpq_sub(form->constant, form->constant, factor);
    }
    mpq_clear(factor);
}

/* Calls with a literal that no state of the space satisfies, one at a time: form != 0, or x mod m != r. */
typedef void visitor(struct spaces *, const struct space *, term excluded, void *client);

static void visit_equation(struct spaces *f, const struct space *s, uint32_t column, visitor *visit,
                           void *client) {
    struct terms *b = f->g->bank;
    struct linear form;
    linear_init(&form, term_sort(b, variable(f, s, column)));
    equation(f, s, column, &form);
    visit(f, s, term_not(b, linear_canonical(b, &form, LINEAR_EQ)), client);
    linear_fini(&form);
}

static void visit_residue(struct spaces *f, const struct space *s, uint32_t column, visitor *visit,
                          void *client) {
    struct terms *b = f->g->bank;
    uint32_t modulus = s->moduli.data[column];
    mpz_t residue;
    mpz_init(residue);
    mpz_fdiv_r_ui(residue, mpq_numref(s->point[column]), modulus);
    term left =
        term_make(b, TERM_MOD, (const term[]){variable(f, s, column), term_integer(b, modulus)}, 2, 0, 0);
    term equal = term_eq(b, left, term_integer(b, (long)mpz_get_ui(residue)));
    mpz_clear(residue);
    visit(f, s, term_not(b, equal), client);
}

static void visit_all(struct spaces *f, const struct space *s, visitor *visit, void *client) {
    for (uint32_t c = 0; c < s->variables.size; c++) {
        bool whole = sort_same(term_sort(f->g->bank, variable(f, s, c)), sort_int());
        if (!is_pivot(s, c))
            visit_equation(f, s, c, visit, client);
        else if (whole && s->moduli.data[c] > 1)
            visit_residue(f, s, c, visit, client);
    }
}

static void collect(struct spaces *f, const struct space *s, term excluded, void *client) {
    (void)f;
    (void)s;
    vec_push((term_list *)client, excluded);
}

/* A formula for the states outside of the space, which is to say outside of its equations. */
static term outside(struct spaces *f, const struct space *s) {
    if (!s->any) return term_true(f->g->bank);
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
    for (uint32_t i = 0; i < to->variables.size; i++) {
        term value = ic3cfa_value_after(g, step, variable(f, to, i));
        if (term_is_none(value) || !term_is(g->bank, value, TERM_NUMBER)) return false;
        mpq_set(point[i], term_number(g->bank, value));
    }
    return true;
}

/* Widens a space by a state that the step leads to from another. False: it leads to none outside. */
static bool widen(struct spaces *f, uint32_t step, const struct space *from, struct space *to) {
    struct terms *b = f->g->bank;
    term before = from->location == f->g->cfa->initial ? term_true(b) : term_not(b, outside(f, from));
    /* F(infinity) & space(from) & step & not space(to)' sat? */
    enum smt_result result =
        ic3cfa_leaves(f->g, step, term_and2(b, from->when, before), term_and2(b, to->when, outside(f, to)));
    mpq_t *point = new_vector(to->variables.size);
    bool found = result == SMT_SAT && read_state(f, step, to, point);
    f->failed |= result == SMT_UNKNOWN || (result == SMT_SAT && !found);
    if (found)
        add_point(to, point);
    else
        free_vector(point, to->variables.size);
    return found;
}

/* Follows all steps from a space. */
static void follow(struct spaces *f, uint32_t space) {
    f->queued.data[space] = 0;
    for (uint32_t s = 0; s < f->g->steps.size; s++) {
        uint32_t to = f->g->steps.data[s].to;
        if (f->g->steps.data[s].from != f->all.data[space].location || to == f->g->cfa->error) continue;
        for (uint32_t t = f->first.data[to]; t < f->first.data[to + 1]; t++)
            while (!f->failed && widen(f, s, &f->all.data[space], &f->all.data[t])) enqueue(f, t);
    }
}

static void add_space(struct spaces *f, uint32_t location, term when, const u32s *variables) {
    struct space s = {.location = location, .when = when};
    vec_append(&s.variables, variables->data, variables->size);
    vec_resize(&s.moduli, s.variables.size);
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
        vec_each (const uint32_t, v, variables) found |= term_same(f->g->cfa->variables.data[*v].now, *t);
        all &= found;
    }
    vec_free(&mentioned);
    return all;
}

static void make_spaces(struct spaces *f) {
    struct ic3cfa *g = f->g;
    uint32_t n = g->cfa->variables.size;
    u8s live = {0};
    cfa_live(g->cfa, &live);
    for (uint32_t l = 0; l < g->cfa->locations.size; l++) {
        u32s variables = {0};
        for (uint32_t v = 0; v < n; v++) {
            enum sort_kind kind = sort_kind(g->bank, term_sort(g->bank, g->cfa->variables.data[v].now));
            if (!live.data[(size_t)l * n + v] || (kind != SORT_INT && kind != SORT_REAL)) continue;
            if (variables.size < MOST_VARIABLES) vec_push(&variables, v);
        }
        vec_push(&f->first, f->all.size);
        if (l != g->cfa->initial && speaks_of(f, f->condition, &variables)) {
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

static void keep(struct spaces *f, const struct space *s, term excluded, void *client) {
    (void)client;
    struct ic3cfa *g = f->g;
    pdr_lits lits = {0};
    if (ic3cfa_add_formula(g, s->when, &lits) && ic3cfa_add_formula(g, excluded, &lits) && pdr_tidy(&lits)) {
        struct cube *cube = cube_new(lits.data, lits.size);
        if (!frames_blocking(g->frames, s->location, FRAMES_INFINITY, cube))
            ic3cfa_add_fact(g, s->location, &lits);
        cube_unref(cube);
    }
    vec_free(&lits);
}

static void keep_all(struct spaces *f) {
    vec_each (const struct space, s, &f->all) {
        if (s->location == f->g->cfa->initial || s->location == f->g->cfa->error) continue;
        if (s->any)
            visit_all(f, s, keep, NULL);
        else
            keep(f, s, term_true(f->g->bank), NULL);
    }
}

bool ic3cfa_find_equations(struct ic3cfa *g, term condition) {
    struct spaces f = {.g = g, .condition = condition};
    make_spaces(&f);
    vec_resize(&f.queued, f.all.size);
    enqueue(&f, f.first.data[g->cfa->initial]);
    for (uint32_t i = 0; i < f.queue.size && !f.failed; i++) follow(&f, f.queue.data[i]);
    uint64_t before = g->stats->facts;
    if (!f.failed) keep_all(&f);
    vec_each (struct space, s, &f.all) space_fini(s);
    vec_free(&f.all);
    vec_free(&f.first);
    vec_free(&f.queued);
    vec_free(&f.queue);
    return g->stats->facts > before;
}
