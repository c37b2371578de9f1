#define _GNU_SOURCE
#include "cluster/bridge.h"

#include "base/clock.h"
#include "base/ring.h"

#include <stdio.h>
#include <sys/mman.h>

enum { RING_WORDS = 1 << 16 };

struct bridge {
    struct ring *out, *in;
    struct ring_reader from_here, from_there;
    size_t size;
};

struct bridge *bridge_new(void) {
    const size_t size = ring_size(RING_WORDS);
    char *memory = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    struct bridge *b = mem_new(struct bridge);
    b->size = 2 * size;
    b->out = (struct ring *)memory;
    b->in = (struct ring *)(memory + size);
    ring_init(b->out, RING_WORDS);
    ring_init(b->in, RING_WORDS);
    b->from_here.ring = b->out;
    b->from_there.ring = b->in;
    return b;
}

void bridge_free(struct bridge *b) {
    if (b) munmap(b->out, b->size);
    mem_free(b);
}

/* In the ring: whether it lasts, then the packet. */
void bridge_say(struct bridge *b, bool lasting, const void *packet, size_t size) {
    struct text bytes = {0};
    if (!b || size > MESSAGE_PACKET) return;
    text_byte(&bytes, lasting);
    text_bytes(&bytes, packet, size);
    (void)ring_write(b->out, bytes.data, bytes.size);
    text_fini(&bytes);
}

bool bridge_hear(struct bridge *b, struct text *packet) {
    return b && ring_read(&b->from_there, packet);
}

/* ---- the carrier ---- */

static char *key(const struct carrier *c, const char *what) {
    return mem_format("induct:%s:%s:%s", c->queue->address.job, what, c->batch.model);
}

/* Our own come back by the channel. */
static void take(struct carrier *c, const struct redis_reply *message) {
    struct message_batch batch;
    struct text why = {0};
    if (message->kind != REDIS_TEXT || !message_batch_read(&batch, message->bytes, message->size, &why)) {
        c->refused++;
    } else {
        if (batch.sender != c->batch.sender && !strcmp(batch.model, c->batch.model))
            vec_each (const struct message_packet, packet, &batch.packets) {
                (void)ring_write(c->bridge->in, packet->bytes, packet->size);
                c->received++;
            }
        message_batch_fini(&batch);
    }
    text_fini(&why);
}

/* What others said before we came. */
static void catch_up(struct carrier *c) {
    enum { ENOUGH = 512 };
    char *stream = key(c, "infinity"), count[16];
    struct redis_reply reply;
    snprintf(count, sizeof count, "%d", ENOUGH);
    if (redis_call(c->queue->redis, &reply, "XREVRANGE", stream, "+", "-", "COUNT", count, NULL)) {
        for (uint32_t i = 0; i < reply.n; i++) take(c, redis_at(redis_at(redis_at(&reply, i), 1), 1));
        redis_reply_free(&reply);
    }
    mem_free(stream);
}

static void subscribe(struct carrier *c) {
    struct redis_reply reply;
    if (redis_connected(c->heard) && c->subscribed == redis_connections(c->heard)) return;
    char *channel = key(c, "lemmas");
    if (redis_call(c->heard, &reply, "SUBSCRIBE", channel, NULL)) {
        redis_reply_free(&reply);
        c->subscribed = redis_connections(c->heard);
        catch_up(c);
    }
    mem_free(channel);
}

static void send_batch(struct carrier *c, bool lasting, const struct text *message) {
    enum { WORDS = 8 };
    char *name = key(c, lasting ? "infinity" : "lemmas"), most[16];
    struct redis_word words[WORDS];
    unsigned n = 0;
    struct redis_reply reply;
    snprintf(most, sizeof most, "%d", BRIDGE_KEPT);
    const char *const kept[] = {"XADD", name, "MAXLEN", "~", most, "*", "b"}, *const said[] = {"PUBLISH",
                                                                                               name};
    for (unsigned i = 0; i < (lasting ? 7 : 2); i++) {
        const char *word = lasting ? kept[i] : said[i];
        words[n++] = (struct redis_word){word, strlen(word)};
    }
    words[n++] = (struct redis_word){message->data, message->size};
    if (redis_send(c->queue->redis, &reply, words, n)) redis_reply_free(&reply);
    mem_free(name);
}

/* All packets go to those who listen; those that last are kept, too. */
static void flush(struct carrier *c) {
    struct text message = {0};
    const unsigned char *at = (const unsigned char *)c->bytes.data;
    struct message_batch lasting = {.sender = c->batch.sender, .model = c->batch.model};
    vec_clear(&c->batch.packets);
    vec_each (const uint64_t, size, &c->sizes) {
        struct message_packet packet = {*size & 1, at, *size >> 1};
        vec_push(&c->batch.packets, packet);
        if (packet.lasting) vec_push(&lasting.packets, packet);
        at += packet.size;
    }
    message_batch_write(&message, &c->batch);
    send_batch(c, false, &message);
    if (lasting.packets.size) {
        text_clear(&message);
        message_batch_write(&message, &lasting);
        send_batch(c, true, &message);
    }
    c->sent += c->sizes.size;
    vec_free(&lasting.packets);
    vec_clear(&c->sizes);
    text_clear(&c->bytes);
    text_fini(&message);
}

void carrier_open(struct carrier *c, struct bridge *bridge, struct queue *queue, const char *model,
                  uint64_t sender) {
    *c = (struct carrier){.bridge = bridge,
                          .queue = queue,
                          .heard = redis_new(&queue->address),
                          .batch = {.sender = sender, .model = mem_strdup(model)}};
}

void carrier_work(struct carrier *c) {
    enum { MESSAGES = 256, PACKETS = 1024 };
    struct text packet = {0};
    struct redis_reply reply;
    if (!c->bridge) return; /* nobody is to be told */
    subscribe(c);
    for (int i = 0; i < MESSAGES && redis_listen(c->heard, &reply, 0); i++) {
        take(c, redis_at(&reply, 2)); /* "message", the channel, what was said */
        redis_reply_free(&reply);
    }
    for (int i = 0; i < PACKETS && ring_read(&c->bridge->from_here, &packet) && packet.size; i++) {
        if (!c->sizes.size) c->since_us = clock_us();
        text_bytes(&c->bytes, packet.data + 1, packet.size - 1);
        vec_push(&c->sizes, 2 * (uint64_t)(packet.size - 1) + (packet.data[0] != 0));
        if (c->bytes.size >= BRIDGE_BATCH) flush(c);
    }
    if (c->sizes.size && clock_us() - c->since_us >= BRIDGE_WAIT_US) flush(c);
    text_fini(&packet);
}

void carrier_close(struct carrier *c) {
    redis_free(c->heard);
    vec_free(&c->sizes);
    text_fini(&c->bytes);
    message_batch_fini(&c->batch);
    *c = (struct carrier){0};
}
