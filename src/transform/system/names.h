/* Names for writers of SMT-LIB: variables that are called like an operator (select, and) get other names. */
#ifndef INDUCT_TRANSFORM_SYSTEM_NAMES_H
#define INDUCT_TRANSFORM_SYSTEM_NAMES_H

#include "model/system.h"

/* The same system with other variables where names hide operators, in the bank of the old one; NULL: there are no such
 * names. To be freed by system_view_free. */
struct system *system_rename_operators(const struct system *);

#endif
