/* Lemmas that last: weaker cubes for an obligation whose generalization holds at low levels only.
 *
 * Dropping literals finds the reason why a cube cannot be reached in a few steps, which is often an accident
 * of their number (x <= 0, x <= 1, ...). What lasts is mostly implied by the obligation as a whole without
 * being one of its literals. Candidates are
 *
 *     sums     of inequalities of the obligation, the combinations that a Farkas interpolant would be made of:
 *              two that cancel a variable (from i < n and x >= n, x > i), two literals of the generalization
 *              (from x <= 0 and y >= 1, x < y), and all of them;
 *     residues of a linear form that the obligation fixes: from i = 99, i mod 2 = 1.
 *
 * A candidate replaces the generalization if, as a lemma at the same level, it could be pushed to a level
 * where the generalization does not hold: asked with the candidate as a clause of its own location, as it
 * would be then. That is a trial; the lemma and its levels are established by queries without it. */
#include "engine/ic3cfa/ic3cfa.h"

#include <stdlib.h>

enum { MOST_LITERALS = 40, MOST_CANDIDATES = 12, MOST_MODULUS = 4 };

struct row {
    bool general; /* the literal is in the generalization */
    struct linear form;
    enum linear_relation relation; /* form <= 0, form < 0 or form = 0 */
};

struct candidate {
    pdr_lit literal;
    uint32_t cost; /* simpler ones are tried first */
};

struct weakening {
    struct ic3cfa *g;
    VEC(struct row) rows;
    VEC(struct candidate) candidates;
    const pdr_lits *obligation, *general;
};

static void collect_rows(struct weakening *w) {
    struct terms *b = w->g->bank;
    vec_each (const pdr_lit, lit, w->obligation) {
        struct row row = {.general = pdr_contains(w->general, *lit)};
        linear_init(&row.form, sort_int());
        bool linear = linear_atom(b, atoms_term(&w->g->atoms, *lit), &row.form, &row.relation);
        if (linear && w->rows.size < MOST_LITERALS)
            vec_push(&w->rows, row);
        else
            linear_fini(&row.form);
    }
}

static uint32_t cost_of(const struct linear *form) {
    uint32_t cost = 4 * form->monomials.size + (mpq_sgn(form->constant) != 0);
    vec_each (const struct monomial, m, &form->monomials)
        cost += (uint32_t)mpz_sizeinbase(mpq_numref(m->coefficient), 2) - 1;
    return cost + (uint32_t)mpz_sizeinbase(mpq_numref(form->constant), 2) / 4;
}

static void add_candidate(struct weakening *w, term formula, uint32_t cost) {
    struct terms *b = w->g->bank;
    if (term_is(b, formula, TERM_TRUE) || term_is(b, formula, TERM_FALSE)) return;
    pdr_lit literal = ic3cfa_literal(w->g, formula);
    if (pdr_contains(w->obligation, literal)) return;
    vec_each (const struct candidate, c, &w->candidates)
        if (c->literal.code == literal.code) return;
    vec_push(&w->candidates, (struct candidate){literal, cost});
}

static int sign_in(const struct linear *form, term subject) {
    vec_each (const struct monomial, m, &form->monomials)
        if (term_same(m->subject, subject)) return mpq_sgn(m->coefficient);
    return 0;
}

static mpq_srcptr coefficient(const struct linear *form, term subject) {
    vec_each (const struct monomial, m, &form->monomials)
        if (term_same(m->subject, subject)) return m->coefficient;
    return NULL;
}

/* The sum of two rows that cancels the subject, each row multiplied by the other's coefficient. */
static void add_sum(struct weakening *w, const struct row *p, const struct row *q, term subject) {
    struct linear sum;
    mpq_t factor;
    mpq_init(factor);
    linear_init(&sum, p->form.sort);
    mpq_abs(factor, coefficient(&q->form, subject));
    linear_add(&sum, &p->form, factor);
    mpq_abs(factor, coefficient(&p->form, subject));
    linear_add(&sum, &q->form, factor);
    bool strict = p->relation == LINEAR_LT || q->relation == LINEAR_LT;
    term formula = linear_canonical(w->g->bank, &sum, strict ? LINEAR_LT : LINEAR_LE);
    add_candidate(w, formula, cost_of(&sum));
    linear_fini(&sum);
    mpq_clear(factor);
}

/* The sum of rows, each as it is. */
static void add_plain_sum(struct weakening *w, const struct row *const *rows, uint32_t n) {
    struct linear sum;
    mpq_t one;
    bool strict = false;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    linear_init(&sum, rows[0]->form.sort);
    for (uint32_t i = 0; i < n; i++) {
        linear_add(&sum, &rows[i]->form, one);
        strict |= rows[i]->relation == LINEAR_LT;
    }
    term formula = linear_canonical(w->g->bank, &sum, strict ? LINEAR_LT : LINEAR_LE);
    add_candidate(w, formula, cost_of(&sum));
    linear_fini(&sum);
    mpq_clear(one);
}

