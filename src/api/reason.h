/* Inside libinduct: why a verdict is unknown, as a text for people and as an enum induct_reason.
 *
 * A text is the word of its reason, or the word, ": " and what it is about; whatever else an engine says of
 * itself is INDUCT_REASON_INCOMPLETE. So those who only pass a text on need not carry the reason beside it. */
#ifndef INDUCT_API_REASON_H
#define INDUCT_API_REASON_H

#include "api/induct.h"

enum induct_reason reason_of(const char *text); /* "": INDUCT_REASON_NONE */
/* Both fields of the result; the text is borrowed. */
void reason_set(struct induct_result *, const char *text);

#endif
