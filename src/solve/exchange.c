#include "solve/exchange.h"

#include "base/bytes.h"
#include "engine/port.h"
#include "evidence/pack.h"

#include <sys/mman.h>

enum {
    PACKET_VERSION = 1,
    KINDS = 2,           /* of rings: always, and the others */
    RING_WORDS = 1 << 15 /* a quarter of it holds the largest packet */
};
static const char magic[] = "inX";

struct exchange {
    uint32_t writers; /* the outside included */
    size_t size;      /* of the memory */
    char *rings;
};

/* ---- rings ---- */

static struct ring *ring_of(const struct exchange *x, uint32_t writer, bool always) {
    return (struct ring *)(x->rings + (KINDS * writer + !always) * ring_size(RING_WORDS));
}

/* Pages that nobody writes to cost nothing. */
struct exchange *exchange_new(uint32_t writers) {
    size_t size = (writers + 1) * KINDS * ring_size(RING_WORDS);
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    struct exchange *x = mem_new(struct exchange);
    *x = (struct exchange){.writers = writers + 1, .size = size, .rings = memory};
    for (uint32_t i = 0; i < x->writers; i++) {
        ring_init(ring_of(x, i, true), RING_WORDS);
        ring_init(ring_of(x, i, false), RING_WORDS);
    }
    return x;
}

void exchange_free(struct exchange *x) {
    if (!x) return;
    munmap(x->rings, x->size);
    mem_free(x);
}

uint32_t exchange_outside(const struct exchange *x) {
    return x ? x->writers - 1 : 0;
}

bool exchange_write(struct exchange *x, uint32_t writer, const void *bytes, size_t size) {
    struct packet packet;
    if (!x || size > PACKET_MOST || !packet_open(bytes, size, &packet)) return false;
    bool always = packet.kind == PACKET_LEMMAS && packet.level == PORT_ALWAYS;
    return ring_write(ring_of(x, writer, always), bytes, size);
}

void exchange_listen(struct exchange_reader *r, struct exchange *x, uint32_t without) {
    *r = (struct exchange_reader){.exchange = x, .without = without};
    if (!x) return;
    r->cursors = mem_new_array(struct ring_reader, KINDS * x->writers);
    for (uint32_t i = 0; i < KINDS * x->writers; i++)
        r->cursors[i].ring = ring_of(x, i / KINDS, i % KINDS == 0);
}

void exchange_deafen(struct exchange_reader *r) {
    mem_free(r->cursors);
    *r = (struct exchange_reader){0};
}

static bool read_some(struct exchange_reader *r, bool always, struct text *packet) {
    const uint32_t writers = r->exchange->writers;
    for (uint32_t k = 0; k < writers; k++) {
        uint32_t writer = (r->turn + k) % writers;
        if (writer == r->without) continue;
        struct ring_reader *cursor = &r->cursors[KINDS * writer + !always];
        uint64_t lost = cursor->lost;
        /* Who lost something stands at the end, and goes on with what comes then. */
        if (!ring_read(cursor, packet) && (cursor->lost == lost || !ring_read(cursor, packet))) continue;
        r->turn = writer + 1;
        return true;
    }
    return false;
}

bool exchange_read(struct exchange_reader *r, bool only_always, struct text *packet) {
    if (!r->exchange) return false;
    return read_some(r, true, packet) || (!only_always && read_some(r, false, packet));
}

uint64_t exchange_lost(const struct exchange_reader *r) {
    uint64_t lost = 0;
    for (uint32_t i = 0; r->exchange && i < KINDS * r->exchange->writers; i++) lost += r->cursors[i].lost;
    return lost;
}

/* ---- packets ---- */

static void begin(struct text *bytes, enum packet_kind kind) {
    text_clear(bytes);
    text_bytes(bytes, magic, sizeof magic - 1);
    text_bytes(bytes, (const char[]){PACKET_VERSION, (char)kind}, 2);
}

bool packet_of_lemmas(struct text *bytes, uint32_t level, const struct evidence *lemmas, struct model about) {
    begin(bytes, PACKET_LEMMAS);
    bytes_number(bytes, level);
    return evidence_pack(bytes, lemmas, about);
}

void packet_of_depth(struct text *bytes, uint32_t property, uint32_t depth) {
    begin(bytes, PACKET_DEPTH);
    bytes_number(bytes, property);
    bytes_number(bytes, depth);
}

bool packet_open(const void *bytes, size_t size, struct packet *packet) {
    struct bytes_reader r = bytes_reader(bytes, size);
    *packet = (struct packet){0};
    for (const char *c = magic; *c; c++)
        if (bytes_read_byte(&r) != (uint8_t)*c) return false;
    if (bytes_read_byte(&r) != PACKET_VERSION) return false;
    switch (bytes_read_byte(&r)) {
    case PACKET_LEMMAS:
        packet->kind = PACKET_LEMMAS;
        packet->level = (uint32_t)bytes_read_number(&r, PORT_ALWAYS);
        packet->size = bytes_left(&r);
        packet->evidence = bytes_read_block(&r, packet->size);
        return !r.wrong && packet->size;
    case PACKET_DEPTH:
        packet->kind = PACKET_DEPTH;
        packet->property = (uint32_t)bytes_read_number(&r, UINT32_MAX);
        packet->depth = (uint32_t)bytes_read_number(&r, UINT32_MAX);
        return !r.wrong && !bytes_left(&r);
    default: return false;
    }
}

/* ---- properties ---- */

void exchange_raise(_Atomic uint32_t *depth, uint32_t to) {
    uint32_t now = atomic_load(depth);
    while (now < to && !atomic_compare_exchange_weak(depth, &now, to)) {
    }
}

/* ---- other machines ---- */

void exchange_view_init(struct exchange_view *view, struct exchange *x,
                        struct exchange_properties properties) {
    *view = (struct exchange_view){.properties = properties};
    exchange_listen(&view->reader, x, exchange_outside(x));
    vec_resize(&view->told, properties.n);
}

void exchange_view_fini(struct exchange_view *view) {
    exchange_deafen(&view->reader);
    vec_free(&view->told);
}

bool exchange_next(struct exchange_view *view, struct text *packet) {
    if (exchange_read(&view->reader, false, packet)) return true;
    for (uint32_t i = 0; i < view->told.size; i++) {
        uint32_t depth = atomic_load(&view->properties.depths[i]);
        if (depth == view->told.data[i]) continue;
        view->told.data[i] = depth;
        packet_of_depth(packet, i, depth);
        return true;
    }
    return false;
}

void exchange_put(struct exchange_view *view, const void *bytes, size_t size) {
    struct exchange *x = view->reader.exchange;
    struct packet packet;
    if (!packet_open(bytes, size, &packet)) return;
    if (packet.kind == PACKET_LEMMAS)
        (void)exchange_write(x, exchange_outside(x), bytes, size);
    else if (packet.property < view->properties.n)
        exchange_raise(&view->properties.hearsay[packet.property], packet.depth);
}

bool packet_lasts(const void *packet, size_t size) {
    struct packet p;
    return packet_open(packet, size, &p) && p.kind == PACKET_LEMMAS && p.level == PORT_ALWAYS;
}

bool exchange_decide(struct exchange_view *view, const void *evidence, size_t size) {
    return view->decide && view->decide(view->portfolio, evidence, size);
}
