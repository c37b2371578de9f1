#include "cluster/queue.h"

#include "base/clock.h"
#include "cluster/scripts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void queue_init(struct queue *q, struct address *address, const char *worker, const char *version) {
    *q = (struct queue){.address = *address, .worker = mem_strdup(worker), .version = mem_strdup(version)};
    *address = (struct address){0};
    snprintf(q->done, sizeof q->done, "0");
    q->redis = redis_new(&q->address);
}

void queue_fini(struct queue *q) {
    redis_free(q->redis);
    address_fini(&q->address);
    mem_free(q->worker);
    mem_free(q->version);
    text_fini(&q->error);
    *q = (struct queue){0};
}

/* ---- calls ---- */

static char *key(const struct queue *q, const char *what) {
    return mem_format("induct:%s:%s", q->address.job, what);
}

static enum queue_answer wrong(struct queue *q, const char *what) {
    text_clear(&q->error);
    text_in_line(&q->error, what);
    return QUEUE_WRONG;
}

/* A call whose words are strings, after which the reply is freed by the caller. */
enum { WORDS = 24 };
struct call {
    struct redis_word words[WORDS];
    char *owned[WORDS];
    unsigned n;
};

static void word(struct call *c, const char *bytes) {
    c->words[c->n++] = (struct redis_word){bytes, strlen(bytes)};
}

static void bytes(struct call *c, const void *data, size_t size) {
    c->words[c->n++] = (struct redis_word){data, size};
}

static void number(struct call *c, uint64_t value) {
    c->owned[c->n] = mem_format("%" PRIu64, value);
    word(c, c->owned[c->n]);
}

static void name_of(struct call *c, const struct queue *q, const char *what) {
    c->owned[c->n] = key(q, what);
    word(c, c->owned[c->n]);
}

static void script(struct call *c, const struct queue *q, const char *text, const char *const *keys,
                   unsigned n) {
    word(c, "EVAL");
    word(c, text);
    number(c, n);
    for (unsigned i = 0; i < n; i++) name_of(c, q, keys[i]);
}

/* Sends it. An answer that is an error is QUEUE_WRONG, and freed. */
static enum queue_answer send_call(struct queue *q, struct call *c, struct redis_reply *reply) {
    bool answered = redis_send(q->redis, reply, c->words, c->n);
    for (unsigned i = 0; i < c->n; i++) mem_free(c->owned[i]);
    if (!answered) return QUEUE_AWAY;
    if (reply->kind != REDIS_ERROR) return QUEUE_OK;
    enum queue_answer answer = QUEUE_WRONG;
    /* A server that lost its memory has no group; who asks makes it again. */
    if (!strncmp(reply->bytes, "NOGROUP", 7)) answer = QUEUE_NOTHING;
    (void)wrong(q, reply->bytes);
    redis_reply_free(reply);
    return answer;
}

static enum queue_answer say(struct queue *q, struct call *c) {
    struct redis_reply reply;
    enum queue_answer answer = send_call(q, c, &reply);
    if (answer == QUEUE_OK) redis_reply_free(&reply);
    return answer;
}

static bool is_word(const struct redis_reply *reply, const char *wanted) {
    return reply->kind == REDIS_TEXT && reply->size == strlen(wanted) &&
           !memcmp(reply->bytes, wanted, reply->size);
}

static enum queue_answer answer_of(struct queue *q, const struct redis_reply *reply) {
    static const struct {
        const char *word;
        enum queue_answer answer;
    } words[] = {{"open", QUEUE_OK},       {"held", QUEUE_OK},      {"stored", QUEUE_OK},
                 {"late", QUEUE_OK},       {"none", QUEUE_NOTHING}, {"closed", QUEUE_CLOSED},
                 {"barred", QUEUE_BARRED}, {"lost", QUEUE_LOST},    {"over", QUEUE_OVER}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(reply, words[i].word)) return words[i].answer;
    return wrong(q, "the server gave an answer that it does not have");
}

/* Of a script whose reply is a word. */
static enum queue_answer ask(struct queue *q, struct call *c) {
    struct redis_reply reply;
    enum queue_answer answer = send_call(q, c, &reply);
    if (answer != QUEUE_OK) return answer;
    answer = answer_of(q, &reply);
    redis_reply_free(&reply);
    return answer;
}

static bool copy(char *to, size_t room, const struct redis_reply *from) {
    if (from->kind != REDIS_TEXT || from->size >= room || memchr(from->bytes, 0, from->size)) return false;
    memcpy(to, from->bytes, from->size);
    to[from->size] = 0;
    return true;
}

