/* From a program and its harness to an executable, in steps: see replay.h. Files go to `folder`. */
#ifndef INDUCT_CHECK_REPLAY_BUILD_H
#define INDUCT_CHECK_REPLAY_BUILD_H

#include "check/replay/replay.h"

struct build {
    const struct replay_task *task;
    struct limits *limits;
    struct text *why; /* gets a sentence on what goes wrong */
    const char *folder;
    char *program; /* path of the executable */
    /* Of build_read: what the program lacks and has. */
    external_list externals;
    struct hash_names defined;
};

void build_read(struct build *);
bool build_link(struct build *); /* after it; false: `why` says what is wrong */
void build_fini(struct build *); /* leaves the files */

#endif
