/* From the source of a program and its harness to an executable, in steps: see replay.h. Files go to `folder`. */
#ifndef INDUCT_REPLAY_BUILD_H
#define INDUCT_REPLAY_BUILD_H

#include "replay/replay.h"

struct build {
    const struct replay_task *task;
    struct limits *limits;
    struct text *why; /* gets a sentence on what goes wrong */
    const char *folder;
    char secret[33]; /* the executable reports with it */
    char *program;   /* path of the executable */
    /* Of build_read: the program in LLVM's text form, and what it lacks and has. */
    struct text llvm;
    external_list externals;
    struct hash_names defined;
    bool gnu89_inline; /* with `inline` functions that C99 does not define */
};

/* False: `why` says what is wrong. */
bool build_read(struct build *);
bool build_link(struct build *); /* after it */
void build_fini(struct build *); /* leaves the files */

#endif