/* ---- about the job ---- */

/* Reads version and lease. */
static enum queue_answer read_about(struct queue *q) {
    struct call c = {0};
    struct redis_reply reply;
    word(&c, "HMGET");
    name_of(&c, q, "about");
    word(&c, "version");
    word(&c, "lease");
    enum queue_answer answer = send_call(q, &c, &reply);
    if (answer != QUEUE_OK) return answer;
    char lease[24];
    if (redis_at(&reply, 0)->kind != REDIS_TEXT)
        answer = QUEUE_NOTHING;
    else if (!is_word(redis_at(&reply, 0), q->version)) {
        char *text =
            mem_format("the job is of version %.100s, this is %s", redis_at(&reply, 0)->bytes, q->version);
        answer = wrong(q, text);
        mem_free(text);
    } else if (!copy(lease, sizeof lease, redis_at(&reply, 1)) ||
               !(q->lease_ms = strtoull(lease, NULL, 10)) || q->lease_ms > MESSAGE_MILLISECONDS) {
        q->lease_ms = 0;
        answer = wrong(q, "the job has no lease");
    }
    redis_reply_free(&reply);
    return answer;
}

static enum queue_answer make_group(struct queue *q) {
    struct call c = {0};
    struct redis_reply reply;
    word(&c, "XGROUP");
    word(&c, "CREATE");
    name_of(&c, q, "tasks");
    word(&c, "w");
    word(&c, "0");
    word(&c, "MKSTREAM");
    enum queue_answer answer = send_call(q, &c, &reply);
    if (answer == QUEUE_OK) redis_reply_free(&reply);
    if (answer == QUEUE_WRONG && !strncmp(q->error.data, "BUSYGROUP", 9)) answer = QUEUE_OK; /* it is there */
    return answer;
}

enum queue_answer queue_open(struct queue *q, uint64_t lease_ms) {
    struct call unset = {0}, version = {0}, lease = {0};
    word(&unset, "DEL");
    name_of(&unset, q, "closed");
    word(&version, "HSETNX");
    name_of(&version, q, "about");
    word(&version, "version");
    word(&version, q->version);
    word(&lease, "HSET");
    name_of(&lease, q, "about");
    word(&lease, "lease");
    number(&lease, lease_ms);
    enum queue_answer answer = say(q, &version);
    if (answer == QUEUE_OK)
        answer = say(q, &lease);
    else
        for (unsigned i = 0; i < lease.n; i++) mem_free(lease.owned[i]);
    if (answer == QUEUE_OK)
        answer = say(q, &unset);
    else
        for (unsigned i = 0; i < unset.n; i++) mem_free(unset.owned[i]);
    if (answer == QUEUE_OK) answer = make_group(q);
    return answer == QUEUE_OK ? read_about(q) : answer;
}

/* ---- who asks ---- */

enum queue_answer queue_put_model(struct queue *q, const char hash[SHA256_HEX], const void *data,
                                  size_t size) {
    char *what = mem_format("model:%s", hash);
    struct call exists = {0}, set = {0};
    struct redis_reply reply;
    word(&exists, "EXISTS");
    name_of(&exists, q, what);
    enum queue_answer answer = send_call(q, &exists, &reply);
    if (answer == QUEUE_OK) {
        bool there = reply.number == 1;
        redis_reply_free(&reply);
        if (!there) {
            word(&set, "SET");
            name_of(&set, q, what);
            bytes(&set, data, size);
            answer = say(q, &set);
        }
    }
    mem_free(what);
    return answer;
}

enum queue_answer queue_submit(struct queue *q, const char name[SHA256_HEX], const struct task *task) {
    static const char *const keys[] = {"tasks", "queued", "results"};
    struct text message = {0};
    struct call c = {0};
    task_write(&message, task);
    script(&c, q, script_submit, keys, 3);
    word(&c, name);
    bytes(&c, message.data, message.size);
    enum queue_answer answer = say(q, &c);
    text_fini(&message);
    return answer;
}

/* The end of a call for the next entry of a stream behind `last`, which waits for one. */
static void one_entry(struct call *c, const struct queue *q, const char *stream, const char *last,
                      double seconds) {
    word(c, "COUNT");
    word(c, "1");
    if (seconds > 0) {
        word(c, "BLOCK");
        number(c, (uint64_t)(seconds * 1000) + 1);
    }
    word(c, "STREAMS");
    name_of(c, q, stream);
    word(c, last);
}

