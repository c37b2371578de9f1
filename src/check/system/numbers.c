#include "check/system/numbers.h"

#include "logic/walk.h"

/* 0: a formula; else a word; UINT32_MAX: neither. */
static uint32_t width_of(const struct terms *b, term t) {
    sort s = term_sort(b, t);
    switch (sort_kind(b, s)) {
    case SORT_BOOL: return 0;
    case SORT_BV: return sort_width(b, s);
    default: return UINT32_MAX;
    }
}

/* How words are read by their users: +1 signed, -1 unsigned, 0 either. */
static int reading_of_arguments(enum term_op op, uint32_t position) {
    switch (op) {
    case TERM_BV_SLT:
    case TERM_BV_SLE:
    case TERM_BV_SIGN_EXTEND:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_ASHR: return 1;
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_LSHR: return -1;
    case TERM_BV_CONCAT: return position == 1 ? -1 : 0;
    default: return 0;
    }
}

/* Where the reading of a result is that of its arguments. */
static bool hands_down(enum term_op op, uint32_t position) {
    return op == TERM_BV_ADD || op == TERM_BV_SUB || op == TERM_BV_MUL || op == TERM_BV_NEG ||
           op == TERM_BV_NOT || (op == TERM_ITE && position > 0);
}

/* By majority, from the roots down. It is a matter of speed only: as many ranges as possible should need no case. */
static void choose_readings(struct numbers *n, const term *roots, uint32_t count) {
    term_list all = {0};
    VEC(int32_t) votes = {0};
    term_collect(n->from, roots, count, &all);
    vec_resize(&votes, terms_size(n->from));
    vec_resize(&n->unsigned_reading, terms_size(n->from));
    for (uint32_t i = all.size; i-- > 0;) {
        term t = all.data[i];
        enum term_op op = term_op(n->from, t);
        int vote = (votes.data[t.id] > 0) - (votes.data[t.id] < 0);
        n->unsigned_reading.data[t.id] = vote < 0;
        for (uint32_t k = 0, arity = term_arity(n->from, t); k < arity; k++)
            votes.data[term_arg(n->from, t, k).id] +=
                reading_of_arguments(op, k) + (hands_down(op, k) ? vote : 0);
    }
    vec_free(&votes);
    vec_free(&all);
}

void numbers_init(struct numbers *n, struct terms *from, const term *roots, uint32_t count) {
    *n = (struct numbers){.from = from, .to = terms_new(TERMS_PLAIN)};
    choose_readings(n, roots, count);
}

void numbers_fini(struct numbers *n) {
    vec_each (struct number *, x, &n->all) {
        mpz_clears((*x)->low, (*x)->high, NULL);
        mem_free(*x);
    }
    vec_free(&n->all);
    vec_free(&n->of);
    vec_free(&n->facts);
    vec_free(&n->unsigned_reading);
    hash_map_free(&n->made);
    vec_each (struct number_bounds, b, &n->bounds) mpz_clears(b->low, b->high, NULL);
    vec_free(&n->bounds);
    hash_map_free(&n->bounded);
    terms_free(n->to);
}

static const struct number *made(const struct numbers *n, term t) {
    return t.id < n->of.size ? n->of.data[t.id] : NULL;
}

static void keep(struct numbers *n, term t, const struct number *x) {
    if (t.id >= n->of.size) vec_resize(&n->of, terms_size(n->from));
    n->of.data[t.id] = x;
}

/* Any word of that width. */
static const struct number *any_word(struct numbers *n, term t) {
    uint32_t width = width_of(n->from, t);
    bool is_signed = !numbers_read_unsigned(n, t);
    const struct number_bounds *bounds = numbers_bounds_of(n, t);
    if (bounds) return number_new(n, bounds->low, bounds->high);
    mpz_t low, high;
    mpz_inits(low, high, NULL);
    number_range(width, is_signed, low, high);
    const struct number *x = number_new(n, low, high);
    mpz_clears(low, high, NULL);
    return x;
}

static term less(struct numbers *n, term t, const struct number *const *a) {
    enum term_op op = term_op(n->from, t);
    uint32_t width = width_of(n->from, term_arg(n->from, t, 0));
    bool is_signed = op == TERM_BV_SLT || op == TERM_BV_SLE, strict = op == TERM_BV_SLT || op == TERM_BV_ULT;
    const struct number *x = number_reduce(n, a[0], width, is_signed),
                        *y = number_reduce(n, a[1], width, is_signed);
    return strict ? term_not(n->to, number_le(n, y, x)) : number_le(n, x, y);
}

