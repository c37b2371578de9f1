/* From ASTs to terms: iterative. What we translated ourselves is found again by its id; the rest (normal forms of
 * Z3's own making) is rebuilt operator by operator. */
#include "smt/bridge.h"

#include <stdlib.h>

/* Z3 checked its own sorts; what does not fit ours is refused, not asserted. */
static term make(struct bridge *b, enum term_op op, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    return term_well_sorted(b->bank, op, args, n, p0, p1) ? TERM_NONE
                                                          : term_make(b->bank, op, args, n, p0, p1);
}

static term make2(struct bridge *b, enum term_op op, term x, term y) {
    return make(b, op, (term[]){x, y}, 2, 0, 0);
}

/* n-ary in Z3, binary here, associated to the left. */
static term fold(struct bridge *b, enum term_op op, const term *args, uint32_t n) {
    term result = args[0];
    for (uint32_t i = 1; i < n && !term_is_none(result); i++) result = make2(b, op, result, args[i]);
    return result;
}

/* The negation of a binary operator, such as bvnand. */
static term inverted(struct bridge *b, enum term_op op, const term *args, uint32_t n) {
    term plain = fold(b, op, args, n);
    return term_is_none(plain) ? plain : term_bv1(b->bank, TERM_BV_NOT, plain);
}

static term digits(struct bridge *b, const char *text, sort s) {
    mpq_t q;
    mpq_init(q);
    term t = TERM_NONE;
    if (mpq_set_str(q, text, 10) == 0 && mpz_sgn(mpq_denref(q))) {
        mpq_canonicalize(q);
        bool integer = mpz_cmp_ui(mpq_denref(q), 1) == 0;
        if (sort_kind(b->bank, s) == SORT_BV)
            t = term_bits_of(b->bank, mpq_numref(q), sort_width(b->bank, s));
        else if (integer || sort_kind(b->bank, s) == SORT_REAL)
            t = term_number_of(b->bank, q, s);
    }
    mpq_clear(q);
    return t;
}

term bridge_numeral(struct bridge *b, Z3_ast a) {
    Z3_context c = b->context;
    if (z3.get_ast_kind(c, a) != Z3_NUMERAL_AST) return TERM_NONE; /* algebraic numbers are applications */
    Z3_sort sort_of = z3.get_sort(c, a);
    int64_t small;
    uint64_t word;
    switch (z3.get_sort_kind(c, sort_of)) {
    case Z3_INT_SORT:
        if (z3.get_numeral_int64(c, a, &small)) return term_integer(b->bank, small);
        return digits(b, z3.get_numeral_string(c, a), sort_int());
    case Z3_REAL_SORT: return digits(b, z3.get_numeral_string(c, a), sort_real());
    case Z3_BV_SORT: {
        uint32_t width = z3.get_bv_sort_size(c, sort_of);
        if (z3.get_numeral_uint64(c, a, &word)) return term_bits_ui(b->bank, word, width);
        return digits(b, z3.get_numeral_string(c, a), sort_bv(b->bank, width));
    }
    default: return TERM_NONE;
    }
}

static term variable(struct bridge *b, Z3_ast a, Z3_symbol name) {
    if (z3.get_symbol_kind(b->context, name) != Z3_STRING_SYMBOL) return TERM_NONE;
    term t = term_find_variable(b->bank, z3.get_symbol_string(b->context, name));
    /* The same name may be one that Z3 made up: only the very constant of ours will do. */
    return !term_is_none(t) && bridge_ast(b, t) == a ? t : TERM_NONE;
}

static term uninterpreted(struct bridge *b, Z3_ast a, Z3_func_decl decl, const term *args, uint32_t n) {
    Z3_symbol name = z3.get_decl_name(b->context, decl);
    if (!n) return variable(b, a, name);
    if (z3.get_symbol_kind(b->context, name) != Z3_STRING_SYMBOL) return TERM_NONE;
    uint32_t f = function_find(b->bank, z3.get_symbol_string(b->context, name));
    if (f == UINT32_MAX || bridge_function(b, f) != decl) return TERM_NONE;
    return term_apply(b->bank, f, args);
}

static term const_array(struct bridge *b, Z3_ast a, term element) {
    Z3_sort array = z3.get_sort(b->context, a);
    for (uint32_t i = 1; i < b->sorts.size; i++)
        if (b->sorts.data[i] == array) return make(b, TERM_CONST_ARRAY, &element, 1, i, 0);
    return TERM_NONE;
}

static term number_like(struct bridge *b, term like, long value) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, value, 1);
    term t = term_number_of(b->bank, q, term_sort(b->bank, like));
    mpq_clear(q);
    return t;
}

