#include "cluster/redis.h"

#include "base/clock.h"
#include "base/shared.h"

#include <hiredis/hiredis.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>

/* The library's functions, found when they are needed: checks on one machine must not pay for them. */
static struct {
    __typeof__(redisConnectWithTimeout) *connect;
    __typeof__(redisSetTimeout) *set_timeout;
    __typeof__(redisEnableKeepAlive) *keep_alive;
    __typeof__(redisCommandArgv) *command;
    __typeof__(redisGetReplyFromReader) *next_reply;
    __typeof__(redisBufferRead) *read_more;
    __typeof__(redisFree) *close;
    __typeof__(freeReplyObject) *free_reply;
} library;
static struct shared library_file = SHARED("libhiredis", "install libhiredis0.14");

static void open_once(void) {
    shared_open(&library_file, "libhiredis.so.0.14");
    shared_find(&library_file, "redisConnectWithTimeout", &library.connect);
    shared_find(&library_file, "redisSetTimeout", &library.set_timeout);
    shared_find(&library_file, "redisEnableKeepAlive", &library.keep_alive);
    shared_find(&library_file, "redisCommandArgv", &library.command);
    shared_find(&library_file, "redisGetReplyFromReader", &library.next_reply);
    shared_find(&library_file, "redisBufferRead", &library.read_more);
    shared_find(&library_file, "redisFree", &library.close);
    shared_find(&library_file, "freeReplyObject", &library.free_reply);
}

enum {
    CONNECT_MS = 2000,
    ANSWER_MS = 4000, /* of a call; longer than any that waits at the server */
    FIRST_PAUSE_US = 50000,
    LONGEST_PAUSE_US = 1000000,
    DEEPEST = 6 /* replies in replies */
};

struct redis {
    const struct address *address;
    redisContext *context;      /* NULL: not connected */
    uint64_t pause_us, next_us; /* no attempt to connect before */
    uint64_t connections;
    struct redis_traffic traffic;
    struct text error;
};

bool redis_ready(struct text *why) {
    return shared_ready(&library_file, open_once, why);
}

struct redis *redis_new(const struct address *address) {
    struct redis *r = mem_new(struct redis);
    r->address = address;
    signal(SIGPIPE, SIG_IGN); /* writing to a connection that is gone is an error like others */
    return r;
}

static void disconnect(struct redis *r, const char *why) {
    text_clear(&r->error);
    text_add(&r->error, why);
    if (r->context) library.close(r->context);
    r->context = NULL;
    r->pause_us = !r->pause_us                      ? FIRST_PAUSE_US
                  : r->pause_us >= LONGEST_PAUSE_US ? LONGEST_PAUSE_US
                                                    : r->pause_us * 2;
    r->next_us = clock_us() + r->pause_us;
}

void redis_free(struct redis *r) {
    if (!r) return;
    if (r->context) library.close(r->context);
    text_fini(&r->error);
    mem_free(r);
}

/* ---- replies ---- */

static void convert(struct redis_reply *out, const redisReply *in, unsigned depth) {
    *out = (struct redis_reply){.kind = REDIS_NIL};
    switch (in->type) {
    case REDIS_REPLY_INTEGER:
        out->kind = REDIS_NUMBER;
        out->number = in->integer;
        break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
    case REDIS_REPLY_ERROR:
        out->kind = in->type == REDIS_REPLY_ERROR ? REDIS_ERROR : REDIS_TEXT;
        out->bytes = in->str;
        out->size = in->len;
        break;
    case REDIS_REPLY_ARRAY:
        out->kind = REDIS_LIST;
        if (depth == DEEPEST || in->elements > UINT32_MAX) break;
        out->n = (uint32_t)in->elements;
        out->list = mem_new_array(struct redis_reply, out->n + 1);
        for (uint32_t i = 0; i < out->n; i++) convert(&out->list[i], in->element[i], depth + 1);
        break;
    default: break;
    }
}

static void free_lists(struct redis_reply *reply) {
    for (uint32_t i = 0; i < reply->n; i++) free_lists(&reply->list[i]);
    mem_free(reply->list);
}

void redis_reply_free(struct redis_reply *reply) {
    free_lists(reply);
    if (reply->owner) library.free_reply(reply->owner);
    *reply = (struct redis_reply){0};
}

const struct redis_reply *redis_at(const struct redis_reply *reply, uint32_t i) {
    static const struct redis_reply none;
    return i < reply->n ? &reply->list[i] : &none;
}

