/* C that stands before the harness of a replay (replay.h): how it reports, and the functions that are neither the program's
 * nor the library's. */
#ifndef INDUCT_REPLAY_PROLOGUE_H
#define INDUCT_REPLAY_PROLOGUE_H

#include "base/text.h"

#define PROLOGUE_END "induct.end" /* the symbol to which functions lead that do not return */

/* `secret` has 32 characters. malloc and calloc are left out where the harness supplies them: supplied[0..n[. */
void prologue(struct text *, const char *secret, const char *const *supplied, uint32_t n);

#endif
