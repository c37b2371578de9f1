/* Messages from the working process to the one that supervises it (base/wire.h). */
#ifndef INDUCT_CLI_CHECK_WIRE_H
#define INDUCT_CLI_CHECK_WIRE_H

#include "base/wire.h"

enum wire_kind {
    WIRE_LOG,  /* number: 1 for an error, 0 for a warning; bytes: the text */
    WIRE_NOTE, /* bytes: text for people, whole lines */
    /* A property of the model, in order; number: 1 when selected; bytes: name, NUL, code, NUL, source if known. */
    WIRE_PROPERTY,
    WIRE_STAGE, /* bytes: the name of the stage that began */
    /* An engine decided `property`, number: 1 by a counterexample; its evidence is being checked; bytes: who of a
     * portfolio, else "". */
    WIRE_JUDGING,
    WIRE_DECIDED, /* bytes: struct induct_result, the reason, NUL, then an AIGER witness if one was wanted */
    WIRE_STEPS,   /* bytes: the steps of a counterexample of `property` as JSON, before its WIRE_VERDICT */
    WIRE_FILE,    /* evidence of `property` was written; bytes: the path */
    WIRE_VERDICT, /* all evidence of `property` has been written: say what was decided */
    WIRE_JUDGED,  /* verify: number: enum induct_judgement; bytes: the reason */
    WIRE_FORMAT,  /* bytes: the format of the model */
    WIRE_SHOWN, /* for reports, of `property`; bytes: engine, NUL, lines, NUL, evidence as JSON; number: 1: left out */
    WIRE_WORKER, /* for reports: process `number` of the portfolio; bytes: what it does, as induct.h has it */
    WIRE_SOURCE, /* for reports; bytes: the name of a source, NUL, its text */
    WIRE_FAILED, /* nothing can be decided; number: enum induct_status */
    WIRE_CLEARED, /* the model was read, and nothing of it is a file that is to be written */
    WIRE_DONE     /* the last message of a worker that came to its end */
};

#endif
