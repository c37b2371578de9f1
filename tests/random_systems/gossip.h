/* A port (engine/port.h) to others who are all liars: what an engine hears is made up. Comparisons of states with each
 * other and with constants, clauses of them; what the engine itself has said, with a disjunct more or less or turned
 * round; all of it said to hold always, or for any number of steps; and depths that nobody has looked at. Circuits get
 * depths only: ../random/gossip.h is for them. */
#ifndef INDUCT_TESTS_RANDOM_SYSTEMS_GOSSIP_H
#define INDUCT_TESTS_RANDOM_SYSTEMS_GOSSIP_H

#include "base/random.h"
#include "engine/port.h"
#include "logic/walk.h"

struct gossip {
    struct port port;
    struct random random;
    struct model model; /* that the engine sees */
    term_list said;     /* lemmas of the engine */
};

static inline bool gossip_due(void *client) {
    return !random_one_in(&((struct gossip *)client)->random, 3);
}

static inline void gossip_send(void *client, struct evidence lemmas, uint32_t level) {
    struct gossip *g = client;
    (void)level;
    if (lemmas.level == LEVEL_SYSTEM)
        vec_each (const term, t, &lemmas.system_invariant->conjuncts)
            if (g->said.size < 100) vec_push(&g->said, *t);
    evidence_free(&lemmas);
}

/* A formula over one or two states, which need not have anything to do with each other. */
static inline term gossip_atom(struct gossip *g) {
    const struct system *s = g->model.system;
    struct terms *b = s->terms;
    struct random *r = &g->random;
    term x = s->states.data[random_below(r, s->states.size)].now;
    term y = s->states.data[random_below(r, s->states.size)].now;
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
    struct terms *b = g->model.system->terms;
    struct random *r = &g->random;
    term_list parts = {0};
    if (g->said.size && random_one_in(r, 2)) {
        term_conjuncts(b, term_not(b, g->said.data[random_below(r, g->said.size)]), &parts);
        uint32_t at = parts.size ? random_below(r, parts.size) : 0;
        if (parts.size && random_one_in(r, 2)) parts.data[at] = term_not(b, parts.data[at]);
        if (parts.size > 1 && random_one_in(r, 3)) (void)vec_pop(&parts);
    }
    for (uint32_t more = parts.size ? random_below(r, 2) : 1 + random_below(r, 2); more > 0; more--) {
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
    if (g->model.level != LEVEL_SYSTEM || !g->model.system->states.size || random_one_in(r, 2)) return false;
    struct system_invariant *v = system_invariant_new();
    for (uint32_t n = random_below(r, 4); n > 0; n--) vec_push(&v->conjuncts, gossip_clause(g));
    *lemmas = evidence_of_system_invariant(0, v);
    *level = random_one_in(r, 2) ? PORT_ALWAYS : random_below(r, random_one_in(r, 4) ? PORT_ALWAYS : 8);
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

static inline void gossip_init(struct gossip *g, struct model model, uint64_t seed) {
    *g = (struct gossip){.model = model,
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
