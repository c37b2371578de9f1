/* Simplification of Boolean operators, equality and ite; dispatch to the other sorts. */
#include "logic/simplify.h"
#include "logic/bank.h"
#include "logic/value.h"

#include <stdlib.h>

static bool is_complement(const struct terms *b, term x, term y) {
    return (bank_op(b, x) == TERM_NOT && term_same(bank_arg(b, x, 0), y)) ||
           (bank_op(b, y) == TERM_NOT && term_same(bank_arg(b, y, 0), x));
}

/* Removes an outer `not`; whether there was one. */
static bool strip_not(const struct terms *b, term *t) {
    if (bank_op(b, *t) != TERM_NOT) return false;
    *t = bank_arg(b, *t, 0);
    return true;
}

static term negate(struct terms *b, term a) {
    if (bank_op(b, a) == TERM_NOT) return bank_arg(b, a, 0);
    if (bank_is_true(a) || bank_is_false(a)) return term_bool(b, bank_is_false(a));
    return bank_application1(b, TERM_NOT, a);
}

static term negate_if(struct terms *b, bool sign, term a) {
    return sign ? negate(b, a) : a;
}

/* Conjunction and disjunction. */

static int by_id(const void *x, const void *y) {
    uint32_t a = ((const term *)x)->id, b = ((const term *)y)->id;
    return (a > b) - (a < b);
}

static void sort_terms(term *list, uint32_t n) {
    if (n > 16) {
        qsort(list, n, sizeof *list, by_id);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        term t = list[i];
        uint32_t j = i;
        for (; j > 0 && list[j - 1].id > t.id; j--) list[j] = list[j - 1];
        list[j] = t;
    }
}

static bool contains(const term *list, uint32_t n, term t) {
    while (n) { /* binary search */
        uint32_t half = n / 2;
        if (term_same(list[half], t)) return true;
        if (list[half].id < t.id) {
            list += half + 1;
            n -= half + 1;
        } else
            n = half;
    }
    return false;
}

static bool is_nested(const struct terms *b, term t, enum term_op op) {
    return bank_op(b, t) == op && bank_node(b, t)->arity <= SIMPLIFY_FLAT;
}

/* Sorts without duplicates; returns the number left, or UINT32_MAX when a term and its complement are among them. */
static uint32_t order(const struct terms *b, term *list, uint32_t n) {
    sort_terms(list, n);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!kept || !term_same(list[kept - 1], list[i])) list[kept++] = list[i];
    for (uint32_t i = 0; i < kept; i++)
        if (bank_op(b, list[i]) == TERM_NOT && contains(list, i, bank_arg(b, list[i], 0))) return UINT32_MAX;
    return kept;
}

static term junction(struct terms *b, enum term_op op, const term *args, uint32_t n) {
    uint32_t neutral = op == TERM_AND ? ID_TRUE : ID_FALSE, absorbing = op == TERM_AND ? ID_FALSE : ID_TRUE;
    uint32_t total = 0, size = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].id == absorbing) return args[i];
        total += is_nested(b, args[i], op) ? bank_node(b, args[i])->arity : 1;
    }
    term local[2 * SIMPLIFY_FLAT],
        *list = total <= 2 * SIMPLIFY_FLAT ? local : mem_alloc(total * sizeof *list);
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].id == neutral) continue;
        if (!is_nested(b, args[i], op))
            list[size++] = args[i];
        else
            for (uint32_t j = 0; j < bank_node(b, args[i])->arity; j++)
                list[size++] = bank_arg(b, args[i], j);
    }
    size = order(b, list, size);
    term t = {absorbing};
    if (size == 0)
        t.id = neutral;
    else if (size == 1)
        t = list[0];
    else if (size != UINT32_MAX)
        t = bank_application(b, op, list, size, 0, 0);
    if (list != local) mem_free(list);
    return t;
}

/* Equality. */

static term boolean_eq(struct terms *b, term x, term y) {
    bool sign = strip_not(b, &x) ^ strip_not(b, &y);
    if (term_same(x, y)) return term_bool(b, !sign);
    if (bank_is_value(b, x)) return negate_if(b, sign ^ bank_is_false(x), y);
    if (bank_is_value(b, y)) return negate_if(b, sign ^ bank_is_false(y), x);
    term t = x.id < y.id ? bank_application2(b, TERM_EQ, x, y) : bank_application2(b, TERM_EQ, y, x);
    return negate_if(b, sign, t);
}

/* An ite between values against a value: its condition decides. */
static bool ite_eq_value(struct terms *b, term ite, term value, term *result) {
    if (bank_op(b, ite) != TERM_ITE) return false;
    term condition = bank_arg(b, ite, 0), then = bank_arg(b, ite, 1), otherwise = bank_arg(b, ite, 2);
    if (!bank_is_value(b, then) || !bank_is_value(b, otherwise)) return false;
    if (term_same(then, value))
        *result = condition;
    else
        *result = term_same(otherwise, value) ? negate(b, condition) : term_false(b);
    return true;
}

static term equality(struct terms *b, term x, term y) {
    if (term_same(x, y)) return term_true(b);
    if (bank_sort(b, x).id == SORT_ID_BOOL) return boolean_eq(b, x, y);
    if (bank_is_value(b, x) || (x.id > y.id && !bank_is_value(b, y))) {
        term swap = x;
        x = y;
        y = swap;
    }
    term result;
    if (bank_is_value(b, y) && ite_eq_value(b, x, y, &result)) return result;
    switch (sort_kind(b, bank_sort(b, x))) {
    case SORT_INT:
    case SORT_REAL: return simplify_number_eq(b, x, y);
    case SORT_BV: return simplify_bits_eq(b, x, y);
    default: return bank_application2(b, TERM_EQ, x, y);
    }
}

