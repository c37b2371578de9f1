/* What a condition says about the ranges of variables: comparisons narrow both sides, and a side that is a variable, an
 * extension of one, or one plus a constant passes it on. */
#include "transform/program/integers_internal.h"

enum { DEPTH = 24, BRANCHES = 8 };

struct refining {
    struct encoder *encoder;
    struct interval *row;
    uint32_t columns;
};

/* What of `range` lies in `within` or a multiple of the modulus away. False: nothing. */
static bool meet_modulo(struct interval *range, struct interval within, wide modulus) {
    struct interval hull = {1, 0};
    wide first = -wide_floor(within.high - range->low, modulus);
    wide last = wide_floor(range->high - within.low, modulus);
    for (wide i = first; i <= last; i++) {
        struct interval part = *range, shifted = {within.low + i * modulus, within.high + i * modulus};
        if (interval_meet(&part, shifted)) hull = hull.low > hull.high ? part : interval_hull(hull, part);
    }
    if (hull.low <= hull.high) *range = hull;
    return hull.low <= hull.high;
}

/* The number that stands for t lies in `within`, or a multiple of 2^width away. False: impossible. */
static bool narrow(struct refining *r, term t, struct interval within, uint32_t depth) {
    struct encoder *e = r->encoder;
    uint32_t width = sort_width(e->from, term_sort(e->from, t));
    if (width > 64) return true; /* no interval stands for it */
    wide modulus = wide_power(width);
    if (depth > DEPTH || within.high - within.low >= modulus - 1) return true;
    switch (term_op(e->from, t)) {
    case TERM_VARIABLE: {
        uint32_t number = program_find_variable(e->bits, t);
        return number == PROGRAM_NONE || meet_modulo(&r->row[e->column[number]], within, modulus);
    }
    case TERM_BV_ADD:
    case TERM_BV_SUB:
        for (uint32_t i = 0; i < 2; i++) {
            struct residue other = encoder_apply(e, term_arg(e->from, t, 1 - i));
            bool is_sub = term_is(e->from, t, TERM_BV_SUB);
            if (!interval_single(other.range) || (is_sub && i == 1)) continue;
            wide offset = is_sub ? -other.range.low : other.range.low;
            struct interval rest = {within.low - offset, within.high - offset};
            return narrow(r, term_arg(e->from, t, i), rest, depth + 1);
        }
        return true;
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: {
        term inner = term_arg(e->from, t, 0);
        struct residue value =
            residue_reduce(e, encoder_apply(e, inner), term_is(e->from, t, TERM_BV_SIGN_EXTEND));
        return meet_modulo(&value.range, within, modulus) && narrow(r, inner, value.range, depth + 1);
    }
    default: return true;
    }
}

static bool compare(struct refining *r, term a, term b, bool is_signed, wide gap) {
    struct encoder *e = r->encoder;
    struct interval left = residue_reduce(e, encoder_apply(e, a), is_signed).range;
    struct interval right = residue_reduce(e, encoder_apply(e, b), is_signed).range;
    struct interval below = {left.low, wide_min(left.high, right.high - gap)};
    struct interval above = {wide_max(right.low, left.low + gap), right.high};
    if (below.low > below.high || above.low > above.high) return false;
    return narrow(r, a, below, 0) && narrow(r, b, above, 0);
}

/* a = b; both sides then lie where the other does. */
static bool equate(struct refining *r, term a, term b) {
    struct interval left = encoder_apply(r->encoder, a).range, right = encoder_apply(r->encoder, b).range;
    return narrow(r, a, right, 0) && narrow(r, b, left, 0);
}

/* a != b: of use when one has a single value, at the edge of what the other can be. */
static bool separate(struct refining *r, term a, term b) {
    struct encoder *e = r->encoder;
    struct residue left = encoder_apply(e, a), right = encoder_apply(e, b);
    if (interval_single(left.range)) return interval_single(right.range) || separate(r, b, a);
    if (!interval_single(right.range)) return true;
    wide modulus = wide_power(left.width);
    struct interval range = left.range;
    if (range.high - range.low >= modulus) return true;
    wide value = right.range.low + wide_floor(range.high - right.range.low, modulus) * modulus;
    if (value == range.high) range.high--;
    value = right.range.low - wide_floor(right.range.low - range.low, modulus) * modulus;
    if (value == range.low) range.low++;
    return range.low <= range.high && narrow(r, a, range, 0);
}

static bool refine(struct refining *r, term condition, bool holds, uint32_t depth);

/* All parts have that truth. */
static bool refine_all(struct refining *r, term t, bool holds, uint32_t depth) {
    for (uint32_t i = 0; i < term_arity(r->encoder->from, t); i++)
        if (!refine(r, term_arg(r->encoder->from, t, i), holds, depth + 1)) return false;
    return true;
}

/* Some part has it: the hull over the parts. */
static bool refine_some(struct refining *r, term t, bool holds, uint32_t depth) {
    uint32_t n = term_arity(r->encoder->from, t);
    if (n > BRANCHES) return true;
    size_t bytes = r->columns * sizeof *r->row;
    struct interval *before = mem_dup(r->row, bytes), *hull = mem_alloc(bytes);
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(r->row, before, bytes);
        if (!refine(r, term_arg(r->encoder->from, t, i), holds, depth + 1)) continue;
        for (uint32_t c = 0; c < r->columns; c++)
            hull[c] = any ? interval_hull(hull[c], r->row[c]) : r->row[c];
        any = true;
    }
    memcpy(r->row, any ? hull : before, bytes);
    mem_free(before);
    mem_free(hull);
    return any;
}

static bool refine(struct refining *r, term t, bool holds, uint32_t depth) {
    struct encoder *e = r->encoder;
    struct residue known = encoder_apply(e, t);
    if (interval_single(known.range)) return (known.range.low != 0) == holds;
    if (depth > DEPTH) return true;
    enum term_op op = term_op(e->from, t);
    switch (op) {
    case TERM_NOT: return refine(r, term_arg(e->from, t, 0), !holds, depth + 1);
    case TERM_AND: return holds ? refine_all(r, t, true, depth) : refine_some(r, t, false, depth);
    case TERM_OR: return holds ? refine_some(r, t, true, depth) : refine_all(r, t, false, depth);
    case TERM_VARIABLE: {
        uint32_t number = program_find_variable(e->bits, t);
        struct interval truth = {holds, holds};
        return number == PROGRAM_NONE || interval_meet(&r->row[e->column[number]], truth);
    }
    case TERM_EQ:
        if (sort_kind(e->from, term_sort(e->from, term_arg(e->from, t, 0))) != SORT_BV) return true;
        return holds ? equate(r, term_arg(e->from, t, 0), term_arg(e->from, t, 1))
                     : separate(r, term_arg(e->from, t, 0), term_arg(e->from, t, 1));
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: {
        bool is_signed = op == TERM_BV_SLT || op == TERM_BV_SLE,
             strict = op == TERM_BV_ULT || op == TERM_BV_SLT;
        term a = term_arg(e->from, t, 0), b = term_arg(e->from, t, 1);
        return holds ? compare(r, a, b, is_signed, strict) : compare(r, b, a, is_signed, !strict);
    }
    default: return true;
    }
}

bool encoder_refine(struct encoder *e, struct interval *row, uint32_t columns, term condition, bool holds) {
    assert(!e->to);
    encoder_at(e, row);
    struct refining r = {.encoder = e, .row = row, .columns = columns};
    if (!refine(&r, condition, holds, 0)) return false;
    encoder_at(e, row); /* once more, with what the first round found */
    return refine(&r, condition, holds, 0);
}
