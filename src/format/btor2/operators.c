/* Each operator either is one of logic/term.h's or is spelled out with those: the overflow predicates by the
 * usual sign arguments, reductions, rotations by variable amounts, increments. */
#include "format/btor2/operators.h"
#include "logic/value.h"

/* ---- bits as Booleans and as bit vectors ---- */

static term bit(struct terms *b, bool value) {
    return term_bits_ui(b, value, 1);
}

/* Whether t is `(= x #b1)`, in either order. */
static bool is_bit_test(const struct terms *b, term t, term *x) {
    if (!term_is(b, t, TERM_EQ)) return false;
    for (uint32_t i = 0; i < 2; i++) {
        term side = term_arg(b, t, i), other = term_arg(b, t, 1 - i);
        if (!term_is(b, side, TERM_BITS) || sort_width(b, term_sort(b, side)) != 1) continue;
        if (mpz_sgn(term_bits(b, side)) == 0) continue;
        *x = other;
        return true;
    }
    return false;
}

static bool is_boolean(const struct terms *b, term t) {
    return sort_kind(b, term_sort(b, t)) == SORT_BOOL;
}

term btor2_bits(struct terms *b, term v) {
    if (!is_boolean(b, v)) return v;
    term x;
    if (is_bit_test(b, v, &x)) return x;
    if (term_is(b, v, TERM_NOT) && is_bit_test(b, term_arg(b, v, 0), &x)) return term_bv1(b, TERM_BV_NOT, x);
    if (term_is(b, v, TERM_TRUE) || term_is(b, v, TERM_FALSE)) return bit(b, term_is(b, v, TERM_TRUE));
    return term_ite(b, v, bit(b, true), bit(b, false));
}

static term negate_truth(struct terms *b, term t) {
    if (term_is(b, t, TERM_TRUE) || term_is(b, t, TERM_FALSE)) return term_bool(b, term_is(b, t, TERM_FALSE));
    return term_is(b, t, TERM_NOT) ? term_arg(b, t, 0) : term_not(b, t);
}

term btor2_truth(struct terms *b, term v) {
    if (is_boolean(b, v)) return v;
    assert(btor2_width(b, v) == 1);
    if (term_is(b, v, TERM_BITS)) return term_bool(b, mpz_sgn(term_bits(b, v)) != 0);
    if (term_is(b, v, TERM_BV_NOT)) return negate_truth(b, term_eq(b, term_arg(b, v, 0), bit(b, true)));
    if (term_is(b, v, TERM_ITE)) {
        term then = term_arg(b, v, 1), otherwise = term_arg(b, v, 2), c = term_arg(b, v, 0);
        if (term_same(then, bit(b, true)) && term_same(otherwise, bit(b, false))) return c;
        if (term_same(then, bit(b, false)) && term_same(otherwise, bit(b, true))) return negate_truth(b, c);
    }
    return term_eq(b, v, bit(b, true));
}

term btor2_negate(struct terms *b, term v) {
    if (btor2_width(b, v) == 1) return negate_truth(b, btor2_truth(b, v));
    if (term_is(b, v, TERM_BITS)) return value_apply(b, TERM_BV_NOT, &v, 1, 0, 0);
    return term_bv1(b, TERM_BV_NOT, v);
}

uint32_t btor2_width(const struct terms *b, term v) {
    sort s = term_sort(b, v);
    switch (sort_kind(b, s)) {
    case SORT_BOOL: return 1;
    case SORT_BV: return sort_width(b, s);
    default: return 0;
    }
}

/* ---- logic: Boolean on bits ---- */

#define MAKE(name) static term name(struct terms *b, const term *v, uint32_t p0, uint32_t p1)
#define UNUSED     ((void)v, (void)p0, (void)p1)

