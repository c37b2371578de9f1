#include "solve/correspondent.h"

#include "evidence/pack.h"

#include "base/clock.h"

enum {
    LEAST_US = 20000,   /* between two times */
    TIMES_AS_LONG = 15, /* as it took, until it is due again */
    MOST_US = 50000     /* of taking what others say, at a time */
};
enum { IMPORT_OFF, IMPORT_ALWAYS, IMPORT_ALL }; /* as the words of the option `import` */

/* ---- when ---- */

static bool is_due(void *client) {
    struct correspondent *c = client;
    uint64_t now = clock_us();
    if (now < c->due_us) return false;
    c->began_us = now;
    return true;
}

static void done(void *client) {
    struct correspondent *c = client;
    uint64_t now = clock_us(), pause = (now - c->began_us) * TIMES_AS_LONG;
    c->due_us = now + (pause > LEAST_US ? pause : LEAST_US);
}

/* ---- lemmas ---- */

/* The chain begins with the stages in whose words lemmas travel, and is about all that the program may do. */
static bool has_words(const struct correspondent *c) {
    const struct chain *chain = &c->run->chain;
    if (!c->reader.exchange || c->run->leave_out || chain->stages.size < c->words) return false;
    return !c->words || chain->stages.data[c->words - 1]->number == c->number;
}

static uint32_t count(const struct evidence *lemmas, struct model about) {
    return lemmas->any ? evidence_conjuncts(lemmas, about) : 0;
}

static struct model words(const struct correspondent *c) {
    return chain_model(&c->run->chain, c->words);
}

static void send(void *client, struct evidence lemmas, uint32_t level) {
    struct correspondent *c = client;
    struct chain *chain = &c->run->chain;
    if (has_words(c) && !chain_proves_nothing(chain)) {
        chain_lemmas(chain, &lemmas, chain->stages.size, c->words);
        uint32_t n = count(&lemmas, words(c));
        if (n && packet_of_lemmas(&c->packet, level, &lemmas, words(c)) &&
            exchange_write(c->reader.exchange, c->self, c->packet.data, c->packet.size))
            c->run->c->stats->lemmas_sent += n;
    }
    evidence_free(&lemmas);
}

/* Lemmas about what the engine sees. */
static bool understand(struct correspondent *c, const struct packet *packet, struct evidence *lemmas) {
    struct text why = {0};
    struct chain *chain = &c->run->chain;
    *lemmas = (struct evidence){0};
    bool good = evidence_unpack(packet->evidence, packet->size, words(c), lemmas, &why) == STATUS_OK;
    if (good && lemmas->refutes) {
        evidence_free(lemmas);
        good = false;
    }
    c->run->c->stats->lemmas_garbled += !good;
    if (good) chain_lemmas(chain, lemmas, c->words, chain->stages.size);
    text_fini(&why);
    return good;
}

static bool receive(void *client, struct evidence *lemmas, uint32_t *level) {
    struct correspondent *c = client;
    const int64_t policy = (int64_t)c->run->c->options->import;
    struct packet packet;
    if (policy == IMPORT_OFF || !has_words(c)) return false;
    while (clock_us() < c->began_us + MOST_US &&
           exchange_read(&c->reader, policy == IMPORT_ALWAYS, &c->packet)) {
        if (!packet_open(c->packet.data, c->packet.size, &packet) || packet.kind != PACKET_LEMMAS) continue;
        if (!understand(c, &packet, lemmas)) continue;
        uint32_t n = count(lemmas, chain_last(&c->run->chain));
        c->run->c->stats->lemmas_received += n;
        *level = packet.level;
        if (n) return true;
        evidence_free(lemmas);
    }
    return false;
}

/* ---- properties ---- */

bool correspondent_settled(struct correspondent *c, uint32_t property) {
    struct run *r = c->run;
    if (!atomic_load_explicit(&c->all.settled[property], memory_order_relaxed)) return false;
    if (!r->decided[property]) {
        r->decided[property] = true;
        r->open--;
    }
    return true;
}

static bool settled(void *client, uint32_t property) {
    struct correspondent *c = client;
    return correspondent_settled(c, chain_first_position(&c->run->chain, property));
}

static bool mine(void *client, uint32_t property) {
    struct correspondent *c = client;
    return c->all.worker[chain_first_position(&c->run->chain, property)] == c->worker;
}

static uint32_t depth(void *client, uint32_t property) {
    struct correspondent *c = client;
    if (c->run->leave_out || chain_proves_nothing(&c->run->chain)) return 0;
    uint32_t first = chain_first_position(&c->run->chain, property);
    uint32_t found = atomic_load_explicit(&c->all.depths[first], memory_order_relaxed),
             heard = atomic_load_explicit(&c->all.hearsay[first], memory_order_relaxed);
    return found > heard ? found : heard;
}

/* ---- the whole ---- */

void correspondent_init(struct correspondent *c, struct run *r, struct exchange *x, uint32_t self,
                        uint32_t jobs, struct exchange_properties all) {
    *c = (struct correspondent){.run = r, .all = all, .self = self, .worker = self % jobs};
    c->port = (struct port){.client = c,
                            .due = is_due,
                            .send = send,
                            .receive = receive,
                            .done = done,
                            .settled = settled,
                            .mine = mine,
                            .depth = depth};
    exchange_listen(&c->reader, x, self);
    /* Of circuits and systems the chain is made anew when properties are decided: what stays is the model as read. */
    if (r->c->model.level == LEVEL_PROGRAM) c->words = r->chain.stages.size;
    if (c->words) c->number = r->chain.stages.data[c->words - 1]->number;
}

void correspondent_fini(struct correspondent *c) {
    exchange_deafen(&c->reader);
    text_fini(&c->packet);
}

const struct port *correspondent_port(struct correspondent *c) {
    return c ? &c->port : NULL;
}