/* The next entry of the stream `done`. */
static enum queue_answer next_done(struct queue *q, double seconds, char name[SHA256_HEX]) {
    struct call c = {0};
    struct redis_reply reply;
    word(&c, "XREAD");
    one_entry(&c, q, "done", q->done, seconds);
    enum queue_answer answer = send_call(q, &c, &reply);
    if (answer != QUEUE_OK) return answer;
    const struct redis_reply *entry = redis_at(redis_at(redis_at(&reply, 0), 1), 0);
    const struct redis_reply *value = redis_at(redis_at(entry, 1), 1);
    if (entry->kind != REDIS_LIST)
        answer = QUEUE_NOTHING;
    else if (!copy(q->done, sizeof q->done, redis_at(entry, 0)) || !copy(name, SHA256_HEX, value))
        answer = QUEUE_NOTHING; /* none of ours; the next one is behind it */
    redis_reply_free(&reply);
    return answer;
}

static enum queue_answer size_of(struct queue *q, const char *command, const char *what, const char *field,
                                 uint64_t *size) {
    struct call c = {0};
    struct redis_reply reply;
    word(&c, command);
    name_of(&c, q, what);
    if (field) word(&c, field);
    enum queue_answer answer = send_call(q, &c, &reply);
    if (answer != QUEUE_OK) return answer;
    *size = reply.kind == REDIS_NUMBER && reply.number > 0 ? (uint64_t)reply.number : 0;
    redis_reply_free(&reply);
    return answer;
}

static enum queue_answer get_result(struct queue *q, const char name[SHA256_HEX],
                                    struct task_result *result) {
    uint64_t size = 0;
    enum queue_answer answer = size_of(q, "HSTRLEN", "results", name, &size);
    if (answer != QUEUE_OK) return answer;
    if (!size) return QUEUE_NOTHING; /* known already, or forgotten */
    if (size > MESSAGE_RESULT) return wrong(q, "the result is too long");
    struct call c = {0};
    struct redis_reply reply;
    word(&c, "HGET");
    name_of(&c, q, "results");
    word(&c, name);
    answer = send_call(q, &c, &reply);
    if (answer != QUEUE_OK) return answer;
    struct text why = {0};
    if (!task_result_read(result, reply.kind == REDIS_TEXT ? reply.bytes : "", reply.size, &why))
        answer = wrong(q, why.data);
    text_fini(&why);
    redis_reply_free(&reply);
    return answer;
}

enum queue_answer queue_collect(struct queue *q, double seconds, char name[SHA256_HEX],
                                struct task_result *result) {
    char before[sizeof q->done];
    memcpy(before, q->done, sizeof before);
    enum queue_answer answer = next_done(q, seconds, name);
    if (answer != QUEUE_OK) return answer;
    answer = get_result(q, name, result);
    if (answer == QUEUE_AWAY) memcpy(q->done, before, sizeof before); /* asked for again */
    return answer;
}

enum queue_answer queue_settle_all(struct queue *q, const char *const *names, unsigned n) {
    struct call c = {0};
    word(&c, "HSET");
    name_of(&c, q, "results");
    for (unsigned i = 0; i < n; i++) {
        word(&c, names[i]);
        word(&c, "");
    }
    return say(q, &c);
}

enum queue_answer queue_settle(struct queue *q, const char name[SHA256_HEX]) {
    return queue_settle_all(q, &name, 1);
}

enum queue_answer queue_reject(struct queue *q, const char name[SHA256_HEX], const char *worker) {
    static const char *const keys[] = {"queued", "results", "barred"};
    struct call c = {0};
    script(&c, q, script_reject, keys, 3);
    word(&c, name);
    word(&c, worker);
    return say(q, &c);
}

enum queue_answer queue_close(struct queue *q, const strings *models) {
    enum { A_DAY = 86400 };
    static const char *const all[] = {"about", "tasks", "queued", "results", "done", "barred"};
    struct call closed = {0}, unlink = {0};
    word(&closed, "SET");
    name_of(&closed, q, "closed");
    word(&closed, "1");
    word(&closed, "EX");
    number(&closed, A_DAY);
    enum queue_answer answer = say(q, &closed);
    if (answer != QUEUE_OK) return answer;
    word(&unlink, "DEL");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) name_of(&unlink, q, all[i]);
    answer = say(q, &unlink);
    vec_each (char *const, hash, models) {
        static const char *const about[] = {"model", "infinity"};
        for (int i = 0; answer == QUEUE_OK && i < 2; i++) {
            char *what = mem_format("%s:%s", about[i], *hash);
            struct call c = {0};
            word(&c, "DEL");
            name_of(&c, q, what);
            answer = say(q, &c);
            mem_free(what);
        }
    }
    return answer;
}

