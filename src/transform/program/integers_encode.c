#include "transform/program/integers_internal.h"

void encoder_fini(struct encoder *e) {
    vec_free(&e->memo);
    vec_free(&e->stamps);
    vec_free(&e->scratch);
}

void encoder_at(struct encoder *e, const struct interval *row) {
    e->row = row;
    e->stamp++;
}

static struct residue arg(const struct encoder *e, term t, uint32_t i) {
    uint32_t id = term_arg(e->from, t, i).id;
    assert(e->stamps.data[id] == e->stamp);
    return e->memo.data[id];
}

static struct residue variable(struct encoder *e, term t, uint32_t width) {
    uint32_t number = program_find_variable(e->bits, t);
    if (number == PROGRAM_NONE) return residue_declined(e, "a variable without meaning", width);
    struct interval range = e->row[e->column[number]];
    if (interval_single(range) && width) return residue_constant(e, range.low, width);
    struct residue w = {
        .term = e->to ? e->readings[number].integer : TERM_NONE, .range = range, .width = width};
    if (e->to && interval_single(range)) w.term = term_bool(e->to, range.low != 0);
    return w;
}

/* and, or */
static struct residue connective(struct encoder *e, term t) {
    bool is_and = term_is(e->from, t, TERM_AND);
    struct residue result = {.range = {is_and, is_and}};
    term_list parts = {0};
    for (uint32_t i = 0; i < term_arity(e->from, t); i++) {
        struct residue part = arg(e, t, i);
        vec_push(&parts, part.term);
        result.range.low =
            is_and ? wide_min(result.range.low, part.range.low) : wide_max(result.range.low, part.range.low);
        result.range.high = is_and ? wide_min(result.range.high, part.range.high)
                                   : wide_max(result.range.high, part.range.high);
    }
    if (e->to) {
        result.term = interval_single(result.range) ? term_bool(e->to, result.range.low != 0)
                      : is_and                      ? term_and(e->to, parts.data, parts.size)
                                                    : term_or(e->to, parts.data, parts.size);
    }
    vec_free(&parts);
    return result;
}

static struct residue equality(struct encoder *e, term t) {
    enum sort_kind kind = sort_kind(e->from, term_sort(e->from, term_arg(e->from, t, 0)));
    if (kind == SORT_BV) return residue_equal(e, arg(e, t, 0), arg(e, t, 1));
    if (kind != SORT_BOOL) return residue_declined(e, "an equality of what is no word", 0);
    struct residue a = arg(e, t, 0), b = arg(e, t, 1);
    return residue_choose(e, a, b, residue_not(e, b));
}

static struct residue encode_formula(struct encoder *e, term t) {
    enum term_op op = term_op(e->from, t);
    switch (op) {
    case TERM_TRUE:
    case TERM_FALSE: {
        wide truth = op == TERM_TRUE;
        return (struct residue){.term = e->to ? term_bool(e->to, truth != 0) : TERM_NONE,
                                .range = {truth, truth}};
    }
    case TERM_VARIABLE: return variable(e, t, 0);
    case TERM_NOT: return residue_not(e, arg(e, t, 0));
    case TERM_AND:
    case TERM_OR: return connective(e, t);
    case TERM_XOR: return residue_choose(e, arg(e, t, 0), residue_not(e, arg(e, t, 1)), arg(e, t, 1));
    case TERM_EQ: return equality(e, t);
    case TERM_ITE: return residue_choose(e, arg(e, t, 0), arg(e, t, 1), arg(e, t, 2));
    case TERM_BV_ULT: return residue_less(e, arg(e, t, 0), arg(e, t, 1), false, false);
    case TERM_BV_ULE: return residue_less(e, arg(e, t, 0), arg(e, t, 1), false, true);
    case TERM_BV_SLT: return residue_less(e, arg(e, t, 0), arg(e, t, 1), true, false);
    case TERM_BV_SLE: return residue_less(e, arg(e, t, 0), arg(e, t, 1), true, true);
    default: return residue_declined(e, "a predicate other than comparisons of words", 0);
    }
}