/* If-then-else. */

bool simplify_is_flag(struct terms *b, term bit, term *condition) {
    if (bank_width(b, bit) != 1) return false;
    if (bank_is_value(b, bit)) {
        *condition = term_bool(b, mpz_sgn(term_bits(b, bit)) != 0);
        return true;
    }
    if (bank_op(b, bit) != TERM_ITE || !bank_is_value(b, bank_arg(b, bit, 1)) ||
        !bank_is_value(b, bank_arg(b, bit, 2)))
        return false;
    bool positive = mpz_sgn(term_bits(b, bank_arg(b, bit, 1))) != 0;
    *condition = negate_if(b, !positive, bank_arg(b, bit, 0));
    return true;
}

term simplify_flag(struct terms *b, term condition) {
    bool sign = strip_not(b, &condition);
    if (bank_is_value(b, condition)) return term_bits_ui(b, bank_is_true(condition) ^ sign, 1);
    term one = term_bits_ui(b, 1, 1), zero = term_bits_ui(b, 0, 1);
    return bank_application(b, TERM_ITE, (term[]){condition, sign ? zero : one, sign ? one : zero}, 3, 0, 0);
}

static term boolean_ite(struct terms *b, term c, term t, term e) {
    if (bank_is_true(t) || term_same(c, t)) return junction(b, TERM_OR, (term[]){c, e}, 2);
    if (bank_is_false(e) || term_same(c, e)) return junction(b, TERM_AND, (term[]){c, t}, 2);
    if (bank_is_false(t) || is_complement(b, c, t))
        return junction(b, TERM_AND, (term[]){negate(b, c), e}, 2);
    if (bank_is_true(e) || is_complement(b, c, e)) return junction(b, TERM_OR, (term[]){negate(b, c), t}, 2);
    if (is_complement(b, t, e)) return boolean_eq(b, c, t);
    return bank_application(b, TERM_ITE, (term[]){c, t, e}, 3, 0, 0);
}

/* A branch that asks the same condition again has its answer. */
static term known_branch(const struct terms *b, term c, term branch, uint32_t side) {
    bool again = bank_op(b, branch) == TERM_ITE && term_same(bank_arg(b, branch, 0), c);
    return again ? bank_arg(b, branch, side) : branch;
}

static term if_then_else(struct terms *b, term c, term t, term e) {
    if (bank_is_value(b, c)) return bank_is_true(c) ? t : e;
    if (strip_not(b, &c)) {
        term swap = t;
        t = e;
        e = swap;
    }
    t = known_branch(b, c, t, 1);
    e = known_branch(b, c, e, 2);
    if (term_same(t, e)) return t;
    sort s = bank_sort(b, t);
    if (s.id == SORT_ID_BOOL) return boolean_ite(b, c, t, e);
    term then, otherwise;
    bool constants = bank_is_value(b, t) && bank_is_value(b, e);
    if (!constants && sort_kind(b, s) == SORT_BV && simplify_is_flag(b, t, &then) &&
        simplify_is_flag(b, e, &otherwise))
        return simplify_flag(b, if_then_else(b, c, then, otherwise)); /* Boolean: nests once */
    return bank_application(b, TERM_ITE, (term[]){c, t, e}, 3, 0, 0);
}

/* Dispatch. */

static bool all_values(const struct terms *b, const term *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!bank_is_value(b, args[i])) return false;
    return true;
}

static term small(struct terms *b, enum term_op op, const term *a, uint32_t n, uint32_t p0, uint32_t p1) {
    if (all_values(b, a, n)) {
        term folded = value_apply(b, op, a, n, p0, p1);
        if (!term_is_none(folded)) return folded;
    }
    switch (op) {
    case TERM_NOT: return negate(b, a[0]);
    case TERM_XOR: return negate(b, boolean_eq(b, a[0], a[1]));
    case TERM_EQ: return equality(b, a[0], a[1]);
    case TERM_ITE: return if_then_else(b, a[0], a[1], a[2]);
    case TERM_LE:
    case TERM_LT:
    case TERM_DIVIDE:
    case TERM_DIV:
    case TERM_MOD:
    case TERM_TO_REAL:
    case TERM_TO_INT: return simplify_number(b, op, a, n);
    case TERM_SELECT: return simplify_select(b, a[0], a[1]);
    case TERM_STORE: return simplify_store(b, a[0], a[1], a[2]);
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_CONST_ARRAY: return bank_application(b, op, a, n, p0, 0);
    default: return simplify_bits(b, op, a, n, p0, p1);
    }
}

term simplify(struct terms *b, enum term_op op, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    if (op == TERM_AND || op == TERM_OR) return junction(b, op, args, n);
    if (op == TERM_ADD) return simplify_sum(b, args, n);
    if (op == TERM_MUL) return simplify_product(b, args, n);
    if (op == TERM_APPLY) return bank_application(b, op, args, n, p0, 0);
    assert(n <= 3);
    term copy[3]; /* rules make terms, which may move the bank's arguments */
    for (uint32_t i = 0; i < n; i++) copy[i] = args[i];
    return small(b, op, copy, n, p0, p1);
}
