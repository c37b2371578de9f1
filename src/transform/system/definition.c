#include "transform/system/definition.h"

#include "logic/linear.h"

static bool define(const struct definition_scope *s, struct definition *d, term variable, term value) {
    if (!term_is(s->bank, variable, TERM_VARIABLE) || !s->accepts(s->client, variable, value)) return false;
    *d = (struct definition){variable, value};
    return true;
}

/* variable = e, or not variable = e. */
static bool define_side(const struct definition_scope *s, struct definition *d, term side, term e) {
    if (term_is(s->bank, side, TERM_NOT)) {
        side = term_arg(s->bank, side, 0);
        e = term_not(s->bank, e);
    }
    return define(s, d, side, e);
}

/* coefficient * variable + rest = 0, solved for the variable: rest * factor with factor = -1 / coefficient. */
static term rest_of(const struct definition_scope *s, const struct linear *form, const struct monomial *m) {
    struct linear rest, scaled;
    mpq_t factor;
    mpq_init(factor);
    linear_init(&rest, form->sort);
    linear_init(&scaled, form->sort);
    linear_copy(&rest, form);
    mpq_neg(factor, m->coefficient);
    linear_add_term(&rest, s->bank, m->subject, factor);
    mpq_inv(factor, factor);
    linear_add(&scaled, &rest, factor);
    term result = linear_term(s->bank, &scaled);
    linear_fini(&scaled);
    linear_fini(&rest);
    mpq_clear(factor);
    return result;
}

static bool solve_for(const struct definition_scope *s, struct definition *d, const struct linear *form,
                      const struct monomial *m) {
    bool divides = sort_same(form->sort, sort_real()) || (mpz_cmpabs_ui(mpq_numref(m->coefficient), 1) == 0 &&
                                                          mpz_cmp_ui(mpq_denref(m->coefficient), 1) == 0);
    return divides && term_is(s->bank, m->subject, TERM_VARIABLE) &&
           define(s, d, m->subject, rest_of(s, form, m));
}

static bool solve(const struct definition_scope *s, struct definition *d, term equality) {
    enum sort_kind kind = sort_kind(s->bank, term_sort(s->bank, term_arg(s->bank, equality, 0)));
    if (kind != SORT_INT && kind != SORT_REAL) return false;
    struct linear form;
    enum linear_relation relation;
    linear_init(&form, kind == SORT_INT ? sort_int() : sort_real());
    bool found = false;
    if (linear_atom(s->bank, equality, &form, &relation) && relation == LINEAR_EQ)
        for (uint32_t i = 0; i < form.monomials.size && !found; i++)
            found = solve_for(s, d, &form, &form.monomials.data[i]);
    linear_fini(&form);
    return found;
}

static bool find(const struct definition_scope *, struct definition *, term conjunct, int depth);

/* Both branches fix the same variable. */
static bool find_in_branches(const struct definition_scope *s, struct definition *d, term ite, int depth) {
    struct definition then, otherwise;
    if (depth == 0 || !find(s, &then, term_arg(s->bank, ite, 1), depth - 1) ||
        !find(s, &otherwise, term_arg(s->bank, ite, 2), depth - 1) ||
        !term_same(then.variable, otherwise.variable))
        return false;
    term value = term_ite(s->bank, term_arg(s->bank, ite, 0), then.value, otherwise.value);
    return define(s, d, then.variable, value);
}

static bool find_difference(const struct definition_scope *s, struct definition *d, term x, term y) {
    return define_side(s, d, x, term_not(s->bank, y)) || define_side(s, d, y, term_not(s->bank, x));
}

static bool find_in_negation(const struct definition_scope *s, struct definition *d, term c) {
    struct terms *b = s->bank;
    if (term_arity(b, c) != 2) return define(s, d, c, term_false(b));
    term x = term_arg(b, c, 0), y = term_arg(b, c, 1);
    if (term_is(b, c, TERM_XOR)) return define_side(s, d, x, y) || define_side(s, d, y, x);
    return term_is(b, c, TERM_EQ) && sort_same(term_sort(b, x), sort_bool()) && find_difference(s, d, x, y);
}

static bool find(const struct definition_scope *s, struct definition *d, term c, int depth) {
    struct terms *b = s->bank;
    switch (term_op(b, c)) {
    case TERM_VARIABLE: return define(s, d, c, term_true(b));
    case TERM_NOT: return find_in_negation(s, d, term_arg(b, c, 0));
    case TERM_EQ: {
        term x = term_arg(b, c, 0), y = term_arg(b, c, 1);
        return define_side(s, d, x, y) || define_side(s, d, y, x) || solve(s, d, c);
    }
    case TERM_XOR: return find_difference(s, d, term_arg(b, c, 0), term_arg(b, c, 1));
    case TERM_ITE: return find_in_branches(s, d, c, depth);
    default: return false;
    }
}

bool definition_find(const struct definition_scope *s, term conjunct, struct definition *d) {
    enum { BRANCHES = 32 }; /* depth of if-then-else that is looked into */
    return find(s, d, conjunct, BRANCHES);
}