MAKE(make_not) {
    UNUSED;
    return btor2_negate(b, v[0]);
}
MAKE(make_and) {
    UNUSED;
    if (btor2_width(b, v[0]) == 1) return term_and2(b, btor2_truth(b, v[0]), btor2_truth(b, v[1]));
    return term_bv2(b, TERM_BV_AND, v[0], v[1]);
}
MAKE(make_or) {
    UNUSED;
    if (btor2_width(b, v[0]) == 1) return term_or2(b, btor2_truth(b, v[0]), btor2_truth(b, v[1]));
    return term_bv2(b, TERM_BV_OR, v[0], v[1]);
}
MAKE(make_xor) {
    UNUSED;
    if (btor2_width(b, v[0]) == 1) return term_xor(b, btor2_truth(b, v[0]), btor2_truth(b, v[1]));
    return term_bv2(b, TERM_BV_XOR, v[0], v[1]);
}
MAKE(make_nand) {
    return btor2_negate(b, make_and(b, v, p0, p1));
}
MAKE(make_nor) {
    return btor2_negate(b, make_or(b, v, p0, p1));
}
MAKE(make_xnor) {
    return btor2_negate(b, make_xor(b, v, p0, p1));
}
MAKE(make_implies) {
    UNUSED;
    return term_or2(b, btor2_negate(b, v[0]), btor2_truth(b, v[1]));
}
/* Between bits: two bit vectors are compared as such, else both are Boolean. */
MAKE(make_eq) {
    UNUSED;
    if (is_boolean(b, v[0]) || is_boolean(b, v[1]))
        return term_eq(b, btor2_truth(b, v[0]), btor2_truth(b, v[1]));
    if (btor2_width(b, v[0]) == 1 && term_is(b, v[0], TERM_BITS))
        return mpz_sgn(term_bits(b, v[0])) ? btor2_truth(b, v[1]) : btor2_negate(b, v[1]);
    if (btor2_width(b, v[0]) == 1 && term_is(b, v[1], TERM_BITS))
        return mpz_sgn(term_bits(b, v[1])) ? btor2_truth(b, v[0]) : btor2_negate(b, v[0]);
    return term_eq(b, v[0], v[1]);
}
MAKE(make_neq) {
    return negate_truth(b, make_eq(b, v, p0, p1));
}
MAKE(make_ite) {
    UNUSED;
    term c = btor2_truth(b, v[0]);
    if (is_boolean(b, v[1]) || is_boolean(b, v[2]))
        return term_ite(b, c, btor2_truth(b, v[1]), btor2_truth(b, v[2]));
    return term_ite(b, c, v[1], v[2]);
}

/* ---- reductions ---- */

static term zero(struct terms *b, uint32_t width) {
    return term_bits_ui(b, 0, width);
}

static term ones(struct terms *b, uint32_t width) {
    mpz_t all;
    mpz_init_set_si(all, -1);
    term t = term_bits_of(b, all, width);
    mpz_clear(all);
    return t;
}

MAKE(make_redand) {
    UNUSED;
    uint32_t width = btor2_width(b, v[0]);
    return width == 1 ? v[0] : term_eq(b, v[0], ones(b, width));
}
MAKE(make_redor) {
    UNUSED;
    uint32_t width = btor2_width(b, v[0]);
    return width == 1 ? v[0] : term_not(b, term_eq(b, v[0], zero(b, width)));
}
/* Folds the word in halves. */
MAKE(make_redxor) {
    UNUSED;
    term x = v[0];
    for (uint32_t width; (width = btor2_width(b, x)) > 1;) {
        uint32_t low = (width + 1) / 2;
        term high = term_extract(b, x, width - 1, low);
        if (2 * low > width) high = term_extend(b, TERM_BV_ZERO_EXTEND, high, 1);
        x = term_bv2(b, TERM_BV_XOR, term_extract(b, x, low - 1, 0), high);
    }
    return x;
}

/* ---- arithmetic ---- */

MAKE(make_inc) {
    UNUSED;
    term x = btor2_bits(b, v[0]);
    return term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 1, btor2_width(b, x)));
}
MAKE(make_dec) {
    UNUSED;
    term x = btor2_bits(b, v[0]);
    return term_bv2(b, TERM_BV_SUB, x, term_bits_ui(b, 1, btor2_width(b, x)));
}

static term sign(struct terms *b, term x) {
    uint32_t width = btor2_width(b, x);
    return width == 1 ? x : term_extract(b, x, width - 1, width - 1);
}

