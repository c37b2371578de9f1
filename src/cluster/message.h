/* What goes through the server, as bytes: tasks, results, and what processes tell each other while they work.
 *
 *     message     "indM", version (1 byte), kind (1 byte), body; numbers and strings as in base/bytes.h
 *     task        model, suffix, format, data model, entry, theory, engine, property, judge; options, each
 *                 "name=value"; seed, milliseconds, megabytes, jobs, share
 *     result      worker, engine, failure; verdicts, each: property, verdict, reason, depth + 1, evidence
 *     packets     sender, model, then packets, each: whether it is good for who comes later, bytes (solve/exchange.h)
 *
 * Nothing that is read is trusted. What comes out is well formed: words are short and printable where they are to be
 * words, lists are no longer than their bytes, verdicts are verdicts. Work and memory are bounded by the size of the
 * bytes, which is bounded, too. Whether evidence proves anything is for the judge to say; and numbers of properties may
 * be of any property, or of none. */
#ifndef INDUCT_CLUSTER_MESSAGE_H
#define INDUCT_CLUSTER_MESSAGE_H

#include "base/sha256.h"
#include "base/text.h"

enum {
    MESSAGE_VERSION = 1,
    MESSAGE_WORD = 255,            /* bytes of a word, at most */
    MESSAGE_TEXT = 4096,           /* of a reason or an option */
    MESSAGE_OPTIONS = 256,         /* options of a task */
    MESSAGE_PACKET = 1 << 16,      /* of a packet */
    MESSAGE_BATCH = 1 << 20,       /* of a batch of packets, with its header */
    MESSAGE_TASK = 1 << 21,        /* of a task */
    MESSAGE_EVIDENCE = 64 << 20,   /* of evidence */
    MESSAGE_RESULT = 96 << 20,     /* of a result */
    MESSAGE_MODEL = 256 << 20,     /* of a model's file, unpacked */
    MESSAGE_MEMORY = 1 << 30,      /* megabytes */
    MESSAGE_MILLISECONDS = 1 << 30 /* twelve days */
};

/* Every string is there; "" says nothing. */
struct task {
    char *model;  /* SHA-256 of the file, in hexadecimal digits */
    char *suffix; /* what its name ends in, with the dot */
    char *format, *data_model, *entry, *theory, *engine, *property, *judge;
    strings options; /* "name=value" */
    uint64_t seed;
    uint64_t milliseconds; /* of wall time; 0: no limit */
    uint64_t megabytes;    /* 0: no limit */
    uint64_t jobs;         /* processes; 0: as many as the worker has for a task */
    bool share;            /* others work on the same model: lemmas go to them, and come from them */
};

enum message_verdict { MESSAGE_UNKNOWN, MESSAGE_SAFE, MESSAGE_UNSAFE };

struct message_answer {
    uint32_t property; /* by position */
    enum message_verdict verdict;
    char *reason;         /* of an unknown one */
    int64_t depth;        /* -1: none */
    struct text evidence; /* evidence/pack.h; of a verdict that is not unknown */
};

struct task_result {
    char *worker, *engine;
    char *failure; /* why there are no answers, or not all; "" */
    VEC(struct message_answer) answers;
};

struct message_packet {
    bool lasting;               /* still good for who comes later */
    const unsigned char *bytes; /* borrowed */
    size_t size;
};
struct message_batch {
    uint64_t sender;
    char *model; /* SHA-256 */
    VEC(struct message_packet) packets;
};

void task_init(struct task *); /* all strings empty */
void task_fini(struct task *);
void task_result_init(struct task_result *);
void task_result_fini(struct task_result *);
void message_batch_fini(struct message_batch *);

/* Appended. What is written must be within the bounds above, or it will not be read. */
void task_write(struct text *, const struct task *);
void task_result_write(struct text *, const struct task_result *);
void message_batch_write(struct text *, const struct message_batch *);

/* False: it is none, and `why` gets a sentence; nothing is owned then. */
bool task_read(struct task *, const void *bytes, size_t size, struct text *why);
bool task_result_read(struct task_result *, const void *bytes, size_t size, struct text *why);
bool message_batch_read(struct message_batch *, const void *bytes, size_t size, struct text *why);

/* The name of a task: the hash of its bytes. */
void task_name(const struct task *, char name[SHA256_HEX]);

#endif
