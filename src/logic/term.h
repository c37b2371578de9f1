/* Terms: a hash-consed, typed DAG of formulas, in a bank.
 *
 *     struct terms *b = terms_new(TERMS_SIMPLIFY);
 *     term x = term_variable(b, "x", sort_int());
 *     term f = term_le(b, term_add2(b, x, term_integer(b, 1)), term_integer(b, 10));
 *     terms_free(b);                                     // everything made in the bank is gone
 *
 * A term is an index into its bank; equal terms are equal indices. The arguments of a term always have smaller
 * indices than the term, so ascending order of indices is an order in which every term comes after its arguments:
 * whoever walks a DAG collects it (walk.h) and runs over it from small to large; nothing recurses.
 * Nothing is ever removed from a bank.
 *
 * Constructors check the sorts of their arguments by assertion; a reader of user input asks term_well_sorted
 * first. In a bank made with TERMS_SIMPLIFY they simplify locally (constants, units, neutral elements,
 * flattening and sorting of n-ary operators, obvious contradictions: simplify.c says what); in one made with
 * TERMS_PLAIN the term that is returned has exactly the operator and arguments that were asked for, so that the
 * judge sees the user's model as it was written. Both share `operators`: derived SMT-LIB operators that no row has
 * (=>, distinct, >=, bvnand, ...) are expanded by the readers, by the helpers below.
 *
 * A *value* is a constant term: true, false, a number, a bit vector, an element of an uninterpreted sort, or an
 * array given as stores of values over a constant array, with ascending indices and none that equals the default.
 * Equal values are equal terms. (An array over a finite index sort that has every index stored is still written
 * over some default; value.h makes it canonical.) */
#ifndef INDUCT_LOGIC_TERM_H
#define INDUCT_LOGIC_TERM_H

#include "base/text.h"
#include "base/vec.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

struct terms;

typedef struct term {
    uint32_t id; /* 0: no term */
} term;
typedef VEC(term) term_list;
#define TERM_NONE ((term){0})

static inline bool term_same(term a, term b) {
    return a.id == b.id;
}
static inline bool term_is_none(term t) {
    return t.id == 0;
}

typedef struct sort {
    uint32_t id; /* 0: no sort */
} sort;
#define SORT_NONE ((sort){0})

enum sort_kind { SORT_BOOL, SORT_INT, SORT_REAL, SORT_BV, SORT_ARRAY, SORT_UNINTERPRETED };