/* The sum is less than a summand. */
MAKE(make_uaddo) {
    UNUSED;
    return term_bv2(b, TERM_BV_ULT, term_bv2(b, TERM_BV_ADD, v[0], v[1]), v[0]);
}
/* The sum's sign differs from that of both summands. */
MAKE(make_saddo) {
    UNUSED;
    term sum = term_bv2(b, TERM_BV_ADD, v[0], v[1]);
    return sign(b, term_bv2(b, TERM_BV_AND, term_bv2(b, TERM_BV_XOR, v[0], sum),
                            term_bv2(b, TERM_BV_XOR, v[1], sum)));
}
MAKE(make_usubo) {
    UNUSED;
    return term_bv2(b, TERM_BV_ULT, v[0], v[1]);
}
/* The signs differ, and the difference has not the sign of the minuend. */
MAKE(make_ssubo) {
    UNUSED;
    term difference = term_bv2(b, TERM_BV_SUB, v[0], v[1]);
    return sign(b, term_bv2(b, TERM_BV_AND, term_bv2(b, TERM_BV_XOR, v[0], v[1]),
                            term_bv2(b, TERM_BV_XOR, v[0], difference)));
}
/* The product in twice the width has something in its upper half. */
MAKE(make_umulo) {
    UNUSED;
    uint32_t width = btor2_width(b, v[0]);
    term product = term_bv2(b, TERM_BV_MUL, term_extend(b, TERM_BV_ZERO_EXTEND, v[0], width),
                            term_extend(b, TERM_BV_ZERO_EXTEND, v[1], width));
    return term_not(b, term_eq(b, term_extract(b, product, 2 * width - 1, width), zero(b, width)));
}
/* The product in twice the width is not the extension of its lower half. */
MAKE(make_smulo) {
    UNUSED;
    uint32_t width = btor2_width(b, v[0]);
    term product = term_bv2(b, TERM_BV_MUL, term_extend(b, TERM_BV_SIGN_EXTEND, v[0], width),
                            term_extend(b, TERM_BV_SIGN_EXTEND, v[1], width));
    term low = term_extract(b, product, width - 1, 0);
    return term_not(b, term_eq(b, product, term_extend(b, TERM_BV_SIGN_EXTEND, low, width)));
}
/* The least number divided by -1. */
MAKE(make_sdivo) {
    UNUSED;
    uint32_t width = btor2_width(b, v[0]);
    mpz_t least;
    mpz_init(least);
    mpz_setbit(least, width - 1);
    term t = term_and2(b, term_eq(b, v[0], term_bits_of(b, least, width)), term_eq(b, v[1], ones(b, width)));
    mpz_clear(least);
    return t;
}

MAKE(make_ugt) {
    UNUSED;
    return term_bv2(b, TERM_BV_ULT, v[1], v[0]);
}
MAKE(make_ugte) {
    UNUSED;
    return term_bv2(b, TERM_BV_ULE, v[1], v[0]);
}
MAKE(make_sgt) {
    UNUSED;
    return term_bv2(b, TERM_BV_SLT, v[1], v[0]);
}
MAKE(make_sgte) {
    UNUSED;
    return term_bv2(b, TERM_BV_SLE, v[1], v[0]);
}

/* ---- rotation ---- */

/* The amount modulo the width, as a word of that width. */
static term amount_modulo(struct terms *b, term amount, uint32_t width) {
    uint32_t low = 0;
    while (low < 31 && UINT32_C(1) << (low + 1) <= width) low++;
    if (width != UINT32_C(1) << low) return term_bv2(b, TERM_BV_UREM, amount, term_bits_ui(b, width, width));
    if (low == 0) return zero(b, width);
    return term_extend(b, TERM_BV_ZERO_EXTEND, term_extract(b, amount, low - 1, 0), width - low);
}

/* x turned by k in the direction of `shift`: (x shift k) | (x back (width - k)); for k = 0 the second part is
 * 0. */
