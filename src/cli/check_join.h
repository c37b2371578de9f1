/* check --join: other machines work on the file, too.
 *
 *     supervisor ──fork──> worker: the portfolio, as without --join
 *          │                  ^ │ lemmas, by rings        evidence, by a pipe ^
 *          └──fork──> helper ─┘ v ────────────────────────────────────────────┘
 *                       tasks to the server, results from it, judged by the helper in a process of its own, and by
 *                       the worker once more, as its own members' evidence is
 *
 * So nothing that is slow because of the network is in the way of the worker or its supervisor, and nothing that comes
 * from it is believed. Without a server the check is what it is without --join. */
#ifndef INDUCT_CLI_CHECK_JOIN_H
#define INDUCT_CLI_CHECK_JOIN_H

#include "cli/check.h"

struct check_join;

/* False after a complaint: the call is wrong. *join stays NULL without --join. */
bool check_join_start(struct check_join **join, const struct check_settings *);
/* In the worker, before it runs. NULL is fine. */
void check_join_listen(struct check_join *, struct induct *);
/* Ends the helper, who tells the workers that nobody waits any more; when that takes long it goes on alone for a
 * moment. NULL is fine. */
void check_join_end(struct check_join *);

#endif
