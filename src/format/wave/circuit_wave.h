/* The waveform of a counterexample of a circuit, by three-valued simulation of the file as read.
 *
 * Bits of one word are one vector: from a map (map.h) where there is one, else from symbols such as `cpu.sum[3]`, if
 * together they are a range without gaps. A register that starts with the value of an input, as Yosys writes those
 * without initial value, shows that value in the first step, and one whose latch is inverted its own value. What has no
 * name is `i<n>`, `l<n>`, `o<n>` or `c<n>`, in the scope `unnamed` where other things have names. The scope `violated`
 * (of cover properties: `covered`) is as in system_wave.h. */
#ifndef INDUCT_FORMAT_WAVE_CIRCUIT_WAVE_H
#define INDUCT_FORMAT_WAVE_CIRCUIT_WAVE_H

#include "base/text.h"
#include "evidence/circuit_evidence.h"
#include "format/wave/map.h"

void circuit_wave_vcd(struct text *, const struct circuit *, const struct trace *,
                      const struct map *); /* NULL: none */
/* The same as JSON (format/show/show.h), of the last steps. */
void circuit_wave_json(struct text *, const struct circuit *, const struct trace *, const struct map *);

#endif
