#include "api/context.h"

#include <string.h>

static const char *const words[] = {
    [INDUCT_REASON_NONE] = "",
    [INDUCT_REASON_NOT_RUN] = "not run",
    [INDUCT_REASON_TIMEOUT] = "timeout",
    [INDUCT_REASON_MEMORY] = "memory",
    [INDUCT_REASON_INTERRUPTED] = "interrupted",
    [INDUCT_REASON_UNSUPPORTED] = "unsupported",
    [INDUCT_REASON_BOUND] = "bound reached",
    [INDUCT_REASON_INCOMPLETE] = "incomplete",
    [INDUCT_REASON_EVIDENCE_REJECTED] = "evidence rejected",
    [INDUCT_REASON_EVIDENCE_TIMEOUT] = "evidence check timeout",
    [INDUCT_REASON_NOT_REPRODUCED] = "not reproduced in machine arithmetic",
    [INDUCT_REASON_VACUOUS] = "vacuous",
    [INDUCT_REASON_INTERNAL] = "internal error",
};
enum { REASONS = sizeof words / sizeof *words };

const char *induct_reason_word(enum induct_reason reason) {
    return (unsigned)reason < REASONS ? words[reason] : "";
}

enum induct_reason reason_of(const char *text) {
    for (int i = 0; i < REASONS; i++) {
        size_t n = strlen(words[i]);
        if (!strncmp(text, words[i], n) && (!text[n] || (n && !strncmp(text + n, ": ", 2))))
            return (enum induct_reason)i;
    }
    return INDUCT_REASON_INCOMPLETE;
}

void reason_set(struct induct_result *result, const char *text) {
    result->cause = reason_of(text);
    result->reason = text;
}
