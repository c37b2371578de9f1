#include "check/system/bits.h"

#include "check/system/words.h"
#include "logic/walk.h"

/* The number of bits of a sort; 0: it has none, or too many. */
static uint64_t sort_bits(const struct terms *b, sort s) {
    uint64_t factor = 1;
    for (;; s = sort_element(b, s)) {
        switch (sort_kind(b, s)) {
        case SORT_BOOL: return factor;
        case SORT_BV: return factor * sort_width(b, s);
        case SORT_ARRAY: {
            sort index = sort_index(b, s);
            bool small = sort_kind(b, index) == SORT_BOOL || sort_kind(b, index) == SORT_BV;
            uint32_t width = sort_kind(b, index) == SORT_BV ? sort_width(b, index) : 1;
            if (!small || width > 16 || factor << width > BITS_ARRAY) return 0;
            factor <<= width;
            break;
        }
        default: return 0;
        }
    }
}

static bool fits(const struct terms *b, term t) {
    sort s = term_sort(b, t);
    uint64_t bits = sort_bits(b, s);
    if (!bits || (sort_kind(b, s) == SORT_ARRAY && bits > BITS_ARRAY)) return false;
    enum term_op op = term_op(b, t);
    return op != TERM_APPLY && op != TERM_INT_TO_BV;
}

bool bits_fit(const struct terms *b, const term *roots, uint32_t n) {
    term_list all = {0};
    term_collect(b, roots, n, &all);
    bool good = true;
    vec_each (const term, t, &all) good = good && fits(b, *t);
    vec_free(&all);
    return good;
}

void bits_init(struct bits *b, struct terms *bank, struct limits *limits) {
    *b = (struct bits){.bank = bank};
    encode_init(&b->encode, limits);
}

void bits_fini(struct bits *b) {
    encode_fini(&b->encode);
    vec_free(&b->offset);
    mem_free(b->literals);
}

static uint32_t width_of(const struct bits *b, term t) {
    return (uint32_t)sort_bits(b->bank, term_sort(b->bank, t));
}

static bool is_made(const struct bits *b, term t) {
    return t.id < b->offset.size && b->offset.data[t.id];
}

/* Dies with the next new word. */
static const sat_lit *word_of(const struct bits *b, term t) {
    return b->literals + (b->offset.data[t.id] - 1);
}

static void keep(struct bits *b, term t, const sat_lit *word) {
    uint32_t width = width_of(b, t);
    if (b->size + width > b->capacity) {
        b->capacity = 2 * (b->size + width);
        b->literals = mem_realloc(b->literals, b->capacity * sizeof *b->literals);
    }
    if (width) memcpy(b->literals + b->size, word, width * sizeof *word);
    if (t.id >= b->offset.size) vec_resize(&b->offset, terms_size(b->bank));
    b->offset.data[t.id] = 1 + b->size;
    b->size += width;
}

static void leaf(struct bits *b, term t, uint32_t width, sat_lit *out) {
    struct encode *e = &b->encode;
    switch (term_op(b->bank, t)) {
    case TERM_TRUE: out[0] = encode_constant(e, true); return;
    case TERM_FALSE: out[0] = encode_constant(e, false); return;
    case TERM_BITS:
        for (uint32_t i = 0; i < width; i++)
            out[i] = encode_constant(e, mpz_tstbit(term_bits(b->bank, t), i));
        return;
    default:
        assert(term_is(b->bank, t, TERM_VARIABLE));
        for (uint32_t i = 0; i < width; i++) out[i] = encode_variable(e);
    }
}

/* Operators that make one literal. */
static sat_lit formula(struct bits *b, term t, const sat_lit *const *a, uint32_t n, uint32_t width) {
    struct encode *e = &b->encode;
    sat_lit l;
    switch (term_op(b->bank, t)) {
    case TERM_NOT: return sat_not(a[0][0]);
    case TERM_AND:
    case TERM_OR: {
        bool disjunction = term_is(b->bank, t, TERM_OR);
        l = encode_constant(e, true);
        for (uint32_t i = 0; i < n; i++) l = encode_and(e, l, sat_not_if(a[i][0], disjunction));
        return sat_not_if(l, disjunction);
    }
    case TERM_XOR: return sat_not(encode_equal(e, a[0][0], a[1][0]));
    case TERM_EQ: return word_equal(e, a[0], a[1], width);
    case TERM_BV_ULT: return word_less(e, a[0], a[1], width, false);
    case TERM_BV_ULE: return word_less(e, a[0], a[1], width, true);
    case TERM_BV_SLT: return word_less_signed(e, a[0], a[1], width, false);
    default: assert(term_is(b->bank, t, TERM_BV_SLE)); return word_less_signed(e, a[0], a[1], width, true);
    }
}

