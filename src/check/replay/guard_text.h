/* What of a preprocessed C text may get into assembly by a compiler other than clang's LLVM: the same rules as guard.h
 * has, told from the tokens of C.
 *
 *   asm            only as a label or a single word: letters, digits and '_'. All else is refused, also where no run
 *                  comes by: another compiler may keep what clang has dropped
 *   attributes     texts in them become names of sections and symbols: word bytes only, none of the harness's; `pure`
 *                  and `const` become `unused`, as the front end ignores them, too
 *   directives     line markers are dropped, so that no file's name gets anywhere; of pragmas `pack` alone is left
 *   restrict       is dropped: no other flag keeps an optimiser from believing it
 *   refused        raw strings, [[...]], _Pragma, what tells of lines and files, and bytes outside of ASCII in names
 *
 * Definitions of _Float32 and the like, which the C library has for compilers without them, are dropped for gcc. */
#ifndef INDUCT_CHECK_REPLAY_GUARD_TEXT_H
#define INDUCT_CHECK_REPLAY_GUARD_TEXT_H

#include "base/text.h"

/* Copies the text. False: it is refused, and `why` says for what. */
bool guard_text(struct text *out, const char *c, bool gcc, struct text *why);

#endif
