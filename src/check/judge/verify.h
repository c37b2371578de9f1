/* Judging evidence from files: no engine, no transform, the model as read. */
#ifndef INDUCT_CHECK_JUDGE_VERIFY_H
#define INDUCT_CHECK_JUDGE_VERIFY_H

#include "check/judge/judge.h"

struct verify_case {
    struct check_case check;
    const bool *selected; /* by position: evidence about other properties is rejected */
    struct messages *messages;
};

struct verified {
    uint32_t property; /* position of the one that it is about */
    bool refutes;
    enum check_result result;
    struct text why;          /* the caller's: a sentence on anything but acceptance */
    struct evidence evidence; /* the caller's: what was accepted, where the format says all of it (pack.h) */
};

/* The format is told by the content. STATUS_MALFORMED: the file is no evidence about such a model, as a message
 * says; one that names what this model does not have is rejected. */
enum status verify_evidence(const struct verify_case *, const struct text *bytes, const char *name,
                            struct verified *);

/* Inside check/judge. */
bool verify_is_script(const struct text *); /* the first thing in the file is an opening parenthesis */
/* A BTOR2 certificate, about a system. */
enum status verify_words(const struct verify_case *, const struct text *bytes, const char *name,
                         struct verified *);
enum status verify_program(const struct verify_case *, const struct text *bytes, const char *name,
                           struct verified *);

#endif
