/* check --report: what the worker sends for it, what the supervisor samples, and the file at the end. */
#ifndef INDUCT_CLI_CHECK_REPORT_H
#define INDUCT_CLI_CHECK_REPORT_H

#include "base/text.h"
#include "base/vec.h"
#include "base/wire.h"

struct check;

/* Counters at a time of the run. */
struct report_sample {
    uint64_t time_us, frames, obligations, lemmas, live, predicates, queries, memory_kb;
};

/* A process of a portfolio. */
struct report_worker {
    uint64_t number, from_us, to_us; /* to_us: 0: the end of the run */
    char *name, *end;                /* end: how it ended; NULL: with the run */
    bool won;
};

/* Of the file, and of what was learnt for it. Starts as zero bytes. */
struct check_report {
    VEC(struct report_sample) samples;
    uint64_t interval_us, next_us; /* between samples; doubled when there are many */
    strings names, texts;          /* of sources: pairs */
    char *format;                  /* of the model; NULL: it was not read */
    VEC(struct report_worker) workers;
};
void check_report_fini(struct check_report *);

/* A wrong call: false after a complaint. */
bool check_report_fits(const char *path);
bool check_report_is_page(const char *path); /* else it is data */

/* ---- in the worker ---- */

/* After a verdict: its evidence for the page, and the sources that it names, as long as that takes a small part of the
 * run. */
void check_report_send(struct check *, unsigned property);

/* ---- in the supervisor ---- */

void check_report_receive(struct check *, const struct wire_message *); /* WIRE_SHOWN and the like */
void check_report_sample(struct check *);                               /* at every tick */
/* The file of --report: a page or data. */
void output_report(struct text *, const struct check *, int exit_status);

#endif
