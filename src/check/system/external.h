/* A solver outside of this program as a judge: the binary `cvc5`, on a script with one check-sat. */
#ifndef INDUCT_CHECK_SYSTEM_EXTERNAL_H
#define INDUCT_CHECK_SYSTEM_EXTERNAL_H

#include "check/circuit/check_circuit.h"

/* CHECK_ACCEPTED: it answered unsat; CHECK_REJECTED: sat; else CHECK_UNDECIDED, and `why` says what happened. The
 * program is looked for in PATH, gets the script on its standard input, and is killed when the limits (may be NULL) are
 * over. */
enum check_result external_cvc5(const struct text *script, struct limits *, struct text *why);

#endif