static term rotate(struct terms *b, const term *v, enum term_op by_constant, enum term_op shift,
                   enum term_op back) {
    term x = v[0];
    uint32_t width = btor2_width(b, x);
    if (width == 1) return x;
    if (term_is(b, v[1], TERM_BITS)) {
        uint32_t k = (uint32_t)mpz_fdiv_ui(term_bits(b, v[1]), width);
        return k ? term_make(b, by_constant, &x, 1, k, 0) : x;
    }
    term k = amount_modulo(b, v[1], width);
    term rest = term_bv2(b, TERM_BV_SUB, term_bits_ui(b, width, width), k);
    return term_bv2(b, TERM_BV_OR, term_bv2(b, shift, x, k), term_bv2(b, back, x, rest));
}

MAKE(make_rol) {
    UNUSED;
    return rotate(b, v, TERM_BV_ROTATE_LEFT, TERM_BV_SHL, TERM_BV_LSHR);
}
MAKE(make_ror) {
    UNUSED;
    return rotate(b, v, TERM_BV_ROTATE_RIGHT, TERM_BV_LSHR, TERM_BV_SHL);
}

/* ---- structure ---- */

MAKE(make_slice) {
    UNUSED;
    return p1 == 0 && p0 + 1 == btor2_width(b, v[0]) ? v[0] : term_extract(b, v[0], p0, p1);
}
MAKE(make_sext) {
    UNUSED;
    return p0 ? term_extend(b, TERM_BV_SIGN_EXTEND, v[0], p0) : v[0];
}
MAKE(make_uext) {
    UNUSED;
    return p0 ? term_extend(b, TERM_BV_ZERO_EXTEND, v[0], p0) : v[0];
}

