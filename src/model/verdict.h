/* What we say about a property. A verdict is not a status (base/status.h): it is about the model, not the
 * input. */
#ifndef INDUCT_MODEL_VERDICT_H
#define INDUCT_MODEL_VERDICT_H

enum verdict { VERDICT_UNKNOWN, VERDICT_SAFE, VERDICT_UNSAFE };

static inline const char *verdict_word(enum verdict v) {
    return v == VERDICT_SAFE ? "safe" : v == VERDICT_UNSAFE ? "unsafe" : "unknown";
}

#endif
