/* Terms as C expressions over variables of a source.
 *
 * Exact for bit vectors of up to 64 bits: the expression has the value of the term for all values of the variables,
 * whatever wraps around, and has no undefined behaviour of its own (conversions to signed types wrap around, `>>` of
 * negative numbers is arithmetic: what every compiler for the machine does). A bit vector has two readings as a number;
 * a variable is written plainly in the reading that its type has, and with a cast in the other. What is computed is
 * computed in unsigned types, because there C defines what wraps around.
 *
 * Integers (--theory int) are written in `long long`: exact as long as nothing overflows there.
 *
 * C has no sharing: a term whose tree is too large cannot be expressed, nor can reals, arrays and functions. */
#ifndef INDUCT_FORMAT_WITNESS_C_EXPRESSION_H
#define INDUCT_FORMAT_WITNESS_C_EXPRESSION_H

#include "base/text.h"
#include "logic/term.h"

/* A variable of the source: an expression of C with the width of the term's sort. */
struct c_name {
    const char *text;
    bool is_signed;
    bool is_boolean; /* of type _Bool: 0 or 1 whatever the width of the sort */
};

struct c_names {
    const struct terms *bank;
    bool (*find)(void *client, term variable, struct c_name *); /* false: it has no name */
    void *client;
    size_t longest; /* bytes that an expression may have; 0: C_EXPRESSION_LONGEST */
};
enum { C_EXPRESSION_LONGEST = 4000, C_EXPRESSION_DEEPEST = 200 };

/* Appends the Boolean term, true or false for not 0 or 0. False, and nothing is appended: it cannot be expressed. */
bool c_expression(struct text *, const struct c_names *, term formula);
/* A value as a C constant: a bit vector in the reading that is asked for, a number, or 0 and 1. */
void c_constant(struct text *, const struct terms *, term value, bool is_signed);

#endif
