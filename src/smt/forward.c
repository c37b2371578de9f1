/* From terms to ASTs: iterative, each term once. */
#include "smt/bridge.h"

#include <stdlib.h>

static Z3_ast numeral(struct bridge *b, term t) {
    mpq_srcptr q = term_number(b->bank, t);
    Z3_sort s = bridge_sort(b, term_sort(b->bank, t));
    if (!s) return NULL;
    if (mpz_cmp_ui(mpq_denref(q), 1) == 0 && mpz_fits_slong_p(mpq_numref(q)))
        return z3.mk_int64(b->context, mpz_get_si(mpq_numref(q)), s);
    char *digits = mpq_get_str(NULL, 10, q);
    Z3_ast a = z3.mk_numeral(b->context, digits, s);
    free(digits);
    return a;
}

static Z3_ast bits(struct bridge *b, term t) {
    mpz_srcptr z = term_bits(b->bank, t);
    Z3_sort s = bridge_sort(b, term_sort(b->bank, t));
    if (!s) return NULL;
    if (mpz_fits_ulong_p(z)) return z3.mk_unsigned_int64(b->context, mpz_get_ui(z), s);
    char *digits = mpz_get_str(NULL, 10, z);
    Z3_ast a = z3.mk_numeral(b->context, digits, s);
    free(digits);
    return a;
}

static void axiom_different(struct bridge *b, Z3_ast x, Z3_ast y) {
    Z3_ast pair[2] = {x, y};
    Z3_ast different = bridge_hold(b, z3.mk_distinct(b->context, 2, pair));
    if (!different) return;
    z3.inc_ref(b->context, different);
    vec_push(&b->axioms, different);
}

/* An element of an uninterpreted sort: a constant, different from the elements met so far. */
static Z3_ast element(struct bridge *b, term t) {
    sort s = term_sort(b->bank, t);
    Z3_ast constant = bridge_symbol(b, bridge_sort(b, s));
    if (!constant) return NULL;
    vec_each (struct bridge_element, e, &b->elements)
        if (sort_same(term_sort(b->bank, e->element), s)) axiom_different(b, e->constant, constant);
    vec_push(&b->elements, (struct bridge_element){t, constant});
    return constant;
}

static Z3_ast leaf(struct bridge *b, term t) {
    Z3_context c = b->context;
    switch (term_op(b->bank, t)) {
    case TERM_TRUE: return z3.mk_true(c);
    case TERM_FALSE: return z3.mk_false(c);
    case TERM_NUMBER: return numeral(b, t);
    case TERM_BITS: return bits(b, t);
    case TERM_ELEMENT: return element(b, t);
    case TERM_VARIABLE: {
        Z3_sort s = bridge_sort(b, term_sort(b->bank, t));
        return s ? z3.mk_const(c, z3.mk_string_symbol(c, term_name(b->bank, t)), s) : NULL;
    }
    default: assert(!"a leaf"); return NULL;
    }
}

static bool is_number(const struct bridge *b, term t) {
    enum sort_kind kind = sort_kind(b->bank, term_sort(b->bank, t));
    return kind == SORT_INT || kind == SORT_REAL;
}

static Z3_ast equality(struct bridge *b, term t, const Z3_ast *a) {
    if (!b->split || !is_number(b, term_arg(b->bank, t, 0))) return z3.mk_eq(b->context, a[0], a[1]);
    Z3_ast sides[2] = {bridge_hold(b, z3.mk_le(b->context, a[0], a[1])),
                       bridge_hold(b, z3.mk_le(b->context, a[1], a[0]))};
    return sides[0] && sides[1] ? z3.mk_and(b->context, 2, sides) : NULL;
}

/* clang-format off */
#define UNARY(op, function)   case TERM_##op: return z3.function(c, a[0]);
#define BINARY(op, function)  case TERM_##op: return z3.function(c, a[0], a[1]);
#define MANY(op, function)    case TERM_##op: return z3.function(c, n, a);
#define INDEXED(op, function) case TERM_##op: return z3.function(c, term_parameter(b->bank, t, 0), a[0]);
/* clang-format on */

