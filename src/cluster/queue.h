/* A job on a Redis server: tasks with leases, results that count once, models by their hashes.
 *
 *     who asks                                     who works
 *     queue_open, queue_put_model, queue_submit    queue_take: a task, leased to this worker
 *     queue_collect: results as they come           queue_get_model; queue_renew, while it works
 *     queue_accept, or queue_reject                 queue_finish
 *     queue_close                                   ends when the job is closed, or it is barred
 *
 * Keys, all of them "induct:JOB:" and:
 *
 *     about         hash: version of the program, lease in milliseconds
 *     tasks         stream with the consumer group "w"; entries n: name of the task, t: the task (message.h)
 *     queued        set: names of tasks that were submitted
 *     results       hash: name of the task -> result; "": over, the result is known, or nobody wants it any more
 *     done          stream: names of tasks, as their results come
 *     model:HASH    the bytes of a model's file
 *     barred        set: workers whose evidence was rejected
 *     closed        there is no more work
 *     lemmas:HASH   channel: packets (bridge.h); infinity:HASH: stream, capped: those that last
 *
 * A task belongs to a worker while its entry is pending in the group and less than a lease old. The worker renews it
 * thrice per lease; who finds it older takes it over. After QUEUE_DELIVERIES such deliveries nobody tries again: it
 * may be the task that kills its workers. So a task is done at least once, and the first result counts.
 *
 * A worker that is cut off goes on and delivers later, or too late, which does no harm. A server that lost everything,
 * or the last second, is told again: queue_submit adds what is missing.
 *
 * The server and whoever may write to it are not trusted: a model is what its hash says, a task and a result are read
 * as from strangers, verdicts without evidence that this side has judged mean nothing. */
#ifndef INDUCT_CLUSTER_QUEUE_H
#define INDUCT_CLUSTER_QUEUE_H

#include "cluster/message.h"
#include "cluster/redis.h"

enum { QUEUE_DELIVERIES = 5 };

struct queue {
    struct address address;
    struct redis *redis;
    char *worker;      /* its name; "" for who asks */
    char *version;     /* of this program */
    uint64_t lease_ms; /* of the job; 0: not known yet */
    uint64_t next_claim_us;
    char done[64];     /* the last entry of `done` that was seen */
    struct text error; /* of the last call that failed for good */
};

/* Not connected yet. The address changes hands; `worker` and `version` are copied. */
void queue_init(struct queue *, struct address *, const char *worker, const char *version);
void queue_fini(struct queue *);

/* What became of a call. Whoever insists calls again after QUEUE_AWAY; QUEUE_WRONG has its reason in `error`. */
enum queue_answer {
    QUEUE_OK,
    QUEUE_NOTHING, /* there is none now */
    QUEUE_AWAY,    /* no connection, for the moment */
    QUEUE_CLOSED,
    QUEUE_BARRED,
    QUEUE_OVER, /* of a task: its result is known, or nobody wants it any more */
    QUEUE_LOST, /* of a lease: somebody else has the task, too */
    QUEUE_WRONG /* another version, no permission, something that is not what it should be */
};

/* ---- who asks ---- */

/* Makes the job, or goes on with it if it is there and of this version. */
enum queue_answer queue_open(struct queue *, uint64_t lease_ms);
enum queue_answer queue_put_model(struct queue *, const char hash[SHA256_HEX], const void *bytes,
                                  size_t size);
enum queue_answer queue_submit(struct queue *, const char name[SHA256_HEX], const struct task *);
/* The next result that has come; waits up to so long. The name is that of the task. QUEUE_WRONG: it is none; the name
 * is set all the same, and queue_reject is due. */
enum queue_answer queue_collect(struct queue *, double seconds, char name[SHA256_HEX], struct task_result *);
/* Frees the memory of a result that is known, or ends the work on a task whose result nobody wants. */
enum queue_answer queue_settle(struct queue *, const char name[SHA256_HEX]);
enum queue_answer queue_settle_all(struct queue *, const char *const *names, unsigned n); /* 8 at most */
/* The result is forgotten, so that the task can be submitted again; the worker ("": none) gets no further task. */
enum queue_answer queue_reject(struct queue *, const char name[SHA256_HEX], const char *worker);
/* Workers end; nothing is left but, for a day, the word that the job is closed. */
enum queue_answer queue_close(struct queue *, const strings *models);
/* Connected workers, and bytes of the server's memory, for people; 0 where they cannot be had. */
void queue_look(struct queue *, uint64_t *workers, uint64_t *memory);

/* ---- who works ---- */

struct lease {
    char entry[64];
    char name[SHA256_HEX];
    uint64_t deliveries;
    struct task task; /* of QUEUE_OK */
};
void lease_fini(struct lease *);

/* A task, if there is one within `seconds`. One that cannot be read, or was delivered too often, is finished here. */
enum queue_answer queue_take(struct queue *, double seconds, struct lease *);
enum queue_answer queue_renew(struct queue *, const struct lease *);
enum queue_answer queue_release(struct queue *,
                                const struct lease *); /* the next worker may have it at once */
/* The bytes of the model, whose hash was computed again. */
enum queue_answer queue_get_model(struct queue *, const char *hash, struct text *);
/* QUEUE_OK, also when somebody was faster. */
enum queue_answer queue_finish(struct queue *, const struct lease *, const struct task_result *);

#endif