void queue_look(struct queue *q, uint64_t *workers, uint64_t *memory) {
    struct redis_reply reply;
    char *tasks = key(q, "tasks");
    *workers = *memory = 0;
    if (redis_call(q->redis, &reply, "XINFO", "CONSUMERS", tasks, "w", NULL)) {
        if (reply.kind == REDIS_LIST) *workers = reply.n;
        redis_reply_free(&reply);
    }
    mem_free(tasks);
    if (!redis_call(q->redis, &reply, "INFO", "memory", NULL)) return;
    const char *used = reply.kind == REDIS_TEXT ? strstr(reply.bytes, "used_memory:") : NULL;
    if (used) *memory = strtoull(used + strlen("used_memory:"), NULL, 10);
    redis_reply_free(&reply);
}

/* ---- who works ---- */

void lease_fini(struct lease *lease) {
    task_fini(&lease->task);
}

static void refuse_task(struct queue *q, const struct lease *lease, const char *failure) {
    struct task_result result;
    task_result_init(&result);
    mem_free(result.worker);
    mem_free(result.failure);
    result.worker = mem_strdup(q->worker);
    result.failure = mem_format("%.*s", (int)text_cut(failure, MESSAGE_TEXT), failure);
    (void)queue_finish(q, lease, &result);
    task_result_fini(&result);
}

/* An entry of the stream: its number, and the fields n and t. False: it is nothing of ours. */
static bool read_entry(struct queue *q, const struct redis_reply *entry, struct lease *lease) {
    const struct redis_reply *fields = redis_at(entry, 1), *task = redis_at(fields, 3);
    struct text why = {0};
    if (!copy(lease->entry, sizeof lease->entry, redis_at(entry, 0)) ||
        !copy(lease->name, sizeof lease->name, redis_at(fields, 1)))
        return false;
    bool good = task->kind == REDIS_TEXT && task_read(&lease->task, task->bytes, task->size, &why);
    if (!good) {
        char *failure = mem_format("the task cannot be read: %s", why.data ? why.data : "there is none");
        refuse_task(q, lease, failure);
        mem_free(failure);
    }
    text_fini(&why);
    return good;
}

static uint64_t deliveries_of(struct queue *q, const struct lease *lease) {
    struct call c = {0};
    struct redis_reply reply;
    word(&c, "XPENDING");
    name_of(&c, q, "tasks");
    word(&c, "w");
    word(&c, lease->entry);
    word(&c, lease->entry);
    word(&c, "1");
    if (send_call(q, &c, &reply) != QUEUE_OK) return 1;
    const struct redis_reply *count = redis_at(redis_at(&reply, 0), 3);
    uint64_t n = count->kind == REDIS_NUMBER && count->number > 0 ? (uint64_t)count->number : 1;
    redis_reply_free(&reply);
    return n;
}

/* What somebody else had, and did not renew. */
static enum queue_answer take_over(struct queue *q, struct lease *lease) {
    struct call c = {0};
    struct redis_reply reply;
    word(&c, "XAUTOCLAIM");
    name_of(&c, q, "tasks");
    word(&c, "w");
    word(&c, q->worker);
    number(&c, q->lease_ms);
    word(&c, "0");
    word(&c, "COUNT");
    word(&c, "1");
    enum queue_answer answer = send_call(q, &c, &reply);
    if (answer != QUEUE_OK) return answer;
    const struct redis_reply *entry = redis_at(redis_at(&reply, 1), 0);
    answer = entry->kind == REDIS_LIST && read_entry(q, entry, lease) ? QUEUE_OK : QUEUE_NOTHING;
    redis_reply_free(&reply);
    if (answer != QUEUE_OK) return answer;
    lease->deliveries = deliveries_of(q, lease);
    if (lease->deliveries <= QUEUE_DELIVERIES) return QUEUE_OK;
    refuse_task(q, lease, "workers lost");
    lease_fini(lease);
    return QUEUE_NOTHING;
}

