/* Horn clauses as SMT-LIB has them, for the writers. */
#ifndef INDUCT_FORMAT_EXPORT_CLAUSES_H
#define INDUCT_FORMAT_EXPORT_CLAUSES_H

#include "base/text.h"
#include "logic/walk.h"

struct atom {
    char *predicate;
    term_list arguments;
};

/* (declare-fun predicate (sorts of the arguments) Bool) */
void clauses_declare(struct text *, const struct terms *, const struct atom *);
/* from & body => to, all variables quantified; `from` may be NULL, a `to` that is NULL is false. */
void clauses_print(struct text *, const struct terms *, const struct atom *from, const term_list *body,
                   const struct atom *to);

#endif
