/* --join redis://HOST[:PORT]/JOB: what the commands for many machines ask alike. */
#ifndef INDUCT_CLI_JOIN_H
#define INDUCT_CLI_JOIN_H

#include "cli/arguments.h"
#include "cluster/address.h"

/* The row of an option table whose settings have the member, and the help of commands that cannot do without. */
#define JOIN_ROW(type, member, help)                                                                         \
    { "join", 0, "URL", ARGUMENT_TEXT, offsetof(type, member), NULL, help }
#define JOIN_HELP                                                                                            \
    "the job: redis://HOST[:PORT]/JOB; the password is in INDUCT_REDIS_PASSWORD or the file that "           \
    "INDUCT_REDIS_PASSWORD_FILE names"
#define JOIN_MISSING "--join is missing: redis://HOST[:PORT]/JOB"

/* The address, with secrets, and a client library that can be used. False after a complaint; then nothing is owned. */
bool join_address(struct address *, const char *url, const struct command *);

#endif
