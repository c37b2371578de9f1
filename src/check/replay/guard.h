/* What of a program may get into assembly.
 *
 * Assembly can read any file of the machine while it is assembled (.incbin, .include), and put what it likes where it
 * likes: into the sections of the harness, or in the place of its symbols. So no text of the program's own choice may
 * get there.
 *
 *   inline assembly   becomes a breakpoint, which ends the run (SIGTRAP): such code has no meaning in the automaton
 *                     either, and a run that does not come there is still worth something. An empty one, which is there
 *                     for the optimiser, stays
 *   in the module     assembly outside of functions is refused: it can define and alias anything, no run goes around it
 *   names             of functions, variables and sections are what C and the usual tools make, and none of the
 *                     harness's, else refused. LLVM puts others between quotes, but not all of them so that they stay
 *                     there: a backslash before a quote, a new line in a section's name
 *   other texts       attributes and metadata may hold what becomes a name; with quotes, backslashes or control bytes
 *                     they are refused, except for messages, which nobody sees. Strings of C and the file's name are
 *                     written by LLVM byte for byte
 */
#ifndef INDUCT_CHECK_REPLAY_GUARD_H
#define INDUCT_CHECK_REPLAY_GUARD_H

#include "base/text.h"

/* Copies LLVM's text. False: it is refused, and `why` says for what. */
bool guard_llvm(struct text *out, const char *llvm, struct text *why);

#endif