/* Operators: OP(NAME, "smt-lib name", least arity, greatest arity, number of parameters). */
enum { TERM_MANY = 0x7fffffff };
#define TERM_OPERATORS(OP)                                                                                   \
    /* leaves */                                                                                             \
    OP(TRUE, "true", 0, 0, 0)                                                                                \
    OP(FALSE, "false", 0, 0, 0)                                                                              \
    OP(NUMBER, "", 0, 0, 0)        /* of sort Int or Real, see term_number */                                \
    OP(BITS, "", 0, 0, 0)          /* a bit-vector constant, see term_bits */                                \
    OP(ELEMENT, "", 0, 0, 1)       /* element number p0 of an uninterpreted sort */                          \
    OP(VARIABLE, "", 0, 0, 0)      /* a constant symbol, see term_name */                                    \
    OP(APPLY, "", 1, TERM_MANY, 1) /* uninterpreted function p0 (see function.. below) */                    \
    /* Boolean */                                                                                            \
    OP(NOT, "not", 1, 1, 0)                                                                                  \
    OP(AND, "and", 2, TERM_MANY, 0)                                                                          \
    OP(OR, "or", 2, TERM_MANY, 0)                                                                            \
    OP(XOR, "xor", 2, 2, 0)                                                                                  \
    OP(EQ, "=", 2, 2, 0)    /* any sort; between Booleans it is "if and only if" */                          \
    OP(ITE, "ite", 3, 3, 0) /* any sort */                                                                   \
    /* arithmetic: Int and Real, never mixed (TO_REAL) */                                                    \
    OP(ADD, "+", 2, TERM_MANY, 0)                                                                            \
    OP(MUL, "*", 2, TERM_MANY, 0)                                                                            \
    OP(LE, "<=", 2, 2, 0)                                                                                    \
    OP(LT, "<", 2, 2, 0)                                                                                     \
    OP(DIVIDE, "/", 2, 2,                                                                                    \
       0) /* Real; division by zero is an uninterpreted function of the dividend: see value.h */             \
    OP(DIV, "div", 2, 2, 0) /* Int, SMT-LIB's Euclidean division */                                          \
    OP(MOD, "mod", 2, 2, 0)                                                                                  \
    OP(TO_REAL, "to_real", 1, 1, 0)                                                                          \
    OP(TO_INT, "to_int", 1, 1, 0) /* floor */                                                                \
    /* bit vectors; division by zero as SMT-LIB defines it */                                                \
    OP(BV_NOT, "bvnot", 1, 1, 0)                                                                             \
    OP(BV_NEG, "bvneg", 1, 1, 0)                                                                             \
    OP(BV_AND, "bvand", 2, 2, 0)                                                                             \
    OP(BV_OR, "bvor", 2, 2, 0)                                                                               \
    OP(BV_XOR, "bvxor", 2, 2, 0)                                                                             \
    OP(BV_ADD, "bvadd", 2, 2, 0)                                                                             \
    OP(BV_SUB, "bvsub", 2, 2, 0)                                                                             \
    OP(BV_MUL, "bvmul", 2, 2, 0)                                                                             \
    OP(BV_UDIV, "bvudiv", 2, 2, 0)                                                                           \
    OP(BV_UREM, "bvurem", 2, 2, 0)                                                                           \
    OP(BV_SDIV, "bvsdiv", 2, 2, 0)                                                                           \
    OP(BV_SREM, "bvsrem", 2, 2, 0)                                                                           \
    OP(BV_SMOD, "bvsmod", 2, 2, 0)                                                                           \
    OP(BV_SHL, "bvshl", 2, 2, 0)                                                                             \
    OP(BV_LSHR, "bvlshr", 2, 2, 0)                                                                           \
    OP(BV_ASHR, "bvashr", 2, 2, 0)                                                                           \
    OP(BV_ULT, "bvult", 2, 2, 0)                                                                             \
    OP(BV_ULE, "bvule", 2, 2, 0)                                                                             \
    OP(BV_SLT, "bvslt", 2, 2, 0)                                                                             \
    OP(BV_SLE, "bvsle", 2, 2, 0)                                                                             \
    OP(BV_CONCAT, "concat", 2, 2, 0)                                                                         \
    OP(BV_EXTRACT, "extract", 1, 1, 2)         /* p0: highest bit, p1: lowest bit */                         \
    OP(BV_ZERO_EXTEND, "zero_extend", 1, 1, 1) /* p0: number of new bits */                                  \
    OP(BV_SIGN_EXTEND, "sign_extend", 1, 1, 1)                                                               \
    OP(BV_ROTATE_LEFT, "rotate_left", 1, 1, 1)                                                               \
    OP(BV_ROTATE_RIGHT, "rotate_right", 1, 1, 1)                                                             \
    OP(BV_TO_NAT, "bv2nat", 1, 1, 0)                                                                         \
    OP(INT_TO_BV, "int2bv", 1, 1, 1) /* p0: width */                                                         \
    /* arrays */                                                                                             \
    OP(SELECT, "select", 2, 2, 0)                                                                            \
    OP(STORE, "store", 3, 3, 0)                                                                              \
    OP(CONST_ARRAY, "", 1, 1, 1) /* p0: the id of its sort */

enum term_op {
#define OP(name, smtlib, low, high, parameters) TERM_##name,
    TERM_OPERATORS(OP)
#undef OP
        TERM_OPS
};

enum terms_mode { TERMS_SIMPLIFY, TERMS_PLAIN };

struct terms *terms_new(enum terms_mode);
void terms_free(struct terms *);
enum terms_mode terms_mode(const struct terms *);
uint32_t terms_size(const struct terms *); /* every term has an id in [1..size[ */

/* Sorts. Bool, Int and Real are the same in every bank. */
sort sort_bool(void);
sort sort_int(void);
sort sort_real(void);
sort sort_bv(struct terms *, uint32_t width); /* width >= 1 */
sort sort_array(struct terms *, sort index, sort element);
sort sort_uninterpreted(struct terms *, const char *name);
enum sort_kind sort_kind(const struct terms *, sort);
uint32_t sort_width(const struct terms *, sort);   /* of a bit vector */
sort sort_index(const struct terms *, sort);       /* of an array */
sort sort_element(const struct terms *, sort);     /* of an array */
const char *sort_name(const struct terms *, sort); /* of an uninterpreted one */
static inline bool sort_same(sort a, sort b) {
    return a.id == b.id;
}