/* SMT-LIB has no rem: x rem y is x mod y with the sign of y. */
static term remainder_of(struct bridge *b, const term *a) {
    term mod = make2(b, TERM_MOD, a[0], a[1]);
    if (term_is_none(mod)) return mod;
    return term_ite(b->bank, term_le(b->bank, number_like(b, a[1], 0), a[1]), mod, term_neg(b->bank, mod));
}

static term subtraction(struct bridge *b, const term *a, uint32_t n) {
    term result = n == 1 ? term_neg(b->bank, a[0]) : a[0];
    for (uint32_t i = 1; i < n; i++) result = term_sub(b->bank, result, a[i]);
    return result;
}

static uint32_t parameter(struct bridge *b, Z3_func_decl decl, unsigned i) {
    return (uint32_t)z3.get_decl_int_parameter(b->context, decl, i);
}

static term repeated(struct bridge *b, term t, uint32_t times) {
    term result = t;
    for (uint32_t i = 1; i < times && !term_is_none(result); i++)
        result = make2(b, TERM_BV_CONCAT, result, t);
    return result;
}

static term compared(struct bridge *b, const term *a) {
    term equal = make2(b, TERM_EQ, a[0], a[1]);
    if (term_is_none(equal)) return equal;
    return term_ite(b->bank, equal, term_bits_ui(b->bank, 1, 1), term_bits_ui(b->bank, 0, 1));
}

/* clang-format off */
#define LEFT(kind, op)  case Z3_OP_##kind: return fold(b, TERM_##op, a, n);
#define SAME(kind, op)  case Z3_OP_##kind: return make(b, TERM_##op, a, n, 0, 0);
#define SWAP(kind, op)  case Z3_OP_##kind: return make2(b, TERM_##op, a[1], a[0]);
#define INDEX(kind, op) case Z3_OP_##kind: return make(b, TERM_##op, a, n, parameter(b, decl, 0), 0);
/* clang-format on */

/* The operators ..._I are division whose divisor Z3 knows to be different from zero. */
static term bit_vector(struct bridge *b, Z3_func_decl decl, const term *a, uint32_t n) {
    switch (z3.get_decl_kind(b->context, decl)) {
        SAME(BNEG, BV_NEG)
        SAME(BNOT, BV_NOT)
        LEFT(BADD, BV_ADD)
        LEFT(BSUB, BV_SUB)
        LEFT(BMUL, BV_MUL)
        SAME(BSDIV, BV_SDIV)
        SAME(BUDIV, BV_UDIV)
        SAME(BSREM, BV_SREM)
        SAME(BUREM, BV_UREM)
        SAME(BSMOD, BV_SMOD)
        SAME(BSDIV_I, BV_SDIV)
        SAME(BUDIV_I, BV_UDIV)
        SAME(BSREM_I, BV_SREM)
        SAME(BUREM_I, BV_UREM)
        SAME(BSMOD_I, BV_SMOD)
        SAME(ULEQ, BV_ULE)
        SAME(SLEQ, BV_SLE)
        SAME(ULT, BV_ULT)
        SAME(SLT, BV_SLT)
        SWAP(UGEQ, BV_ULE)
        SWAP(SGEQ, BV_SLE)
        SWAP(UGT, BV_ULT)
        SWAP(SGT, BV_SLT)
        LEFT(BAND, BV_AND)
        LEFT(BOR, BV_OR)
        LEFT(BXOR, BV_XOR)
        LEFT(CONCAT, BV_CONCAT)
        SAME(BSHL, BV_SHL)
        SAME(BLSHR, BV_LSHR)
        SAME(BASHR, BV_ASHR)
        INDEX(SIGN_EXT, BV_SIGN_EXTEND)
        INDEX(ZERO_EXT, BV_ZERO_EXTEND)
        INDEX(ROTATE_LEFT, BV_ROTATE_LEFT)
        INDEX(ROTATE_RIGHT, BV_ROTATE_RIGHT)
        INDEX(INT2BV, INT_TO_BV)
        SAME(BV2INT, BV_TO_NAT)
    case Z3_OP_BNAND: return inverted(b, TERM_BV_AND, a, n);
    case Z3_OP_BNOR: return inverted(b, TERM_BV_OR, a, n);
    case Z3_OP_BXNOR: return inverted(b, TERM_BV_XOR, a, n);
    case Z3_OP_BIT0: return term_bits_ui(b->bank, 0, 1);
    case Z3_OP_BIT1: return term_bits_ui(b->bank, 1, 1);
    case Z3_OP_BCOMP: return compared(b, a);
    case Z3_OP_REPEAT: return repeated(b, a[0], parameter(b, decl, 0));
    case Z3_OP_BIT2BOOL: return term_bit(b->bank, a[0], parameter(b, decl, 0));
    case Z3_OP_EXTRACT: return make(b, TERM_BV_EXTRACT, a, n, parameter(b, decl, 0), parameter(b, decl, 1));
    default: return TERM_NONE;
    }
}

