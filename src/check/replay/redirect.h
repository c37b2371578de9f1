/* Redirection of references in assembly, as clang writes it for x86 (AT&T syntax).
 *
 * Every use (calls, addresses, initialisers) of a function, or variable, of a list becomes a use of REDIRECT_PREFIX and
 * its name; its definition, if there is one, stays and is no longer used. So a harness replaces functions of a program
 * whatever their linkage. All else that the program itself defines gets REDIRECT_OWN before its name, definitions and
 * uses, so that the C library never calls it. main keeps its name or, with `hide_main`, is called REDIRECT_MAIN. Texts
 * of the program and all other names stay as they are. */
#ifndef INDUCT_CHECK_REPLAY_REDIRECT_H
#define INDUCT_CHECK_REPLAY_REDIRECT_H

#include "base/hash.h"
#include "base/text.h"

/* No identifier of C has a '.'. */
#define REDIRECT_PREFIX "induct.supplied."
#define REDIRECT_OWN    "induct.program."
#define REDIRECT_MAIN   "induct.hidden.main"

/* names[0..n[ are redirected; `own` has the names that the program defines. */
void redirect(struct text *out, const char *assembly, const char *const *names, uint32_t n,
              const struct hash_names *own, bool hide_main);

/* Before that, in LLVM's text: memcpy, memmove and memset, where the program defines them, get REDIRECT_OWN before
 * their names. In assembly they could not be told from those that the compiler calls. */
void redirect_llvm(struct text *out, const char *llvm, const struct hash_names *own);

#endif
