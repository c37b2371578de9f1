/* The constructors: any operator, and the operators by name. */
#include "logic/bank.h"
#include "logic/simplify.h"

term term_make(struct terms *b, enum term_op op, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    assert(!term_well_sorted(b, op, args, n, p0, p1));
    if (b->mode == TERMS_PLAIN) return bank_application(b, op, args, n, p0, p1);
    return simplify(b, op, args, n, p0, p1);
}

term term_with_args(struct terms *b, term t, const term *args) {
    uint32_t count = operator_rows[bank_op(b, t)].parameters;
    return term_make(b, bank_op(b, t), args, term_arity(b, t), count > 0 ? bank_parameter(b, t, 0) : 0,
                     count > 1 ? bank_parameter(b, t, 1) : 0);
}

static term make1(struct terms *b, enum term_op op, term a) {
    return term_make(b, op, &a, 1, 0, 0);
}
static term make2(struct terms *b, enum term_op op, term x, term y) {
    return term_make(b, op, (term[]){x, y}, 2, 0, 0);
}

/* Boolean. */

term term_not(struct terms *b, term a) {
    return make1(b, TERM_NOT, a);
}
term term_and(struct terms *b, const term *args, uint32_t n) {
    return n == 0 ? term_true(b) : n == 1 ? args[0] : term_make(b, TERM_AND, args, n, 0, 0);
}
term term_or(struct terms *b, const term *args, uint32_t n) {
    return n == 0 ? term_false(b) : n == 1 ? args[0] : term_make(b, TERM_OR, args, n, 0, 0);
}
term term_and2(struct terms *b, term x, term y) {
    return make2(b, TERM_AND, x, y);
}
term term_or2(struct terms *b, term x, term y) {
    return make2(b, TERM_OR, x, y);
}
term term_xor(struct terms *b, term x, term y) {
    return make2(b, TERM_XOR, x, y);
}
term term_implies(struct terms *b, term x, term y) {
    return make2(b, TERM_OR, term_not(b, x), y);
}
term term_eq(struct terms *b, term x, term y) {
    return make2(b, TERM_EQ, x, y);
}

term term_distinct(struct terms *b, const term *args, uint32_t n) {
    term_list pairs = {0};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) vec_push(&pairs, term_not(b, term_eq(b, args[i], args[j])));
    term t = term_and(b, pairs.data, pairs.size);
    vec_free(&pairs);
    return t;
}

term term_ite(struct terms *b, term condition, term then, term otherwise) {
    return term_make(b, TERM_ITE, (term[]){condition, then, otherwise}, 3, 0, 0);
}

/* Numbers. */

static term minus_one(struct terms *b, sort s) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, -1, 1);
    term t = term_number_of(b, q, s);
    mpq_clear(q);
    return t;
}

term term_add(struct terms *b, const term *args, uint32_t n) {
    assert(n);
    return n == 1 ? args[0] : term_make(b, TERM_ADD, args, n, 0, 0);
}
term term_add2(struct terms *b, term x, term y) {
    return make2(b, TERM_ADD, x, y);
}
term term_neg(struct terms *b, term a) {
    return make2(b, TERM_MUL, minus_one(b, bank_sort(b, a)), a);
}
term term_sub(struct terms *b, term x, term y) {
    return make2(b, TERM_ADD, x, term_neg(b, y));
}
term term_mul2(struct terms *b, term x, term y) {
    return make2(b, TERM_MUL, x, y);
}
term term_le(struct terms *b, term x, term y) {
    return make2(b, TERM_LE, x, y);
}
term term_lt(struct terms *b, term x, term y) {
    return make2(b, TERM_LT, x, y);
}
term term_ge(struct terms *b, term x, term y) {
    return make2(b, TERM_LE, y, x);
}
term term_gt(struct terms *b, term x, term y) {
    return make2(b, TERM_LT, y, x);
}

/* Bit vectors. */

term term_bv1(struct terms *b, enum term_op op, term a) {
    return make1(b, op, a);
}
term term_bv2(struct terms *b, enum term_op op, term x, term y) {
    return make2(b, op, x, y);
}
term term_extract(struct terms *b, term a, uint32_t high, uint32_t low) {
    return term_make(b, TERM_BV_EXTRACT, &a, 1, high, low);
}
term term_extend(struct terms *b, enum term_op op, term a, uint32_t bits) {
    assert(op == TERM_BV_ZERO_EXTEND || op == TERM_BV_SIGN_EXTEND);
    return term_make(b, op, &a, 1, bits, 0);
}
term term_bit(struct terms *b, term a, uint32_t index) {
    return term_eq(b, term_extract(b, a, index, index), term_bits_ui(b, 1, 1));
}

/* Arrays and functions. */

term term_select(struct terms *b, term array, term index) {
    return make2(b, TERM_SELECT, array, index);
}
term term_store(struct terms *b, term array, term index, term element) {
    return term_make(b, TERM_STORE, (term[]){array, index, element}, 3, 0, 0);
}
term term_const_array(struct terms *b, sort array, term element) {
    return term_make(b, TERM_CONST_ARRAY, &element, 1, array.id, 0);
}
term term_apply(struct terms *b, uint32_t function, const term *args) {
    return term_make(b, TERM_APPLY, args, function_arity(b, function), function, 0);
}
