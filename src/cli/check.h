/* induct check: what the command, its worker process and its output share. */
#ifndef INDUCT_CLI_CHECK_H
#define INDUCT_CLI_CHECK_H

#include "api/induct.h"
#include "base/stats.h"
#include "cli/check_report.h"
#include "cli/input.h"
#include "cli/supervise.h"

struct check_settings {
    const char *file; /* FILE */
    struct input_settings input;
    const char *engine, *property, *stats, *sarif, *junit, *report, *cache, *judge, *vacuity, *join;
    arguments_list witnesses, certificates, sets;
    double timeout;
    uint64_t memory_mb, seed, jobs;
    bool json, quiet, no_verify, no_replay, shorten;
    int dialect; /* position in CHECK_DIALECTS */
};
#define CHECK_DIALECTS "native|hwmcc|sby"
enum { DIALECT_NATIVE, DIALECT_HWMCC, DIALECT_SBY };

/* Memory that the worker and its supervisor share, so that the counters survive a kill. */
enum { CHECK_DEPTHS = 1 << 16 };
struct check_shared {
    struct stats stats;
    bool words;      /* the model is no AIGER file: dialects speak as for BTOR2 */
    char engine[24]; /* the one that runs: the default depends on the model */
    /* Steps without violation, per property; further ones are not recorded: 0. */
    uint32_t depths[CHECK_DEPTHS];
};

/* A property as the supervisor knows it. */
struct check_row {
    char *name, *code;
    bool selected, judging, decided, settled; /* decided: `result` is known; settled: and told */
    bool refuted;                             /* what is judged is a counterexample */
    char worker[24];                          /* who of a portfolio has decided it, or "" */
    uint64_t since_us;                        /* when its state changed last, on clock_us() */
    struct induct_result result;              /* its reason points to `reason` */
    char *reason, *witness; /* witness: AIGER text for the dialects that print it, or NULL */
    char *source;           /* FILE:LINE..., or NULL */
    char *steps;            /* of a counterexample, as JSON; NULL: nobody wants them, or there are none */
    strings files;          /* evidence written */
    char *engine, *lines, *shown; /* for reports: who decided it, its evidence as JSON; each may be NULL */
    bool left_out;                /* there is evidence, but showing it would have taken too long */
};

struct check {
    const struct check_settings *settings;
    struct induct *problem;  /* configured before the fork, loaded and run in the worker */
    struct check_join *join; /* NULL: no other machines */
    struct check_shared *shared;
    uint64_t started_us;
    int pipe;       /* the worker's end */
    strings labels; /* in the worker: the properties in file names; empty until needed */

    VEC(struct check_row) rows;
    struct check_report report; /* in both processes: what each of them knows of it */
    strings messages;           /* what was said on standard error, for the JSON output */
    char stage[32];
    bool cleared;     /* no file that is to be written is one that was read */
    bool failed;      /* nothing can be decided: exit 2 */
    bool stopped;     /* reading the model took too long, or was interrupted */
    bool unsupported; /* nor can this, but the input is well formed: the last message says what it uses */
    struct ending ending;
};

/* worker.c: the whole work, in the worker. */
void check_work(void *client, int pipe);
void check_interrupt(void *client); /* in a signal handler of the worker */

/* output.c: what is printed. The row has just been settled; false when no further verdict is of interest. */
bool output_verdict(struct check *, const struct check_row *);
void output_depth(struct check *);                /* sby's progress lines */
void output_end(struct check *, int exit_status); /* all rows are settled, or check->failed */
void output_json(struct text *, const struct check *, int exit_status);
/* The same with what reports have besides; `more` adds members at the end. */
void output_run(struct text *, const struct check *, int exit_status,
                void (*more)(struct text *, const struct check *));
void output_marks(struct text *, const struct induct_result *); /* " (unverified)" and the like */

/* sarif.c, junit.c: the same for others to read. How such files begin, once they have begun. */
#define SARIF_SCHEMA                                                                                         \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#define JUNIT_START "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"induct\""
void output_sarif(struct text *, const struct check *, int exit_status);
void output_junit(struct text *, const struct check *, int exit_status);

/* live.c: what is shown on a terminal while it works: a table of the properties when there are several, else a
 * line. Never more often than the caller's ticks; nothing when standard error is no terminal, or one that cannot move
 * its cursor (TERM=dumb), nor in other dialects, nor with --quiet. */
bool live_wanted(const struct check *);
void live_show(const struct check *);
void live_erase(void); /* before anything else is printed; does nothing when nothing is shown */

#endif