static uint64_t bytes_of(const struct redis_reply *reply) {
    uint64_t bytes = reply->size;
    for (uint32_t i = 0; i < reply->n; i++) bytes += bytes_of(&reply->list[i]);
    return bytes;
}

/* Takes over what hiredis gives; an answer of a server that is still reading its file is none. */
static bool take(struct redis *r, redisReply *got, struct redis_reply *reply) {
    convert(reply, got, 0);
    reply->owner = got;
    r->traffic.received += bytes_of(reply);
    static const char *const passing[] = {"LOADING", "BUSY ", "MASTERDOWN", "TRYAGAIN"};
    for (size_t i = 0; reply->kind == REDIS_ERROR && i < sizeof passing / sizeof *passing; i++) {
        if (strncmp(reply->bytes, passing[i], strlen(passing[i])) != 0) continue;
        disconnect(r, reply->bytes);
        redis_reply_free(reply);
        return false;
    }
    r->pause_us = 0;
    return true;
}

/* ---- calls ---- */

static struct timeval milliseconds(int ms) {
    return (struct timeval){ms / 1000, ms % 1000 * 1000};
}

static bool fail(struct redis *r) {
    char *why = mem_strdup(r->context->errstr);
    disconnect(r, why);
    mem_free(why);
    return false;
}

static bool authenticate(struct redis *r) {
    const struct address *a = r->address;
    if (!a->password) return true;
    const char *words[] = {"AUTH", a->user ? a->user : a->password, a->password};
    redisReply *got = library.command(r->context, a->user ? 3 : 2, words, NULL);
    bool good = got && got->type != REDIS_REPLY_ERROR;
    if (!good) disconnect(r, got ? got->str : r->context->errstr);
    if (got) library.free_reply(got);
    return good;
}

static bool connect_now(struct redis *r) {
    if (r->context) return true;
    if (clock_us() < r->next_us || !redis_ready(NULL)) return false;
    r->context = library.connect(r->address->host, r->address->port, milliseconds(CONNECT_MS));
    if (!r->context || r->context->err) {
        disconnect(r, r->context ? r->context->errstr : "no memory");
        return false;
    }
    library.set_timeout(r->context, milliseconds(ANSWER_MS));
    library.keep_alive(r->context);
    if (!authenticate(r)) return false;
    r->connections++;
    return true;
}

bool redis_send(struct redis *r, struct redis_reply *reply, const struct redis_word *words, unsigned n) {
    enum { WORDS = 64 };
    const char *bytes[WORDS];
    size_t sizes[WORDS];
    *reply = (struct redis_reply){0};
    assert(n <= WORDS);
    if (!connect_now(r)) return false;
    r->traffic.calls++;
    for (unsigned i = 0; i < n; i++) {
        bytes[i] = words[i].bytes ? words[i].bytes : "";
        sizes[i] = words[i].size;
        r->traffic.sent += words[i].size;
    }
    redisReply *got = library.command(r->context, (int)n, bytes, sizes);
    return got ? take(r, got, reply) : fail(r);
}

bool redis_call(struct redis *r, struct redis_reply *reply, const char *first, ...) {
    enum { WORDS = 32 };
    struct redis_word words[WORDS];
    unsigned n = 0;
    va_list arguments;
    va_start(arguments, first);
    for (const char *word = first; word; word = va_arg(arguments, const char *)) {
        assert(n < WORDS);
        words[n++] = (struct redis_word){word, strlen(word)};
    }
    va_end(arguments);
    return redis_send(r, reply, words, n);
}

/* A read that times out would end the connection, so it only begins when there is something. */
bool redis_listen(struct redis *r, struct redis_reply *reply, double seconds) {
    *reply = (struct redis_reply){0};
    const uint64_t ends = clock_later(clock_us(), seconds);
    while (r->context) {
        void *got = NULL;
        if (library.next_reply(r->context, &got) != REDIS_OK) return fail(r);
        if (got) return take(r, got, reply);
        const uint64_t now = clock_us();
        struct pollfd wait = {.fd = r->context->fd, .events = POLLIN};
        if (poll(&wait, 1, now < ends ? (int)((ends - now + 999) / 1000) : 0) <= 0) return false;
        if (library.read_more(r->context) != REDIS_OK) return fail(r);
    }
    return false;
}

bool redis_connected(const struct redis *r) {
    return r->context != NULL;
}

uint64_t redis_connections(const struct redis *r) {
    return r->connections;
}

const char *redis_error(const struct redis *r) {
    return r->error.data ? r->error.data : "";
}

struct redis_traffic redis_traffic(const struct redis *r) {
    return r->traffic;
}
