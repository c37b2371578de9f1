/* Inside libinduct: judging evidence from files, what its two files share. */
#ifndef INDUCT_API_VERIFY_H
#define INDUCT_API_VERIFY_H

#include "api/context.h"
#include "check/check.h"

/* Takes over the text of `why` as the reason; when the limits ran out, that is the reason. */
void verify_judged(struct induct *, struct induct_verification *, enum check_result, struct text *why);
/* Whether the first thing in the file is an opening parenthesis: an SMT-LIB script. */
bool verify_is_script(const struct text *);

/* Of a program; STATUS_MALFORMED: the file is no evidence of a program. */
enum status verify_program(struct induct *, const struct text *bytes, const char *path,
                           struct induct_verification *);

#endif
