/* Plays a script on the library, and on a model of it that says what must come.
 *
 * The model of an object is what induct.h promises: its state, its settings, which properties are selected, whose
 * evidence is kept, whether an interrupt is pending. After every step all that can be asked must agree with it:
 * verdicts with the truth about the model that is loaded, reasons with what could have caused them, evidence with the
 * judge, and nothing changes but by a call that changes it. */
#ifndef INDUCT_TESTS_API_RANDOM_PLAY_H
#define INDUCT_TESTS_API_RANDOM_PLAY_H

#include "script.h"

struct tally {
    uint64_t steps, runs, safe, unsafe, unknown, interrupted, judged, accepted;
    uint64_t slow; /* the time that the tester allows was over */
    uint64_t at;   /* the step that is being played */
};

/* The first thing that is wrong, or NULL; lives until the next play. `scratch` is a folder for files. With `keep`,
 * models stay in the current folder. */
const char *play(const script *, const char *scratch, bool verbose, bool keep, struct tally *);

#endif
