/* An object with the model of it. */
#ifndef INDUCT_TESTS_API_RANDOM_SUBJECT_H
#define INDUCT_TESTS_API_RANDOM_SUBJECT_H

#include "models.h"
#include "play.h"

#include "api/induct.h"

/* What a listener does besides counting. */
enum listener {
    LISTEN_NOT,
    LISTEN_ONLY,
    LISTEN_INTERRUPT_EVENT,   /* at some event */
    LISTEN_INTERRUPT_VERDICT, /* at the first verdict */
    LISTEN_EVIDENCE,          /* takes the evidence of each verdict */
    LISTEN_FORGET,            /* and forgets it */
    LISTEN_RUN,               /* runs another object at the first event */
    LISTENERS
};

struct subject {
    struct induct *object;
    unsigned number;
    const struct known *model; /* NULL: EMPTY */
    bool running, done;
    const char *format; /* forced, or NULL */
    bool numbers;       /* C is to be read over the integers */
    bool read_numbers;  /* and what is loaded was */
    const char *engine; /* set, or NULL */
    bool options;       /* some option was changed */
    double timeout, elapsed;
    bool verify, replay;
    bool selected[MODEL_PROPERTIES], narrowed;
    bool interrupt;   /* pending, or called during the run */
    uint64_t *memory; /* for statistics, or NULL */
    enum listener listener;
    uint32_t at; /* which event LISTEN_INTERRUPT_EVENT waits for */
    unsigned events, verdicts[MODEL_PROPERTIES];
    struct induct_result results[MODEL_PROPERTIES]; /* as they were last seen; without the pointer */
    bool evidence[MODEL_PROPERTIES];
    struct subject *other; /* for LISTEN_RUN */
    struct tally *tally;
};

/* The first complaint counts; from any thread. */
void complain(const struct subject *, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define expect(subject, condition, ...)                                                                      \
    do {                                                                                                     \
        if (!(condition)) complain(subject, __VA_ARGS__);                                                    \
    } while (0)

void subject_init(struct subject *, unsigned number, struct tally *);
void subject_fini(struct subject *);
/* A load succeeded, or (NULL) did not. */
void subject_loaded(struct subject *, const struct known *);

void subject_run(struct subject *);   /* and all that must hold of a run */
void subject_check(struct subject *); /* what must hold between calls */
/* The evidence in a format, as it must come; NULL: there is none. The caller frees. */
char *subject_evidence(struct subject *, unsigned property, const char *format, size_t *size);
/* The status of a call that must be refused when `wrong`, with a message. */
void subject_status(struct subject *, enum induct_status, bool wrong, const char *call);

#endif