static term application(struct bridge *b, Z3_ast ast, const term *a, uint32_t n) {
    Z3_func_decl decl = z3.get_app_decl(b->context, z3.to_app(b->context, ast));
    switch (z3.get_decl_kind(b->context, decl)) {
        SAME(NOT, NOT)
        SAME(ITE, ITE)
        SAME(EQ, EQ)
        SAME(IFF, EQ)
        LEFT(XOR, XOR)
        SAME(LE, LE)
        SAME(LT, LT)
        SWAP(GE, LE)
        SWAP(GT, LT)
        SAME(DIV, DIVIDE)
        SAME(IDIV, DIV)
        SAME(MOD, MOD)
        SAME(TO_REAL, TO_REAL)
        SAME(TO_INT, TO_INT)
        SAME(SELECT, SELECT)
        SAME(STORE, STORE)
    case Z3_OP_TRUE: return term_true(b->bank);
    case Z3_OP_FALSE: return term_false(b->bank);
    case Z3_OP_AND: return term_and(b->bank, a, n);
    case Z3_OP_OR: return term_or(b->bank, a, n);
    case Z3_OP_IMPLIES: return term_implies(b->bank, a[0], a[1]);
    case Z3_OP_DISTINCT: return term_distinct(b->bank, a, n);
    case Z3_OP_ADD: return term_add(b->bank, a, n);
    case Z3_OP_MUL: return n == 1 ? a[0] : make(b, TERM_MUL, a, n, 0, 0);
    case Z3_OP_SUB:
    case Z3_OP_UMINUS: return subtraction(b, a, n);
    case Z3_OP_REM: return remainder_of(b, a);
    case Z3_OP_CONST_ARRAY: return const_array(b, ast, a[0]);
    case Z3_OP_UNINTERPRETED: return uninterpreted(b, ast, decl, a, n);
    default: return bit_vector(b, decl, a, n);
    }
}

struct reading {
    struct bridge *bridge;
    struct hash_map memo; /* ids of ASTs below the root, which keeps them alive -> term id, 0: failed */
    const term *bound;
    uint32_t bounds;
};

static uint32_t known(struct reading *r, Z3_ast a) {
    uint32_t id = z3.get_ast_id(r->bridge->context, a);
    uint32_t found = hash_map_get(&r->bridge->terms, id);
    return found != HASH_NONE ? found : hash_map_get(&r->memo, id);
}

/* Puts the arguments that are not read yet on the stack. */
static bool descend(struct reading *r, Z3_ast a, z3_asts *work) {
    uint32_t before = work->size;
    if (z3.get_ast_kind(r->bridge->context, a) != Z3_APP_AST) return false;
    Z3_app app = z3.to_app(r->bridge->context, a);
    uint32_t n = z3.get_app_num_args(r->bridge->context, app);
    for (uint32_t i = 0; i < n; i++) {
        Z3_ast argument = z3.get_app_arg(r->bridge->context, app, i);
        if (known(r, argument) == HASH_NONE) vec_push(work, argument);
    }
    return work->size > before;
}

static term read_one(struct reading *r, Z3_ast a, term_list *arguments) {
    Z3_context c = r->bridge->context;
    switch (z3.get_ast_kind(c, a)) {
    case Z3_NUMERAL_AST: return bridge_numeral(r->bridge, a);
    case Z3_VAR_AST: {
        uint32_t index = z3.get_index_value(c, a);
        return index < r->bounds ? r->bound[index] : TERM_NONE;
    }
    case Z3_APP_AST: {
        Z3_app app = z3.to_app(c, a);
        vec_clear(arguments);
        for (uint32_t i = 0, n = z3.get_app_num_args(c, app); i < n; i++) {
            uint32_t id = known(r, z3.get_app_arg(c, app, i));
            if (!id) return TERM_NONE;
            vec_push(arguments, (term){id});
        }
        return application(r->bridge, a, arguments->data, arguments->size);
    }
    default: return TERM_NONE;
    }
}

term bridge_term(struct bridge *b, Z3_ast root, const term *bound, uint32_t n) {
    struct reading r = {.bridge = b, .bound = bound, .bounds = n};
    z3_asts work = {0};
    term_list arguments = {0};
    vec_push(&work, root);
    while (work.size) {
        Z3_ast top = vec_last(&work);
        if (known(&r, top) != HASH_NONE) {
            (void)vec_pop(&work);
        } else if (!descend(&r, top, &work)) {
            term t = read_one(&r, top, &arguments);
            struct hash_map *memo = b->remember && !n && !term_is_none(t) ? &b->terms : &r.memo;
            hash_map_put(memo, z3.get_ast_id(b->context, top), t.id);
            (void)vec_pop(&work);
        }
    }
    term result = {known(&r, root)};
    vec_free(&work);
    vec_free(&arguments);
    hash_map_free(&r.memo);
    return result;
}
