/* Names, parameters and declarations for the writers. */
#ifndef INDUCT_FORMAT_EXPORT_SYMBOLS_H
#define INDUCT_FORMAT_EXPORT_SYMBOLS_H

#include "logic/print.h"
#include "logic/walk.h"

/* `wanted`, or with a number after it: a name that neither a variable nor a function of the bank has. The
 * caller frees. */
char *symbols_unused(const struct terms *, const char *wanted);
/* (declare-sort S 0) for the uninterpreted sorts of the variables and functions in the roots, one per line. */
void symbols_declare_sorts(struct text *, const struct terms *, const term *roots, uint32_t n);
/* (declare-fun f (...) ...) for the functions with arguments. */
void symbols_declare_functions(struct text *, const struct terms *, const term *roots, uint32_t n);
/* ((x Int) (y Bool)) */
void symbols_parameters(struct text *, const struct terms *, const term *variables, uint32_t n);

#endif
