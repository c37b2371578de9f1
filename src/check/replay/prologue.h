/* C that stands before the harness of a replay (replay.h): how it reports, and the functions that are neither the
 * program's nor the library's. */
#ifndef INDUCT_CHECK_REPLAY_PROLOGUE_H
#define INDUCT_CHECK_REPLAY_PROLOGUE_H

#include "base/text.h"

#define PROLOGUE_END "induct.end" /* the symbol to which functions lead that do not return */

/* The section that begins with the one instruction that reports, and where it is to be linked: below the program in
 * both modes of the machine. Behind the instruction (two bytes in both) is the address from which the system sees the
 * call come. */
#define PROLOGUE_REPORT ".induct.report"
#define PROLOGUE_PLACE  0x100000ull
#define PROLOGUE_CALLER (PROLOGUE_PLACE + 2)

/* malloc and calloc are left out where the harness supplies them: supplied[0..n[. */
void prologue(struct text *, const char *const *supplied, uint32_t n);

#endif