/* Sorted by name. */
static const struct btor2_operator operators[] = {
    {"add", BTOR2_WORDS_TO_WORD, TERM_BV_ADD, NULL, NULL},
    {"and", BTOR2_WORDS_TO_WORD, TERM_OPS, NULL, make_and},
    {"concat", BTOR2_CONCATENATION, TERM_BV_CONCAT, NULL, NULL},
    {"dec", BTOR2_WORD_TO_WORD, TERM_OPS, make_dec, NULL},
    {"eq", BTOR2_ALIKE_TO_BIT, TERM_OPS, NULL, make_eq},
    {"iff", BTOR2_BITS_TO_BIT, TERM_OPS, NULL, make_eq},
    {"implies", BTOR2_BITS_TO_BIT, TERM_OPS, NULL, make_implies},
    {"inc", BTOR2_WORD_TO_WORD, TERM_OPS, make_inc, NULL},
    {"ite", BTOR2_CHOICE, TERM_OPS, NULL, make_ite},
    {"mul", BTOR2_WORDS_TO_WORD, TERM_BV_MUL, NULL, NULL},
    {"nand", BTOR2_WORDS_TO_WORD, TERM_OPS, NULL, make_nand},
    {"neg", BTOR2_WORD_TO_WORD, TERM_BV_NEG, NULL, NULL},
    {"neq", BTOR2_ALIKE_TO_BIT, TERM_OPS, NULL, make_neq},
    {"nor", BTOR2_WORDS_TO_WORD, TERM_OPS, NULL, make_nor},
    {"not", BTOR2_WORD_TO_WORD, TERM_OPS, NULL, make_not},
    {"or", BTOR2_WORDS_TO_WORD, TERM_OPS, NULL, make_or},
    {"read", BTOR2_READ, TERM_SELECT, NULL, NULL},
    {"redand", BTOR2_WORD_TO_BIT, TERM_OPS, make_redand, NULL},
    {"redor", BTOR2_WORD_TO_BIT, TERM_OPS, make_redor, NULL},
    {"redxor", BTOR2_WORD_TO_BIT, TERM_OPS, make_redxor, NULL},
    {"rol", BTOR2_WORDS_TO_WORD, TERM_OPS, make_rol, NULL},
    {"ror", BTOR2_WORDS_TO_WORD, TERM_OPS, make_ror, NULL},
    {"saddo", BTOR2_WORDS_TO_BIT, TERM_OPS, make_saddo, NULL},
    {"sdiv", BTOR2_WORDS_TO_WORD, TERM_BV_SDIV, NULL, NULL},
    {"sdivo", BTOR2_WORDS_TO_BIT, TERM_OPS, make_sdivo, NULL},
    {"sext", BTOR2_EXTENSION, TERM_OPS, make_sext, NULL},
    {"sgt", BTOR2_WORDS_TO_BIT, TERM_OPS, make_sgt, NULL},
    {"sgte", BTOR2_WORDS_TO_BIT, TERM_OPS, make_sgte, NULL},
    {"slice", BTOR2_SLICE, TERM_OPS, make_slice, NULL},
    {"sll", BTOR2_WORDS_TO_WORD, TERM_BV_SHL, NULL, NULL},
    {"slt", BTOR2_WORDS_TO_BIT, TERM_BV_SLT, NULL, NULL},
    {"slte", BTOR2_WORDS_TO_BIT, TERM_BV_SLE, NULL, NULL},
    {"smod", BTOR2_WORDS_TO_WORD, TERM_BV_SMOD, NULL, NULL},
    {"smulo", BTOR2_WORDS_TO_BIT, TERM_OPS, make_smulo, NULL},
    {"sra", BTOR2_WORDS_TO_WORD, TERM_BV_ASHR, NULL, NULL},
    {"srem", BTOR2_WORDS_TO_WORD, TERM_BV_SREM, NULL, NULL},
    {"srl", BTOR2_WORDS_TO_WORD, TERM_BV_LSHR, NULL, NULL},
    {"ssubo", BTOR2_WORDS_TO_BIT, TERM_OPS, make_ssubo, NULL},
    {"sub", BTOR2_WORDS_TO_WORD, TERM_BV_SUB, NULL, NULL},
    {"uaddo", BTOR2_WORDS_TO_BIT, TERM_OPS, make_uaddo, NULL},
    {"udiv", BTOR2_WORDS_TO_WORD, TERM_BV_UDIV, NULL, NULL},
    {"uext", BTOR2_EXTENSION, TERM_OPS, make_uext, NULL},
    {"ugt", BTOR2_WORDS_TO_BIT, TERM_OPS, make_ugt, NULL},
    {"ugte", BTOR2_WORDS_TO_BIT, TERM_OPS, make_ugte, NULL},
    {"ult", BTOR2_WORDS_TO_BIT, TERM_BV_ULT, NULL, NULL},
    {"ulte", BTOR2_WORDS_TO_BIT, TERM_BV_ULE, NULL, NULL},
    {"umulo", BTOR2_WORDS_TO_BIT, TERM_OPS, make_umulo, NULL},
    {"urem", BTOR2_WORDS_TO_WORD, TERM_BV_UREM, NULL, NULL},
    {"usubo", BTOR2_WORDS_TO_BIT, TERM_OPS, make_usubo, NULL},
    {"write", BTOR2_WRITE, TERM_STORE, NULL, NULL},
    {"xnor", BTOR2_WORDS_TO_WORD, TERM_OPS, NULL, make_xnor},
    {"xor", BTOR2_WORDS_TO_WORD, TERM_OPS, NULL, make_xor},
};

const struct btor2_operator *btor2_operator_find(const char *name, uint32_t length) {
    if (memchr(name, 0, length)) return NULL;
    uint32_t low = 0, high = sizeof operators / sizeof *operators;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = strncmp(operators[middle].name, name, length);
        if (order == 0) order = operators[middle].name[length] != 0;
        if (order == 0) return &operators[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

uint32_t btor2_operator_arity(const struct btor2_operator *o) {
    switch (o->shape) {
    case BTOR2_WORD_TO_WORD:
    case BTOR2_WORD_TO_BIT:
    case BTOR2_SLICE:
    case BTOR2_EXTENSION: return 1;
    case BTOR2_CHOICE:
    case BTOR2_WRITE: return 3;
    default: return 2;
    }
}

term btor2_operator_apply(const struct btor2_operator *o, struct terms *b, const term *values, uint32_t p0,
                          uint32_t p1) {
    if (o->make_logic) return o->make_logic(b, values, p0, p1);
    term bits[3];
    uint32_t n = btor2_operator_arity(o);
    for (uint32_t i = 0; i < n; i++) bits[i] = btor2_bits(b, values[i]);
    return o->make ? o->make(b, bits, p0, p1) : term_make(b, o->op, bits, n, 0, 0);
}
