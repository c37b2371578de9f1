/* Printing terms and sorts as SMT-LIB 2.6.
 *
 * Shared subterms are printed once, by nested `let`s in order of dependency, so that the text is linear in the DAG; a
 * term used once, and every leaf, is printed in place. Names that are no simple symbols are quoted with bars; a name
 * that contains a bar or a backslash cannot be written in SMT-LIB: these characters are replaced by '_' (names made by
 * readers never contain them). */
#ifndef INDUCT_LOGIC_PRINT_H
#define INDUCT_LOGIC_PRINT_H

#include "logic/term.h"

void print_sort(struct text *, const struct terms *, sort);
void print_term(struct text *, const struct terms *, term);
void print_symbol(struct text *, const char *name); /* quoted when necessary */
/* Whether a variable of that name, where it is declared, would hide an operator of SMT-LIB; quotes make no difference
 * there. Readers of other languages take such names, so writers of SMT-LIB must choose others. */
bool print_hides_operator(const char *name);
/* (declare-sort ...) (declare-fun ...) for everything that the roots use, in a fixed order, one per line. */
void print_declarations(struct text *, const struct terms *, const term *roots, uint32_t n);
/* The least SMT-LIB logic that has everything in the roots, such as "QF_LIA" or "QF_AUFBV"; "ALL" when none fits. */
const char *print_logic(const struct terms *, const term *roots, uint32_t n);

#endif