static enum queue_answer take_new(struct queue *q, double seconds, struct lease *lease) {
    struct call c = {0};
    struct redis_reply reply;
    word(&c, "XREADGROUP");
    word(&c, "GROUP");
    word(&c, "w");
    word(&c, q->worker);
    one_entry(&c, q, "tasks", ">", seconds);
    enum queue_answer answer = send_call(q, &c, &reply);
    if (answer != QUEUE_OK) return answer;
    const struct redis_reply *entry = redis_at(redis_at(redis_at(&reply, 0), 1), 0);
    answer = entry->kind == REDIS_LIST && read_entry(q, entry, lease) ? QUEUE_OK : QUEUE_NOTHING;
    lease->deliveries = 1;
    redis_reply_free(&reply);
    return answer;
}

/* A task may be over while it waits: another strategy was faster. */
static enum queue_answer unless_over(struct queue *q, struct lease *lease) {
    enum queue_answer answer = queue_renew(q, lease);
    if (answer == QUEUE_OVER) {
        struct call c = {0}, gone = {0};
        word(&c, "XACK");
        name_of(&c, q, "tasks");
        word(&c, "w");
        word(&c, lease->entry);
        (void)say(q, &c);
        word(&gone, "XDEL");
        name_of(&gone, q, "tasks");
        word(&gone, lease->entry);
        (void)say(q, &gone);
        answer = QUEUE_NOTHING;
    }
    if (answer != QUEUE_OK) lease_fini(lease);
    return answer;
}

enum queue_answer queue_take(struct queue *q, double seconds, struct lease *lease) {
    static const char *const keys[] = {"closed", "barred", "about"};
    struct call c = {0};
    *lease = (struct lease){0};
    script(&c, q, script_state, keys, 3);
    word(&c, q->worker);
    enum queue_answer answer = ask(q, &c);
    if (answer == QUEUE_OK) answer = read_about(q);
    if (answer != QUEUE_OK) return answer;
    uint64_t now = clock_us();
    answer = QUEUE_NOTHING;
    if (now >= q->next_claim_us) {
        answer = take_over(q, lease);
        if (answer == QUEUE_NOTHING) q->next_claim_us = now + q->lease_ms * 1000 / 3;
    }
    if (answer == QUEUE_NOTHING) answer = take_new(q, seconds, lease);
    return answer == QUEUE_OK ? unless_over(q, lease) : answer;
}

enum queue_answer queue_renew(struct queue *q, const struct lease *lease) {
    static const char *const keys[] = {"tasks", "closed", "barred", "results"};
    struct call c = {0};
    script(&c, q, script_renew, keys, 4);
    word(&c, lease->entry);
    word(&c, q->worker);
    word(&c, lease->name);
    return ask(q, &c);
}

enum queue_answer queue_release(struct queue *q, const struct lease *lease) {
    static const char *const keys[] = {"tasks"};
    struct call c = {0};
    script(&c, q, script_release, keys, 1);
    word(&c, lease->entry);
    word(&c, q->worker);
    return say(q, &c);
}

enum queue_answer queue_get_model(struct queue *q, const char *hash, struct text *model) {
    char *what = mem_format("model:%s", hash), again[SHA256_HEX];
    uint64_t size = 0;
    struct redis_reply reply;
    enum queue_answer answer = size_of(q, "STRLEN", what, NULL, &size);
    if (answer == QUEUE_OK && (!size || size > MESSAGE_MODEL))
        answer = wrong(q, size ? "the model is too long" : "there is no such model");
    if (answer == QUEUE_OK) {
        struct call c = {0};
        word(&c, "GET");
        name_of(&c, q, what);
        answer = send_call(q, &c, &reply);
    }
    mem_free(what);
    if (answer != QUEUE_OK) return answer;
    sha256_hex(reply.kind == REDIS_TEXT ? reply.bytes : "", reply.size, again);
    text_clear(model);
    if (strcmp(again, hash) != 0)
        answer = wrong(q, "the model is not what its hash says");
    else
        text_bytes(model, reply.bytes, reply.size);
    redis_reply_free(&reply);
    return answer;
}

enum queue_answer queue_finish(struct queue *q, const struct lease *lease, const struct task_result *result) {
    static const char *const keys[] = {"tasks", "results", "done", "barred"};
    struct text message = {0};
    struct call c = {0};
    task_result_write(&message, result);
    script(&c, q, script_finish, keys, 4);
    word(&c, lease->entry);
    word(&c, lease->name);
    word(&c, q->worker);
    bytes(&c, message.data, message.size);
    enum queue_answer answer = ask(q, &c);
    text_fini(&message);
    return answer;
}