static void bitwise(struct bits *b, term t, const sat_lit *const *a, uint32_t width, sat_lit *out) {
    struct encode *e = &b->encode;
    for (uint32_t i = 0; i < width; i++) {
        switch (term_op(b->bank, t)) {
        case TERM_BV_NOT: out[i] = sat_not(a[0][i]); break;
        case TERM_BV_AND: out[i] = encode_and(e, a[0][i], a[1][i]); break;
        case TERM_BV_OR: out[i] = word_or(e, a[0][i], a[1][i]); break;
        default: out[i] = sat_not(encode_equal(e, a[0][i], a[1][i])); break;
        }
    }
}

/* Operators that only move bits. `width` is the argument's. */
static void wiring(struct bits *b, term t, const sat_lit *const *a, uint32_t width, sat_lit *out) {
    uint32_t result = width_of(b, t);
    switch (term_op(b->bank, t)) {
    case TERM_BV_CONCAT: { /* the second argument is the lower half */
        uint32_t low = result - width;
        for (uint32_t i = 0; i < result; i++) out[i] = i < low ? a[1][i] : a[0][i - low];
        return;
    }
    case TERM_BV_EXTRACT:
        for (uint32_t i = 0; i < result; i++) out[i] = a[0][i + term_parameter(b->bank, t, 1)];
        return;
    case TERM_BV_ZERO_EXTEND:
        for (uint32_t i = 0; i < result; i++)
            out[i] = i < width ? a[0][i] : encode_constant(&b->encode, false);
        return;
    case TERM_BV_SIGN_EXTEND:
        for (uint32_t i = 0; i < result; i++) out[i] = a[0][i < width ? i : width - 1];
        return;
    case TERM_BV_ROTATE_LEFT: {
        uint64_t rotation = term_parameter(b->bank, t, 0) % width;
        for (uint32_t i = 0; i < result; i++) out[(i + rotation) % width] = a[0][i];
        return;
    }
    default: {
        assert(term_is(b->bank, t, TERM_BV_ROTATE_RIGHT));
        uint64_t rotation = term_parameter(b->bank, t, 0) % width;
        for (uint32_t i = 0; i < result; i++) out[i] = a[0][(i + rotation) % width];
    }
    }
}

static void arithmetic(struct bits *b, term t, const sat_lit *const *a, uint32_t width, sat_lit *out) {
    struct encode *e = &b->encode;
    switch (term_op(b->bank, t)) {
    case TERM_BV_NEG: word_negate(e, a[0], width, out); return;
    case TERM_BV_ADD: word_add(e, a[0], a[1], width, out); return;
    case TERM_BV_SUB: word_subtract(e, a[0], a[1], width, out); return;
    case TERM_BV_MUL: word_multiply(e, a[0], a[1], width, out); return;
    case TERM_BV_UDIV: word_divide(e, a[0], a[1], width, out, NULL); return;
    case TERM_BV_UREM: word_divide(e, a[0], a[1], width, NULL, out); return;
    case TERM_BV_SDIV: word_divide_signed(e, a[0], a[1], width, out, NULL); return;
    case TERM_BV_SREM: word_divide_signed(e, a[0], a[1], width, NULL, out); return;
    case TERM_BV_SMOD: word_modulo_signed(e, a[0], a[1], width, out); return;
    case TERM_BV_SHL: word_shift_left(e, a[0], a[1], width, out); return;
    case TERM_BV_LSHR: word_shift_right(e, a[0], a[1], width, encode_constant(e, false), out); return;
    default:
        assert(term_is(b->bank, t, TERM_BV_ASHR));
        word_shift_right(e, a[0], a[1], width, a[0][width - 1], out);
    }
}

static void arrays(struct bits *b, term t, const sat_lit *const *a, sat_lit *out) {
    struct encode *e = &b->encode;
    if (term_is(b->bank, t, TERM_CONST_ARRAY)) {
        uint32_t element = width_of(b, term_arg(b->bank, t, 0)), all = width_of(b, t);
        for (uint32_t i = 0; i < all; i++) out[i] = a[0][i % element];
        return;
    }
    uint32_t index = width_of(b, term_arg(b->bank, t, 1));
    if (term_is(b->bank, t, TERM_SELECT))
        word_read(e, a[0], a[1], index, width_of(b, t), out);
    else
        word_write(e, a[0], a[1], index, width_of(b, term_arg(b->bank, t, 2)), a[2], out);
}

