/* Redirection of references in assembly, as clang writes it for x86 (AT&T syntax).
 *
 * Every use of a function of the list (calls, addresses, initialisers) becomes a use of REDIRECT_PREFIX and its name; its
 * definition, if there is one, stays and is no longer used. So a harness replaces functions of a program whatever their
 * linkage. With `hide_main`, main itself is renamed, definition and uses. Texts of the program and all other names stay as they are. */
#ifndef INDUCT_REPLAY_REDIRECT_H
#define INDUCT_REPLAY_REDIRECT_H

#include "base/text.h"

#define REDIRECT_PREFIX "induct_supplied_"
#define REDIRECT_MAIN   "induct_hidden_main"

void redirect(struct text *out, const char *assembly, const char *const *functions, uint32_t n,
              bool hide_main);

#endif
