/* Bounds of variables among the facts: comparisons and equations with constants. They only narrow the interval that a
 * variable starts with; the fact itself is asserted as well. */
#include "check/system/numbers.h"

/* A comparison of a variable, perhaps extended, with a constant: low <= value <= high. */
struct bound {
    term variable;
    uint32_t width; /* of what is compared */
    bool is_signed; /* how it is read */
    mpz_t low, high;
};

/* An extension by zeros has the value of what it extends, read as unsigned, in either reading; one by the sign has it
 * when both are signed. */
static void drop_extensions(const struct terms *b, struct bound *f) {
    for (;;) {
        bool zeros = term_is(b, f->variable, TERM_BV_ZERO_EXTEND);
        if (!zeros && !(f->is_signed && term_is(b, f->variable, TERM_BV_SIGN_EXTEND))) return;
        if (zeros && term_parameter(b, f->variable, 0)) f->is_signed = false;
        f->variable = term_arg(b, f->variable, 0);
    }
}

static void constant_value(const struct terms *b, term t, const struct bound *f, mpz_ptr out) {
    mpz_set(out, term_bits(b, t));
    if (f->is_signed && mpz_tstbit(out, f->width - 1)) {
        mpz_t modulus;
        mpz_init(modulus);
        mpz_setbit(modulus, f->width);
        mpz_sub(out, out, modulus);
        mpz_clear(modulus);
    }
}

/* left <= right or (strict) left < right, one of them a constant; else false. */
static bool read_order(const struct terms *b, term left, term right, bool strict, struct bound *f) {
    bool above = term_is(b, left, TERM_BITS); /* the variable is the greater one */
    if (!above && !term_is(b, right, TERM_BITS)) return false;
    constant_value(b, above ? left : right, f, above ? f->low : f->high);
    if (strict && above) mpz_add_ui(f->low, f->low, 1);
    if (strict && !above) mpz_sub_ui(f->high, f->high, 1);
    f->variable = above ? right : left;
    return true;
}

static bool read_bound(const struct numbers *n, term fact, struct bound *f) {
    const struct terms *b = n->from;
    bool negated = term_is(b, fact, TERM_NOT);
    if (negated) fact = term_arg(b, fact, 0);
    enum term_op op = term_op(b, fact);
    bool equation = op == TERM_EQ && !negated, strict = op == TERM_BV_SLT || op == TERM_BV_ULT;
    if (!equation && !strict && op != TERM_BV_SLE && op != TERM_BV_ULE) return false;
    term x = term_arg(b, fact, 0), y = term_arg(b, fact, 1);
    if (sort_kind(b, term_sort(b, x)) != SORT_BV) return false;
    f->width = sort_width(b, term_sort(b, x));
    f->is_signed = op == TERM_BV_SLT || op == TERM_BV_SLE;
    if (equation) f->is_signed = !numbers_read_unsigned(n, term_is(b, x, TERM_BITS) ? y : x);
    number_range(f->width, f->is_signed, f->low, f->high);
    if (equation) return read_order(b, x, y, false, f) && read_order(b, y, x, false, f);
    return negated ? read_order(b, y, x, !strict, f) : read_order(b, x, y, strict, f);
}

static struct number_bounds *bounds_for(struct numbers *n, term variable) {
    uint32_t position = hash_map_get(&n->bounded, variable.id);
    if (position == HASH_NONE) {
        struct number_bounds new;
        mpz_inits(new.low, new.high, NULL);
        number_range(sort_width(n->from, term_sort(n->from, variable)), !numbers_read_unsigned(n, variable),
                     new.low, new.high);
        position = n->bounds.size;
        hash_map_put(&n->bounded, variable.id, position);
        vec_push(&n->bounds, new);
    }
    return &n->bounds.data[position];
}

/* Both readings agree on the numbers that are signed and not negative; other bounds help in their own reading only. */
static bool same_in_both(const struct numbers *n, const struct bound *f) {
    uint32_t width = sort_width(n->from, term_sort(n->from, f->variable));
    return mpz_sgn(f->low) >= 0 && mpz_sizeinbase(f->high, 2) < width;
}

/* An empty interval stays out: facts that contradict each other are left to the solver. */
static void narrow(struct number_bounds *b, const struct bound *f) {
    mpz_srcptr low = mpz_cmp(f->low, b->low) > 0 ? f->low : b->low,
               high = mpz_cmp(f->high, b->high) < 0 ? f->high : b->high;
    if (mpz_cmp(low, high) > 0) return;
    mpz_set(b->low, low);
    mpz_set(b->high, high);
}

void numbers_note_bound(struct numbers *n, term fact) {
    struct bound f;
    mpz_inits(f.low, f.high, NULL);
    if (read_bound(n, fact, &f)) {
        drop_extensions(n->from, &f);
        if (term_is(n->from, f.variable, TERM_VARIABLE) &&
            (f.is_signed != numbers_read_unsigned(n, f.variable) || same_in_both(n, &f)))
            narrow(bounds_for(n, f.variable), &f);
    }
    mpz_clears(f.low, f.high, NULL);
}

const struct number_bounds *numbers_bounds_of(const struct numbers *n, term variable) {
    uint32_t position = hash_map_get(&n->bounded, variable.id);
    return position == HASH_NONE ? NULL : &n->bounds.data[position];
}