static bool opposite(const struct row *p, const struct row *q) {
    if (p->form.monomials.size != q->form.monomials.size) return false;
    vec_each (const struct monomial, m, &p->form.monomials) {
        mpq_srcptr other = coefficient(&q->form, m->subject);
        mpq_t negated;
        if (!other) return false;
        mpq_init(negated);
        mpq_neg(negated, other);
        bool same = mpq_equal(negated, m->coefficient);
        mpq_clear(negated);
        if (!same) return false;
    }
    return true;
}

/* f + c <= 0 and -f + d <= 0 with c = -d fix f: its residues. */
static void add_residues(struct weakening *w, const struct row *p, const struct row *q) {
    struct terms *b = w->g->bank;
    mpq_t sum;
    mpq_init(sum);
    mpq_add(sum, p->form.constant, q->form.constant);
    bool fixed = sort_same(p->form.sort, sort_int()) && mpq_sgn(sum) == 0 && p->form.monomials.size <= 2;
    mpq_clear(sum);
    for (long modulus = 2; fixed && modulus <= MOST_MODULUS; modulus++) {
        term form = linear_term(b, &p->form), zero = term_integer(b, 0);
        term residue = term_make(b, TERM_MOD, (const term[]){form, term_integer(b, modulus)}, 2, 0, 0);
        add_candidate(w, term_eq(b, residue, zero), 20 + (uint32_t)modulus);
    }
}

/* The sum of all rows of the generalization. */
static void add_total(struct weakening *w) {
    VEC(const struct row *) rows = {0};
    vec_each (const struct row, r, &w->rows)
        if (r->general && (!rows.size || sort_same(rows.data[0]->form.sort, r->form.sort)))
            vec_push(&rows, r);
    if (rows.size > 2) add_plain_sum(w, rows.data, rows.size);
    vec_free(&rows);
}

static void collect_candidates(struct weakening *w) {
    for (uint32_t i = 0; i < w->rows.size; i++) {
        for (uint32_t j = i + 1; j < w->rows.size; j++) {
            const struct row *p = &w->rows.data[i], *q = &w->rows.data[j];
            if (!sort_same(p->form.sort, q->form.sort)) continue;
            if (opposite(p, q)) {
                add_residues(w, p, q);
                continue;
            }
            vec_each (const struct monomial, m, &p->form.monomials)
                if (mpq_sgn(m->coefficient) * sign_in(&q->form, m->subject) < 0) add_sum(w, p, q, m->subject);
            if (p->general && q->general) add_plain_sum(w, (const struct row *const[]){p, q}, 2);
        }
    }
    add_total(w);
}

static int by_cost(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return (x->literal.code > y->literal.code) - (x->literal.code < y->literal.code);
}

/* Every step into the location leads to the cube from no state of F(level)? */
static bool excluded(struct ic3cfa *g, uint32_t location, uint32_t level, const pdr_lits *cube) {
    pdr_lits core = {0};
    bool good = true;
    vec_each (const uint32_t, step, &g->places[location].incoming) {
        good = good && ic3cfa_ask(g, *step, level, cube, &core) == SMT_UNSAT;
        if (!good) break;
    }
    vec_free(&core);
    return good;
}

/* As a lemma at `level` the cube would hold one level above `reached`, too. */
static bool lasts(struct ic3cfa *g, uint32_t location, uint32_t level, uint32_t reached,
                  const pdr_lits *cube) {
    if (!excluded(g, location, level - 1, cube)) return false;
    g->trial = (struct trial){location, cube};
    bool good = excluded(g, location, reached, cube);
    g->trial = (struct trial){0, NULL};
    return good;
}

bool ic3cfa_weaken(struct ic3cfa *g, uint32_t location, uint32_t level, uint32_t reached,
                   const pdr_lits *obligation, pdr_lits *cube) {
    struct weakening w = {.g = g, .obligation = obligation, .general = cube};
    pdr_lits single = {0};
    bool found = false;
    collect_rows(&w);
    collect_candidates(&w);
    if (w.candidates.size) qsort(w.candidates.data, w.candidates.size, sizeof *w.candidates.data, by_cost);
    for (uint32_t i = 0; i < w.candidates.size && i < MOST_CANDIDATES && !found && !g->stopped; i++) {
        vec_clear(&single);
        vec_push(&single, w.candidates.data[i].literal);
        g->stats->weakenings_tried++;
        found = lasts(g, location, level, reached, &single);
    }
    if (found) {
        g->stats->weakenings++;
        vec_clear(cube);
        vec_append(cube, single.data, single.size);
    }
    vec_each (struct row, r, &w.rows) linear_fini(&r->form);
    vec_free(&w.rows);
    vec_free(&w.candidates);
    vec_free(&single);
    return found;
}
