/* The exchange: what the processes of a portfolio tell each other about one problem while they work, in memory that
 * all of them share, and the way to those of other machines.
 *
 *     writer 0   ── ring of lemmas that always hold, ring of the others ──┐
 *     writer 1   ── ...                                                   ├──> a reader in each process
 *     outside    ── what other machines say, written by the process ──────┘
 *                   that called solve()
 *
 * Every writer has two rings (base/ring.h) of its own. So a process that dies at any time takes nothing with it, nobody
 * waits for anybody, and lemmas that always hold are still there for who joins late. The memory has no name: nothing is
 * left of it.
 *
 * What travels are packets: bytes that nobody vouches for. A packet is
 *
 *     "inX", version      4 bytes; other versions are refused
 *     kind                1 byte, enum packet_kind
 *     lemmas              level (PORT_ALWAYS: always), then evidence (evidence/pack.h) without refutation, about the
 *                         model in whose words lemmas travel: the one behind the first stages of every member's chain,
 *                         the same for the same file, options and version of the program
 *     depth               property (position in the model as read), how many depths have no counterexample
 *
 * in numbers as in base/bytes.h. Whoever receives lemmas takes them for candidates (engine/port.h). */
#ifndef INDUCT_SOLVE_EXCHANGE_H
#define INDUCT_SOLVE_EXCHANGE_H

#include "base/ring.h"
#include "base/vec.h"
#include "evidence/evidence.h"

struct exchange;

/* Writers [0..writers[, and one more for the outside. NULL: there is no memory for it; everything below takes that. */
struct exchange *exchange_new(uint32_t writers);
void exchange_free(struct exchange *);
uint32_t exchange_outside(const struct exchange *); /* the number of that writer */

/* One process at a time for each writer. What is larger than PACKET_MOST or no packet is not written. */
enum { PACKET_MOST = 1 << 16 };
bool exchange_write(struct exchange *, uint32_t writer, const void *packet, size_t size);

/* Cursors in the rings of all writers but one. */
struct exchange_reader {
    struct exchange *exchange;
    struct ring_reader *cursors; /* [0..2 * writers[ */
    uint32_t without, turn;      /* a writer who is not listened to */
};
void exchange_listen(struct exchange_reader *, struct exchange *, uint32_t without);
/* The next packet in place of what the text has, of the next writer who has one; those of lemmas that always hold
 * first. False: there is none yet. */
bool exchange_read(struct exchange_reader *, bool only_always, struct text *packet);
uint64_t
exchange_lost(const struct exchange_reader *); /* how often packets were overwritten before they were read */
void exchange_deafen(struct exchange_reader *);

/* ---- packets ---- */

enum packet_kind { PACKET_LEMMAS, PACKET_DEPTH };
struct packet {
    enum packet_kind kind;
    uint32_t level;           /* of lemmas */
    const void *evidence;     /* of lemmas: borrowed from the packet, and not looked at yet */
    size_t size;              /* of the evidence */
    uint32_t property, depth; /* of a depth */
};
/* False: the bytes are no packet of this version. */
bool packet_open(const void *bytes, size_t size, struct packet *);
/* In place of what the text has. False: the lemmas cannot be said about the model. */
bool packet_of_lemmas(struct text *, uint32_t level, const struct evidence *, struct model about);
void packet_of_depth(struct text *, uint32_t property, uint32_t depth);

/* ---- properties ---- */

/* What every process sees, by property of the model as read. */
struct exchange_properties {
    uint32_t n;
    _Atomic uint32_t
        *depths; /* depths without counterexample, found by processes of this machine; so 0 for none */
    _Atomic uint32_t *hearsay; /* the same, as other machines say */
    _Atomic uint8_t *settled;  /* there is a verdict */
    uint8_t *worker;           /* who begins with it; constant */
};
void exchange_raise(_Atomic uint32_t *depth, uint32_t to); /* unless it is that high already */

/* ---- other machines ---- */

/* Who carries packets from and to other machines; called by the process that called solve(), every 20 ms or so while
 * members work. `next` gives each packet of its own members once, and each property's depth when it has grown; false
 * when there is none. `put` hands them one from outside, which may be any bytes. */
struct exchange_view {
    struct exchange_reader reader; /* of all that members say */
    struct exchange_properties properties;
    u32s told; /* depths, by property */
    bool (*decide)(void *portfolio, const void *evidence, size_t size);
    void *portfolio;
};
bool exchange_next(struct exchange_view *, struct text *packet);
void exchange_put(struct exchange_view *, const void *packet, size_t size);
bool packet_lasts(const void *packet,
                  size_t size); /* lemmas that always hold: good for those who come later, too */
/* Evidence (evidence/pack.h) that other machines have found. It is judged here and now, as that of anybody; whether it
 * was accepted, and its property is decided by it. */
bool exchange_decide(struct exchange_view *, const void *evidence, size_t size);

struct exchange_bridge {
    void *client;
    void (*carry)(void *client, struct exchange_view *);
};

/* For use by the portfolio. */
void exchange_view_init(struct exchange_view *, struct exchange *, struct exchange_properties);
void exchange_view_fini(struct exchange_view *);

#endif
