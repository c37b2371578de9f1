/* The operators of the SMT-LIB theories: what they take, and how each is built from the operators of terms. */
#ifndef INDUCT_FORMAT_SMTLIB_OPERATOR_H
#define INDUCT_FORMAT_SMTLIB_OPERATOR_H

#include "logic/term.h"

/* An operator on its way to a term. Conversions from Int to Real are written into `args`. */
struct application {
    struct terms *bank;
    term *args;
    uint32_t n;
    uint32_t index[2];   /* of (_ name index ...) */
    const char *problem; /* set when there is no such term; a static sentence */
    bool unsupported;    /* the problem is a limit of ours */
};

struct smtlib_operator {
    const char *name;
    uint32_t indices;   /* how many (_ name index ...) takes: 0 to 2 */
    uint32_t low, high; /* numbers of arguments; TERM_MANY */
    term (*build)(struct application *, enum term_op);
    enum term_op op;
};

/* All of them, in [0..*n[. */
const struct smtlib_operator *operators_all(uint32_t *n);
/* The numbers of indices and arguments must fit. TERM_NONE: see `problem`. */
term operator_apply(const struct smtlib_operator *, struct application *);
/* The term as one of that sort: Int becomes Real, a number directly; everything else stays as it is. */
term operator_convert(struct terms *, term, sort wanted);

#endif