/* What a term is. */
enum term_op term_op(const struct terms *, term);
sort term_sort(const struct terms *, term);
uint32_t term_arity(const struct terms *, term);
term term_arg(const struct terms *, term, uint32_t i);
const term *term_args(const struct terms *, term); /* dies with the next new term */
uint32_t term_parameter(const struct terms *, term, uint32_t i);
const char *term_name(const struct terms *, term);  /* of a variable; never NULL */
mpq_srcptr term_number(const struct terms *, term); /* of TERM_NUMBER, in lowest terms */
mpz_srcptr term_bits(const struct terms *, term);   /* of TERM_BITS, in [0..2^width[ */
bool term_is_value(const struct terms *, term);
static inline bool term_is(const struct terms *b, term t, enum term_op op) {
    return term_op(b, t) == op;
}

/* Leaves. A variable is found again by its name (of whatever sort: asking for another sort is a programming error);
 * term_fresh makes one whose name nobody has used: prefix, '!' and a number. */
term term_true(struct terms *);
term term_false(struct terms *);
term term_bool(struct terms *, bool);
term term_integer(struct terms *, long);
term term_number_of(struct terms *, mpq_srcptr, sort);         /* sort Int needs denominator 1 */
term term_bits_of(struct terms *, mpz_srcptr, uint32_t width); /* taken modulo 2^width */
term term_bits_ui(struct terms *, uint64_t, uint32_t width);
term term_element(struct terms *, sort, uint32_t number);
term term_variable(struct terms *, const char *name, sort);
term term_find_variable(const struct terms *, const char *name); /* TERM_NONE when there is none */
term term_fresh(struct terms *, const char *prefix, sort);

/* Uninterpreted functions, numbered in the bank, found again by name. */
uint32_t function_declare(struct terms *, const char *name, const sort *domain, uint32_t arity, sort range);
uint32_t function_find(const struct terms *, const char *name); /* UINT32_MAX when there is none */
uint32_t functions_size(const struct terms *);                  /* every function is in [0..size[ */
const char *function_name(const struct terms *, uint32_t function);
uint32_t function_arity(const struct terms *, uint32_t function);
sort function_domain(const struct terms *, uint32_t function, uint32_t i);
sort function_range(const struct terms *, uint32_t function);

/* Any operator. NULL, or a static sentence that says what is wrong with the arguments. */
const char *term_well_sorted(const struct terms *, enum term_op, const term *args, uint32_t n, uint32_t p0,
                             uint32_t p1);
term term_make(struct terms *, enum term_op, const term *args, uint32_t n, uint32_t p0, uint32_t p1);
/* The same operator and parameters with other arguments, of the same sorts and as many. */
term term_with_args(struct terms *, term, const term *args);

/* The operators by name; n-ary ones accept any n (an empty conjunction is true). */
term term_not(struct terms *, term);
term term_and(struct terms *, const term *, uint32_t n);
term term_or(struct terms *, const term *, uint32_t n);
term term_and2(struct terms *, term, term);
term term_or2(struct terms *, term, term);
term term_xor(struct terms *, term, term);
term term_implies(struct terms *, term, term);
term term_eq(struct terms *, term, term);
term term_distinct(struct terms *, const term *, uint32_t n); /* pairwise */
term term_ite(struct terms *, term condition, term then, term otherwise);
term term_add(struct terms *, const term *, uint32_t n);
term term_add2(struct terms *, term, term);
term term_sub(struct terms *, term, term); /* a + (-1) * b */
term term_neg(struct terms *, term);
term term_mul2(struct terms *, term, term);
term term_le(struct terms *, term, term);
term term_lt(struct terms *, term, term);
term term_ge(struct terms *, term, term);
term term_gt(struct terms *, term, term);
term term_bv1(struct terms *, enum term_op, term);
term term_bv2(struct terms *, enum term_op, term, term);
term term_extract(struct terms *, term, uint32_t high, uint32_t low);
term term_extend(struct terms *, enum term_op, term, uint32_t bits); /* TERM_BV_ZERO_EXTEND or _SIGN_EXTEND */
term term_bit(struct terms *, term, uint32_t index);                 /* Boolean: that bit is 1 */
term term_select(struct terms *, term array, term index);
term term_store(struct terms *, term array, term index, term element);
term term_const_array(struct terms *, sort array, term element);
term term_apply(struct terms *, uint32_t function, const term *args);

#endif