/* Between formulas: the same operator. */
static term connective(struct numbers *n, term t, const struct number *const *a) {
    uint32_t arity = term_arity(n->from, t);
    term *arguments = mem_new_array(term, arity);
    for (uint32_t i = 0; i < arity; i++) arguments[i] = a[i]->term;
    term result = term_make(n->to, term_op(n->from, t), arguments, arity, 0, 0);
    mem_free(arguments);
    return result;
}

static term formula(struct numbers *n, term t, const struct number *const *a) {
    uint32_t width = term_is(n->from, t, TERM_EQ) ? width_of(n->from, term_arg(n->from, t, 0)) : 0;
    if (width) return number_congruent(n, a[0], a[1], width);
    switch (term_op(n->from, t)) {
    case TERM_TRUE: return term_true(n->to);
    case TERM_FALSE: return term_false(n->to);
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: return less(n, t, a);
    default: return connective(n, t, a);
    }
}

static const struct number *truth(struct numbers *n, term t) {
    struct number *x = mem_new(struct number);
    mpz_inits(x->low, x->high, NULL);
    vec_push(&n->all, x);
    x->term = t;
    return x;
}

/* Has no encoding because of its operator or the sorts of its arguments: can be anything. */
static bool is_opaque(const struct numbers *n, term t) {
    bool opaque = !numbers_operator(term_op(n->from, t));
    for (uint32_t i = 0, arity = term_arity(n->from, t); i < arity; i++)
        opaque = opaque || width_of(n->from, term_arg(n->from, t, i)) == UINT32_MAX;
    return opaque;
}

/* The arguments have their numbers, or the term is opaque. */
static const struct number *make(struct numbers *n, term t, bool opaque) {
    bool is_formula = width_of(n->from, t) == 0, free = opaque || term_is(n->from, t, TERM_VARIABLE);
    if (free) return is_formula ? truth(n, term_fresh(n->to, "b", sort_bool())) : any_word(n, t);
    uint32_t arity = term_arity(n->from, t);
    const struct number **arguments = mem_new_array(const struct number *, arity + 1);
    for (uint32_t i = 0; i < arity; i++) arguments[i] = made(n, term_arg(n->from, t, i));
    const struct number *x = is_formula ? truth(n, formula(n, t, arguments)) : numbers_word(n, t, arguments);
    mem_free(arguments);
    return x ? x : any_word(n, t);
}

static const struct number *number_of(struct numbers *n, term root) {
    term_list work = {0};
    vec_push(&work, root);
    while (work.size) {
        term t = vec_last(&work);
        uint32_t before = work.size;
        if (!made(n, t)) {
            bool opaque = is_opaque(n, t);
            for (uint32_t i = 0, arity = opaque ? 0 : term_arity(n->from, t); i < arity; i++)
                if (!made(n, term_arg(n->from, t, i))) vec_push(&work, term_arg(n->from, t, i));
            if (work.size > before) continue;
            keep(n, t, make(n, t, opaque));
        }
        (void)vec_pop(&work);
    }
    vec_free(&work);
    return made(n, root);
}

term numbers_formula(struct numbers *n, term t) {
    assert(width_of(n->from, t) == 0);
    return number_of(n, t)->term;
}

/* Whether the variable is new, also after the other side was made. */
static bool define(struct numbers *n, term variable, term meaning) {
    if (!term_is(n->from, variable, TERM_VARIABLE) || made(n, variable)) return false;
    if (width_of(n->from, variable) == UINT32_MAX) return false;
    const struct number *x = number_of(n, meaning);
    if (made(n, variable)) return false;
    keep(n, variable, x);
    return true;
}

void numbers_assume(struct numbers *n, const term *facts, uint32_t count) {
    term_list conjuncts = {0};
    for (uint32_t i = 0; i < count; i++) term_conjuncts(n->from, facts[i], &conjuncts);
    vec_each (const term, c, &conjuncts) numbers_note_bound(n, *c);
    vec_each (const term, c, &conjuncts) {
        bool equation = term_is(n->from, *c, TERM_EQ);
        if (equation && (define(n, term_arg(n->from, *c, 0), term_arg(n->from, *c, 1)) ||
                         define(n, term_arg(n->from, *c, 1), term_arg(n->from, *c, 0))))
            continue;
        term fact = numbers_formula(n, *c); /* which adds definitions */
        vec_push(&n->facts, fact);
    }
    vec_free(&conjuncts);
}

term numbers_of(const struct numbers *n, term variable) {
    const struct number *x = made(n, variable);
    return x ? x->term : TERM_NONE;
}

term numbers_value(const struct numbers *n, term variable, term value) {
    uint32_t width = width_of(n->from, variable);
    if (!width) return term_bool(n->from, term_is(n->to, value, TERM_TRUE));
    return term_bits_of(n->from, mpq_numref(term_number(n->to, value)), width);
}
