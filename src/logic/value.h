/* Evaluation: the value of a term when its variables have values. This file defines the meaning of every operator on
 * values, with GMP; the simplifying constructors use the same definitions to fold constants, and tests compare them
 * with Z3 and cvc5.
 *
 *     struct evaluation e;  evaluation_init(&e, bank);
 *     evaluation_set(&e, x, term_integer(bank, 3));
 *     term v = evaluate(&e, t);           // a value
 *     evaluation_reset(&e);               // forget variables and memo, keep functions
 *     evaluation_fini(&e);
 *
 * Variables without a value have the default of their sort (false, 0, element 0, the constant array of the default).
 * Division of numbers by zero is not fixed by SMT-LIB: `/ 0`, `div 0`, `mod 0` are functions of the dividend that a
 * model may choose; they are defined like other functions, under the number function_by_zero(op). Without a definition
 * the evaluation takes 0 and counts in `by_zero` that it did, so that a judge may refuse. Only what matters is
 * evaluated: the branch that an ite takes, the arguments of and/or up to the one that decides.
 *
 * Array values are canonical (value_array.c says how), also over finite index sorts, so equality of values is equality
 * of terms. */
#ifndef INDUCT_LOGIC_VALUE_H
#define INDUCT_LOGIC_VALUE_H

#include "base/hash.h"
#include "logic/array_table.h"
#include "logic/term.h"

/* op applied to values: a value. Not for variables, functions, or division of numbers by zero (TERM_NONE). Sorts must
 * fit. */
term value_apply(struct terms *, enum term_op, const term *values, uint32_t n, uint32_t p0, uint32_t p1);
/* The canonical array value that is like `array` except that `index` holds `element`. */
term value_store(struct terms *, term array, term index, term element);
term value_select(struct terms *, term array, term index);
/* The canonical array value with n elements at different indices (pairs: index, element), and another one elsewhere. */
term value_array(struct terms *, sort, const term *pairs, uint32_t n, term otherwise);
term value_default(struct terms *, sort);
/* A total order on values of one sort: negative, 0, positive. */
int value_compare(const struct terms *, term, term);

/* The interpretation of a function: finitely many points and a default. */
struct function_value {
    uint32_t function; /* of the bank, or function_by_zero */
    uint32_t arity;
    term_list points; /* (arity + 1) terms each: arguments, result */
    term otherwise;
};
/* The number that stands for division by zero as a function of the dividend: TERM_DIVIDE, TERM_DIV or TERM_MOD. */
static inline uint32_t function_by_zero(enum term_op op) {
    assert(op == TERM_DIVIDE || op == TERM_DIV || op == TERM_MOD);
    return 0xffffff00u | (uint32_t)op;
}
static inline bool function_is_by_zero(uint32_t function) {
    return function >= 0xffffff00u;
}

struct evaluation_frame {
    term term;
    uint32_t next; /* the arguments before this one are known */
};
struct evaluation_table {
    term variable;
    const struct array_table *table; /* not owned */
};
struct evaluation {
    struct terms *bank;
    struct hash_map memo;                 /* term -> value */
    VEC(struct function_value) functions; /* owned */
    uint64_t by_zero;                     /* divisions of numbers by zero that were given the value 0 */
    VEC(struct evaluation_table) tables;
    VEC(struct evaluation_frame) stack; /* scratch */
};
void evaluation_init(struct evaluation *, struct terms *);
void evaluation_fini(struct evaluation *);
void evaluation_reset(struct evaluation *);
void evaluation_set(struct evaluation *, term variable, term value);
/* The same for an array variable; the table stays as it is until the next reset. To read it at one place costs the same
 * whatever its size. */
void evaluation_set_table(struct evaluation *, term variable, const struct array_table *);
/* Gives a function its interpretation; copied. */
void evaluation_define(struct evaluation *, const struct function_value *);
term evaluate(struct evaluation *, term);

#endif