static void apply(struct bits *b, term t, const sat_lit *const *a, uint32_t n, sat_lit *out) {
    uint32_t width = width_of(b, term_arg(b->bank, t, 0));
    switch (term_op(b->bank, t)) {
    case TERM_ITE: word_choose(&b->encode, a[0][0], a[1], a[2], width_of(b, t), out); return;
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_CONST_ARRAY: arrays(b, t, a, out); return;
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: out[0] = formula(b, t, a, n, width); return;
    case TERM_BV_NOT:
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR: bitwise(b, t, a, width, out); return;
    case TERM_BV_CONCAT:
    case TERM_BV_EXTRACT:
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND:
    case TERM_BV_ROTATE_LEFT:
    case TERM_BV_ROTATE_RIGHT: wiring(b, t, a, width, out); return;
    default: arithmetic(b, t, a, width, out); return;
    }
}

/* The arguments have their words. */
static void make(struct bits *b, term t) {
    uint32_t n = term_arity(b->bank, t), width = width_of(b, t);
    sat_lit *out = mem_alloc(width * sizeof *out);
    if (n) {
        const sat_lit **arguments = mem_alloc(n * sizeof *arguments);
        for (uint32_t i = 0; i < n; i++) arguments[i] = word_of(b, term_arg(b->bank, t, i));
        apply(b, t, arguments, n, out);
        mem_free(arguments);
    } else {
        leaf(b, t, width, out);
    }
    keep(b, t, out);
    mem_free(out);
}

static void blast(struct bits *b, term root) {
    term_list work = {0};
    vec_push(&work, root);
    while (work.size) {
        term t = vec_last(&work);
        uint32_t before = work.size;
        if (!is_made(b, t)) {
            for (uint32_t i = 0, n = term_arity(b->bank, t); i < n; i++)
                if (!is_made(b, term_arg(b->bank, t, i))) vec_push(&work, term_arg(b->bank, t, i));
            if (work.size > before) continue;
            make(b, t);
        }
        (void)vec_pop(&work);
    }
    vec_free(&work);
}

sat_lit bits_literal(struct bits *b, term t) {
    assert(sort_kind(b->bank, term_sort(b->bank, t)) == SORT_BOOL);
    blast(b, t);
    return word_of(b, t)[0];
}

/* Whether the variable is new, also after the other side was made. */
static bool define(struct bits *b, term variable, term meaning) {
    if (!term_is(b->bank, variable, TERM_VARIABLE) || is_made(b, variable)) return false;
    blast(b, meaning);
    if (is_made(b, variable)) return false;
    uint32_t width = width_of(b, variable);
    sat_lit *word = mem_dup(word_of(b, meaning), width * sizeof *word);
    keep(b, variable, word);
    mem_free(word);
    return true;
}

static void assert_equal(struct bits *b, term x, term y) {
    if (define(b, x, y) || define(b, y, x)) return;
    blast(b, x);
    blast(b, y);
    uint32_t width = width_of(b, x);
    for (uint32_t i = 0; i < width; i++) encode_equate(&b->encode, word_of(b, x)[i], word_of(b, y)[i]);
}

/* A disjunction as one clause. */
static void assert_clause(struct bits *b, term t) {
    sat_lits clause = {0};
    for (uint32_t i = 0, n = term_arity(b->bank, t); i < n; i++)
        vec_push(&clause, bits_literal(b, term_arg(b->bank, t, i)));
    sat_add(b->encode.sat, clause.data, clause.size);
    vec_free(&clause);
}

void bits_assert(struct bits *b, term root) {
    term_list work = {0};
    vec_push(&work, root);
    while (work.size) {
        term t = vec_pop(&work);
        if (term_is(b->bank, t, TERM_AND)) {
            for (uint32_t i = term_arity(b->bank, t); i-- > 0;) vec_push(&work, term_arg(b->bank, t, i));
        } else if (term_is(b->bank, t, TERM_EQ)) {
            assert_equal(b, term_arg(b->bank, t, 0), term_arg(b->bank, t, 1));
        } else if (term_is(b->bank, t, TERM_OR)) {
            assert_clause(b, t);
        } else {
            sat_add1(b->encode.sat, bits_literal(b, t));
        }
    }
    vec_free(&work);
}
