/* Waves as JSON, see wave.h. Internal to the folder. */
#ifndef INDUCT_FORMAT_WAVE_WAVE_JSON_H
#define INDUCT_FORMAT_WAVE_WAVE_JSON_H

#include "format/wave/wave.h"

/* The value of the next step; `same`: it is as before. */
void wave_note(struct wave_variable *, const char *value, bool same);

/* How much a report shows: from this step on, so that at most so many values of signals are shown, and showing them
 * takes at most as much work (`size`: of a step) as `effort` says. The last step is shown in any case. */
uint32_t wave_first(uint32_t steps, uint64_t signals, uint64_t size, uint64_t effort);

/* {"kind": "wave", ... "signals": the array}. */
struct wave_facts {
    const char *property, *source; /* source: may be NULL */
    bool cover;
    uint32_t steps, first; /* the first step that is shown */
};
void wave_json_whole(const struct wave *, const struct wave_facts *, struct text *out);

#endif