static Z3_ast bit_vector(struct bridge *b, term t, const Z3_ast *a) {
    Z3_context c = b->context;
    switch (term_op(b->bank, t)) {
        UNARY(BV_NOT, mk_bvnot)
        UNARY(BV_NEG, mk_bvneg)
        BINARY(BV_AND, mk_bvand)
        BINARY(BV_OR, mk_bvor)
        BINARY(BV_XOR, mk_bvxor)
        BINARY(BV_ADD, mk_bvadd)
        BINARY(BV_SUB, mk_bvsub)
        BINARY(BV_MUL, mk_bvmul)
        BINARY(BV_UDIV, mk_bvudiv)
        BINARY(BV_UREM, mk_bvurem)
        BINARY(BV_SDIV, mk_bvsdiv)
        BINARY(BV_SREM, mk_bvsrem)
        BINARY(BV_SMOD, mk_bvsmod)
        BINARY(BV_SHL, mk_bvshl)
        BINARY(BV_LSHR, mk_bvlshr)
        BINARY(BV_ASHR, mk_bvashr)
        BINARY(BV_ULT, mk_bvult)
        BINARY(BV_ULE, mk_bvule)
        BINARY(BV_SLT, mk_bvslt)
        BINARY(BV_SLE, mk_bvsle)
        BINARY(BV_CONCAT, mk_concat)
        INDEXED(BV_ZERO_EXTEND, mk_zero_ext)
        INDEXED(BV_SIGN_EXTEND, mk_sign_ext)
        INDEXED(BV_ROTATE_LEFT, mk_rotate_left)
        INDEXED(BV_ROTATE_RIGHT, mk_rotate_right)
        INDEXED(INT_TO_BV, mk_int2bv)
    case TERM_BV_EXTRACT:
        return z3.mk_extract(c, term_parameter(b->bank, t, 0), term_parameter(b->bank, t, 1), a[0]);
    case TERM_BV_TO_NAT: return z3.mk_bv2int(c, a[0], false);
    default: assert(!"a bit-vector operator"); return NULL;
    }
}

static Z3_ast apply(struct bridge *b, term t, const Z3_ast *a, uint32_t n) {
    Z3_context c = b->context;
    switch (term_op(b->bank, t)) {
        UNARY(NOT, mk_not)
        MANY(AND, mk_and)
        MANY(OR, mk_or)
        BINARY(XOR, mk_xor)
        MANY(ADD, mk_add)
        MANY(MUL, mk_mul)
        BINARY(LE, mk_le)
        BINARY(LT, mk_lt)
        BINARY(DIVIDE, mk_div)
        BINARY(DIV, mk_div)
        BINARY(MOD, mk_mod)
        UNARY(TO_REAL, mk_int2real)
        UNARY(TO_INT, mk_real2int)
        BINARY(SELECT, mk_select)
    case TERM_EQ: return equality(b, t, a);
    case TERM_ITE: return z3.mk_ite(c, a[0], a[1], a[2]);
    case TERM_STORE: return z3.mk_store(c, a[0], a[1], a[2]);
    case TERM_CONST_ARRAY: {
        Z3_sort index = bridge_sort(b, sort_index(b->bank, term_sort(b->bank, t)));
        return index ? z3.mk_const_array(c, index, a[0]) : NULL;
    }
    case TERM_APPLY: {
        Z3_func_decl f = bridge_function(b, term_parameter(b->bank, t, 0));
        return f ? z3.mk_app(c, f, n, a) : NULL;
    }
    default: return bit_vector(b, t, a);
    }
}

/* The arguments are translated already. Keeps the result for good. */
static bool translate(struct bridge *b, term t, z3_asts *arguments) {
    uint32_t n = term_arity(b->bank, t), mark = bridge_mark(b);
    vec_clear(arguments);
    for (uint32_t i = 0; i < n; i++) vec_push(arguments, b->asts.data[term_arg(b->bank, t, i).id]);
    Z3_ast a = n ? apply(b, t, arguments->data, n) : leaf(b, t);
    if (bridge_hold(b, a)) {
        z3.inc_ref(b->context, a);
        b->asts.data[t.id] = a;
        bridge_bind(b, a, t);
    }
    bridge_release(b, mark);
    return a != NULL;
}

Z3_ast bridge_ast(struct bridge *b, term t) {
    if (t.id >= b->asts.size) vec_resize(&b->asts, terms_size(b->bank));
    term_list work = {0};
    z3_asts arguments = {0};
    if (!b->asts.data[t.id]) vec_push(&work, t);
    while (work.size) {
        term top = vec_last(&work);
        uint32_t before = work.size;
        for (uint32_t i = 0; i < term_arity(b->bank, top); i++) {
            term argument = term_arg(b->bank, top, i);
            if (!b->asts.data[argument.id]) vec_push(&work, argument);
        }
        if (work.size > before) continue;
        (void)vec_pop(&work);
        if (!b->asts.data[top.id] && !translate(b, top, &arguments)) break;
    }
    vec_free(&work);
    vec_free(&arguments);
    return b->asts.data[t.id];
}