static struct residue rotated(struct encoder *e, struct residue a, uint32_t left) {
    if (left == 0) return a;
    struct residue low = residue_div(e, residue_reduce(e, a, false), wide_power(a.width - left));
    return residue_add(e, residue_scale(e, a, wide_power(left)), low);
}

/* Bits high..low of a: what is above them is left to the modulus. */
static struct residue extracted(struct encoder *e, struct residue a, uint32_t high, uint32_t low) {
    return residue_with_width(residue_div(e, a, wide_power(low)), high - low + 1);
}

static struct residue encode_word(struct encoder *e, term t, uint32_t width) {
    enum term_op op = term_op(e->from, t);
    switch (op) {
    case TERM_BITS: return residue_constant(e, wide_of_bits(e->from, t, true), width);
    case TERM_VARIABLE: return variable(e, t, width);
    case TERM_ITE: return residue_choose(e, arg(e, t, 0), arg(e, t, 1), arg(e, t, 2));
    case TERM_BV_NOT: return residue_sub(e, residue_constant(e, -1, width), arg(e, t, 0));
    case TERM_BV_NEG: return residue_scale(e, arg(e, t, 0), -1);
    case TERM_BV_ADD: return residue_add(e, arg(e, t, 0), arg(e, t, 1));
    case TERM_BV_SUB: return residue_sub(e, arg(e, t, 0), arg(e, t, 1));
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_MUL:
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return residue_operate(e, op, arg(e, t, 0), arg(e, t, 1));
    case TERM_BV_ZERO_EXTEND: return residue_with_width(residue_reduce(e, arg(e, t, 0), false), width);
    case TERM_BV_SIGN_EXTEND: return residue_with_width(residue_reduce(e, arg(e, t, 0), true), width);
    case TERM_BV_EXTRACT:
        return extracted(e, arg(e, t, 0), term_parameter(e->from, t, 0), term_parameter(e->from, t, 1));
    case TERM_BV_CONCAT: {
        struct residue high = residue_with_width(arg(e, t, 0), width), low = arg(e, t, 1);
        struct residue shifted = residue_scale(e, high, wide_power(low.width));
        return residue_add(e, shifted, residue_with_width(residue_reduce(e, low, false), width));
    }
    case TERM_BV_ROTATE_LEFT: return rotated(e, arg(e, t, 0), term_parameter(e->from, t, 0) % width);
    case TERM_BV_ROTATE_RIGHT:
        return rotated(e, arg(e, t, 0), (width - term_parameter(e->from, t, 0) % width) % width);
    case TERM_SELECT: return residue_declined(e, "an array", width);
    default: return residue_declined(e, "an operation that is not of bit vectors", width);
    }
}

/* What no interval can stand for declines at once, in an analysis of ranges, too. */
static struct residue refused(struct encoder *e, const char *what) {
    if (!e->declined) e->declined = what;
    return residue_declined(e, what, 64);
}

static struct residue encode_node(struct encoder *e, term t) {
    sort s = term_sort(e->from, t);
    switch (sort_kind(e->from, s)) {
    case SORT_BOOL: return encode_formula(e, t);
    case SORT_BV: {
        uint32_t width = sort_width(e->from, s);
        return width > 64 ? refused(e, "a word of more than 64 bits") : encode_word(e, t, width);
    }
    case SORT_ARRAY: return refused(e, "an array");
    default: return refused(e, "a value that is no bit vector");
    }
}

struct residue encoder_apply(struct encoder *e, term root) {
    if (e->stamps.size <= root.id) {
        vec_resize(&e->stamps, terms_size(e->from));
        vec_resize(&e->memo, terms_size(e->from));
    }
    if (e->stamps.data[root.id] == e->stamp) return e->memo.data[root.id];
    vec_clear(&e->scratch);
    term_collect(e->from, &root, 1, &e->scratch);
    vec_each (const term, t, &e->scratch) {
        if (e->stamps.data[t->id] == e->stamp) continue;
        e->memo.data[t->id] = encode_node(e, *t);
        e->stamps.data[t->id] = e->stamp;
    }
    return e->memo.data[root.id];
}
