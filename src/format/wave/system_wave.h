/* The waveform of a counterexample of a system: everything that its design names, in every step, by evaluation.
 *
 * Words are vectors, integers are integers in two's complement (as wide as their values need, at least 32 bits), reals
 * are reals. Of a memory with at most 16 words all are shown, of a larger one those that the run reads or writes, or
 * that hold something other than the rest in some step; word i of `mem` is `mem<i>`. States and inputs without a name
 * are in the scope `unnamed`; where the file names nothing, as VMT does not, they have their own names. The scope
 * `violated` (of cover properties: `covered`) has a signal per property that says so, that of the trace first; of files
 * with more than 64 only that. */
#ifndef INDUCT_FORMAT_WAVE_SYSTEM_WAVE_H
#define INDUCT_FORMAT_WAVE_SYSTEM_WAVE_H

#include "base/text.h"
#include "evidence/system_evidence.h"

void system_wave_vcd(struct text *, const struct system *, const struct system_trace *);
/* The same as JSON (format/show/show.h): the last steps, as many as evaluating about `effort` terms allows. */
void system_wave_json(struct text *, const struct system *, const struct system_trace *, uint64_t effort);

#endif
