/* induct serve: what its files share.
 *
 *     serve.c           the command: options, the loop, what is printed
 *     serve_list.c      problems and their tasks, from files and a manifest
 *     serve_folder.c    the folder: what is known stays known after a kill
 *     serve_judge.c     evidence of a result, judged in a process of its own
 */
#ifndef INDUCT_CLI_SERVE_H
#define INDUCT_CLI_SERVE_H

#include "api/induct.h"
#include "base/hash.h"
#include "cli/input.h"
#include "cluster/bridge.h"

struct serve_settings {
    struct input_settings input;
    const char *join, *output, *manifest, *property, *judge;
    arguments_list files, strategies, sets, where;
    double timeout, lease, judge_time;
    uint64_t memory_mb, jobs, seed, sample;
    bool quiet;
};

/* A property of a problem, once something is known of it. */
struct serve_property {
    bool known; /* decided, or unknown for good */
    enum induct_verdict verdict;
    char *name, *reason; /* owned; NULL: not known */
};

struct serve_task {
    uint32_t problem; /* position */
    char name[SHA256_HEX];
    struct task task;
    bool over;
    unsigned rejections;
};

/* A file, with the options that say how it is read. */
struct serve_problem {
    char *path;     /* to be read */
    char *shown;    /* for people, and in the results */
    char *evidence; /* how its files of evidence start: a number and the file's name, made harmless */
    char model[SHA256_HEX], suffix[24], format[16];
    char *preprocessed; /* a C program: the file in the folder that was sent; NULL: `path` was */
    struct input_settings
        input; /* borrowed values; C: without folders and macros, which are in effect already */
    arguments_list sets;
    strings owned;
    VEC(struct serve_property) properties; /* by position */
    VEC(uint32_t) tasks;
    bool over;     /* nothing more will be known */
    uint32_t same; /* the position of a problem that is the very same, and is worked on; else its own */
    char *failure; /* why there are no verdicts, as the first task says */
};

struct serve {
    const struct serve_settings *settings;
    VEC(struct serve_problem) problems;
    VEC(struct serve_task) tasks;
    struct hash_names *by_name; /* of tasks */
    struct queue queue;
    int results; /* results.csv, open for appending; -1: not yet */
    /* For `check --join`, whose task this is only in part: what is accepted is told instead of printed, the job goes on
     * for others when all is done, and lemmas are carried meanwhile. NULL: none of that. */
    void (*accepted)(struct serve *, const struct serve_problem *, uint32_t property);
    struct bridge *bridge;
    void *client;
    strings messages; /* what went wrong while the list was made */
};

/* serve.c: all of it, with settings and what is not zero. The exit status. The address changes hands. */
int serve_go(struct serve *, struct address *, const struct command *);

/* serve_list.c: false after a complaint. */
bool serve_list(struct serve *, const struct command *);
/* The bytes that were sent; false: the file has changed, or cannot be read, as `why` says. */
bool serve_read_model(const struct serve_problem *, struct text *, struct text *why);
void serve_list_fini(struct serve *);

/* serve_folder.c: false after a complaint, or when nothing can be written any more, which is said. */
bool serve_folder_prepare(const struct serve *); /* makes it */
bool serve_folder_open(struct serve *);          /* and reads what is known */
bool serve_folder_property(struct serve *, const struct serve_problem *, uint32_t property,
                           const struct serve_task *, const char *worker, const char *engine,
                           const char *evidence);
bool serve_folder_failure(struct serve *, const struct serve_task *, const char *worker);
/* The task needs no more work; with everything before it on the disk. */
bool serve_folder_task(struct serve *, const struct serve_task *, const char *worker, const char *why);
char *serve_folder_path(const struct serve *, const char *name);

/* serve_judge.c */
struct serve_judgement {
    uint32_t answer; /* position in the result */
    enum induct_judgement judgement;
    char *name, *reason,
        *evidence; /* evidence: the file, in a format of the level, in the folder; NULL: none */
    bool same;     /* it is about that property, and proves that verdict */
};
typedef VEC(struct serve_judgement) serve_judgements;
/* Judges what of the result is about properties that are not known yet. False: a signal ended it. */
bool serve_judge(const struct serve *, const struct serve_problem *, const struct task_result *,
                 serve_judgements *);
void serve_judgements_fini(serve_judgements *);

#endif
