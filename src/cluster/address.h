/* Where a job is: redis://[USER@]HOST[:PORT]/JOB
 *
 * HOST is a name, an address, or an IPv6 address in brackets. JOB is made of letters, digits, '-', '_' and '.'.
 *
 * The password is never part of it, because command lines are for everybody to read: it comes from the environment
 * (INDUCT_REDIS_PASSWORD) or from the first line of a file that the environment names (INDUCT_REDIS_PASSWORD_FILE).
 * The user, for servers with access control lists, is part of it or comes from INDUCT_REDIS_USER. */
#ifndef INDUCT_CLUSTER_ADDRESS_H
#define INDUCT_CLUSTER_ADDRESS_H

#include "base/text.h"

enum { ADDRESS_PORT = 6379, ADDRESS_JOB_MOST = 64 };

struct address {
    char *host, *job;
    char *user, *password; /* NULL: none */
    uint16_t port;
};

/* False: `why` gets a sentence, and nothing is owned. */
bool address_parse(struct address *, const char *url, struct text *why);
/* Adds user and password from the environment, and takes the password out of it, so that children do not have it.
 * False: `why` gets a sentence on the file. */
bool address_secrets(struct address *, struct text *why);
void address_fini(struct address *);

#endif
