/* For the tests of engines on programs: a port (engine/port.h) to others who are all liars. What an engine hears is
 * made up: comparisons of variables with each other and with constants, clauses of them, at any location; what the
 * engine itself has said, elsewhere, or with a disjunct turned round; said to hold always, or for any number of
 * steps. */
#ifndef INDUCT_ENGINE_TESTING_GOSSIP_H
#define INDUCT_ENGINE_TESTING_GOSSIP_H

#include "base/random.h"
#include "engine/port.h"
#include "logic/walk.h"

struct gossip {
    struct port port;
    struct random random;
    struct program *program;
    term_list said; /* lemmas of the engine */
    uint64_t heard; /* messages that the engine took */
};

static inline bool gossip_due(void *client) {
    return !random_one_in(&((struct gossip *)client)->random, 3);
}

static inline void gossip_send(void *client, struct evidence lemmas, uint32_t level) {
    struct gossip *g = client;
    (void)level;
    vec_each (const term, t, &lemmas.program_invariant->at)
        if (!term_is_none(*t) && g->said.size < 100) vec_push(&g->said, *t);
    evidence_free(&lemmas);
}

static inline term gossip_atom(struct gossip *g) {
    struct terms *b = g->program->terms;
    struct random *r = &g->random;
    const uint32_t n = g->program->variables.size;
    if (!n) return term_true(b);
    term x = g->program->variables.data[random_below(r, n)].now;
    term y = g->program->variables.data[random_below(r, n)].now;
    sort sort = term_sort(b, x);
    bool same = sort_same(sort, term_sort(b, y)) && random_one_in(r, 2);
    switch (sort_kind(b, sort)) {
    case SORT_BOOL: return same ? term_eq(b, x, y) : x;
    case SORT_BV:
        if (!same) y = term_bits_ui(b, random_below(r, 4), sort_width(b, sort));
        return random_one_in(r, 2) ? term_eq(b, x, y) : term_bv2(b, TERM_BV_ULE, x, y);
    case SORT_INT:
        if (!same) y = term_integer(b, (long)random_below(r, 10) - 3);
        return random_one_in(r, 2) ? term_eq(b, x, y) : term_le(b, x, y);
    default: return term_eq(b, x, same ? y : x);
    }
}

static inline term gossip_clause(struct gossip *g) {
    struct terms *b = g->program->terms;
    struct random *r = &g->random;
    term_list parts = {0};
    if (g->said.size && random_one_in(r, 2)) {
        term said = g->said.data[random_below(r, g->said.size)];
        if (random_one_in(r, 2)) return said;
        term_conjuncts(b, term_not(b, said), &parts);
        uint32_t at = parts.size ? random_below(r, parts.size) : 0;
        if (parts.size) parts.data[at] = term_not(b, parts.data[at]);
    }
    for (uint32_t more = 1 + random_below(r, 2); more > 0; more--) {
        term atom = gossip_atom(g);
        vec_push(&parts, random_one_in(r, 2) ? term_not(b, atom) : atom);
    }
    term clause = term_not(b, term_and(b, parts.data, parts.size));
    vec_free(&parts);
    return clause;
}

static inline bool gossip_receive(void *client, struct evidence *lemmas, uint32_t *level) {
    struct gossip *g = client;
    struct random *r = &g->random;
    if (random_one_in(r, 2)) return false;
    struct program_invariant *v = program_invariant_new(g->program);
    for (uint32_t n = random_below(r, 4); n > 0; n--) {
        term *at = &v->at.data[random_below(r, v->at.size)];
        term clause = gossip_clause(g);
        *at = term_is_none(*at) ? clause : term_and2(g->program->terms, *at, clause);
    }
    *lemmas = evidence_of_program_invariant(v);
    *level = random_one_in(r, 2) ? PORT_ALWAYS : random_below(r, random_one_in(r, 4) ? PORT_ALWAYS : 8);
    g->heard++;
    return true;
}

static inline void gossip_done(void *client) {
    (void)client;
}

static inline bool gossip_settled(void *client, uint32_t property) {
    (void)client, (void)property;
    return false;
}

static inline bool gossip_mine(void *client, uint32_t property) {
    (void)property;
    return random_one_in(&((struct gossip *)client)->random, 2);
}

static inline uint32_t gossip_depth(void *client, uint32_t property) {
    (void)client, (void)property;
    return 0;
}

static inline void gossip_init(struct gossip *g, struct program *program, uint64_t seed) {
    *g = (struct gossip){.program = program,
                         .port = {.client = g,
                                  .due = gossip_due,
                                  .send = gossip_send,
                                  .receive = gossip_receive,
                                  .done = gossip_done,
                                  .settled = gossip_settled,
                                  .mine = gossip_mine,
                                  .depth = gossip_depth}};
    random_init(&g->random, seed);
}

static inline void gossip_fini(struct gossip *g) {
    vec_free(&g->said);
}

#endif
