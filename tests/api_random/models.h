/* Small models with known answers, as files: random circuits and systems, whose truth explicit search knows, and random
 * programs of two small numbers, which are enumerated here. */
#ifndef INDUCT_TESTS_API_RANDOM_MODELS_H
#define INDUCT_TESTS_API_RANDOM_MODELS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum model_kind { MODEL_CIRCUIT, MODEL_SYSTEM, MODEL_PROGRAM, MODEL_KINDS };
enum { MODEL_PROPERTIES = 4, MODEL_SAFE = -1, MODEL_UNKNOWN_DEPTH = -2 };

struct known {
    enum model_kind kind;
    uint32_t seed;
    struct text text;
    const char *format, *file; /* the format's name, and a name for the file */
    unsigned properties;
    /* Of each property: the depth of a shortest counterexample; MODEL_SAFE; of programs that are unsafe, where it
     * depends on how they are cut into steps, MODEL_UNKNOWN_DEPTH. */
    int64_t depth[MODEL_PROPERTIES];
};

/* The same model whenever it is asked for; lives until known_forget_all. */
const struct known *known_model(enum model_kind, uint32_t seed);
void known_forget_all(void);

#endif
