/* Z3 as a table of functions, opened when the first solver is made.
 *
 * Neither linking nor starting the program touches libz3: the table is filled by dlopen and dlsym. The types come from
 * the declarations in z3.h and the names from z3.def, so a call through the table is checked like a direct one:
 * z3.mk_eq(c, a, b) is Z3_mk_eq(c, a, b). For the files of this folder only. */
#ifndef INDUCT_SMT_LIBRARY_H
#define INDUCT_SMT_LIBRARY_H

#include "base/text.h"

#include <z3.h>

struct z3_library {
#define Z3_FUNCTION(name) __typeof__(Z3_##name) *name;
#include "smt/z3.def"
#undef Z3_FUNCTION
};
extern struct z3_library z3; /* valid once library_open returned true */

/* Opens the library once per process. False: it is not there, or lacks a function; `why` (may be NULL) says it. */
bool library_open(struct text *why);

/* A context is made, used and freed by one thread. As long as it has one, a refused allocation in that thread is ours
 * and ends in mem_exhausted(); refused to other threads, it is their own matter. */
Z3_context library_new_context(Z3_config);
void library_free_context(Z3_context);

#endif
