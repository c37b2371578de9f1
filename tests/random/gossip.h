/* A port (engine/port.h) to others who are all liars: what an engine hears is made up. Random clauses; what the engine
 * itself has said, with a literal more or less or turned round; all of it said to hold always, or for any number of
 * steps; and depths that nobody has looked at. Some of it is true by chance, and is of use. */
#ifndef INDUCT_TESTS_RANDOM_GOSSIP_H
#define INDUCT_TESTS_RANDOM_GOSSIP_H

#include "base/random.h"
#include "engine/port.h"

struct gossip {
    struct port port;
    struct random random;
    const struct circuit *circuit; /* that the engine sees */
    VEC(u32s) said;                /* clauses of the engine */
    uint64_t heard;                /* messages that the engine took */
};

static inline bool gossip_due(void *client) {
    return !random_one_in(&((struct gossip *)client)->random, 3);
}

static inline void gossip_send(void *client, struct evidence lemmas, uint32_t level) {
    struct gossip *g = client;
    (void)level;
    for (uint32_t i = 0; i < lemmas.invariant->conjuncts.size && g->said.size < 100; i++) {
        u32s clause = {0};
        if (invariant_clause(lemmas.invariant, lemmas.invariant->conjuncts.data[i], &clause))
            vec_push(&g->said, clause);
        else
            vec_free(&clause);
    }
    evidence_free(&lemmas);
}

static inline void gossip_clause(struct gossip *g, struct invariant *v) {
    struct random *r = &g->random;
    uint32_t latches = g->circuit->latches.size;
    u32s clause = {0};
    if (g->said.size && random_one_in(r, 2)) {
        const u32s *said = &g->said.data[random_below(r, g->said.size)];
        vec_append(&clause, said->data, said->size);
        uint32_t at = clause.size ? random_below(r, clause.size) : 0;
        if (clause.size && random_one_in(r, 2)) clause.data[at] ^= 1;
        if (clause.size > 1 && random_one_in(r, 3)) (void)vec_pop(&clause);
    }
    uint32_t more = clause.size ? random_below(r, 2) : random_below(r, 4);
    for (uint32_t i = 0; latches && i < more; i++) vec_push(&clause, random_below(r, 2 * latches));
    invariant_add_clause(v, clause.data, clause.size);
    if (random_one_in(r, 10) && v->conjuncts.size) /* no clause */
        invariant_add(v, aig_xor(v->graph, vec_last(&v->conjuncts),
                                 latches ? v->latches.data[random_below(r, latches)] : AIG_FALSE));
    vec_free(&clause);
}

static inline bool gossip_receive(void *client, struct evidence *lemmas, uint32_t *level) {
    struct gossip *g = client;
    struct random *r = &g->random;
    if (random_one_in(r, 3)) return false;
    struct invariant *v = invariant_new(g->circuit);
    for (uint32_t n = random_below(r, 6); n > 0; n--) gossip_clause(g, v);
    *lemmas = evidence_of_invariant(0, v);
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
    (void)property;
    struct random *r = &((struct gossip *)client)->random;
    return random_one_in(r, 3) ? random_below(r, 40) : 0;
}

static inline void gossip_init(struct gossip *g, const struct circuit *c, uint64_t seed) {
    *g = (struct gossip){.circuit = c,
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
    vec_each (u32s, clause, &g->said) vec_free(clause);
    vec_free(&g->said);
}

#endif
