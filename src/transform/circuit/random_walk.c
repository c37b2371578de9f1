#include "transform/circuit/random_walk.h"

#include "aig/simulate.h"

void walk_init(struct walk *w, const struct circuit *c, struct random *random) {
    *w = (struct walk){.circuit = c, .random = random};
    w->values = mem_new_array(uint64_t, aig_size(c->graph));
    w->next = mem_new_array(uint64_t, c->latches.size + 1);
}

void walk_fini(struct walk *w) {
    mem_free(w->values);
    mem_free(w->next);
}

uint64_t walk_input(struct random *r) {
    uint64_t a = random_word(r);
    switch (random_below(r, 8)) {
    case 0: return a & random_word(r);
    case 1: return a | random_word(r);
    default: return a;
    }
}

/* New inputs for the paths in the mask. */
static void draw(struct walk *w, uint64_t mask) {
    vec_each (const struct signal, s, &w->circuit->inputs) {
        uint64_t *value = &w->values[aig_node(s->lit)];
        *value = (*value & ~mask) | (walk_input(w->random) & mask);
    }
    simulate_words(w->circuit->graph, w->values);
    w->work += aig_size(w->circuit->graph);
}

void walk_start(struct walk *w) {
    vec_each (const struct latch, l, &w->circuit->latches) {
        assert(!latch_has_function(l));
        uint64_t *value = &w->values[aig_node(l->lit)];
        *value = latch_is_free(l) ? random_word(w->random) : aig_sign(l->reset) ? ~UINT64_C(0) : 0;
    }
    draw(w, ~UINT64_C(0));
}

static uint64_t satisfied(const struct walk *w) {
    uint64_t all = ~UINT64_C(0);
    vec_each (const struct signal, s, &w->circuit->constraints) all &= simulate_word(w->values, s->lit);
    return all;
}

/* Gives the paths that are not in `good` the next states of those that are. */
static void replace_dead(struct walk *w, uint64_t good) {
    uint8_t source[64];
    for (uint32_t lane = 0; lane < 64; lane++) {
        uint64_t others = good;
        for (uint32_t skip = random_below(w->random, (uint32_t)__builtin_popcountll(good)); skip; skip--)
            others &= others - 1;
        source[lane] = (uint8_t)(good >> lane & 1 ? lane : (uint32_t)__builtin_ctzll(others));
    }
    for (uint32_t i = 0; i < w->circuit->latches.size; i++) {
        uint64_t old = w->next[i], word = old & good;
        for (uint64_t dead = ~good; dead; dead &= dead - 1) {
            int lane = __builtin_ctzll(dead);
            word |= (old >> source[lane] & 1) << lane;
        }
        w->next[i] = word;
    }
}

bool walk_step(struct walk *w) {
    enum { DRAWS = 8 };
    const struct circuit *c = w->circuit;
    uint64_t good = satisfied(w);
    for (int i = 0; i < DRAWS && ~good; i++) { /* other inputs may satisfy the constraints */
        draw(w, ~good);
        good |= satisfied(w);
    }
    if (!good) return false;
    for (uint32_t i = 0; i < c->latches.size; i++)
        w->next[i] = simulate_word(w->values, c->latches.data[i].next);
    if (~good) replace_dead(w, good);
    for (uint32_t i = 0; i < c->latches.size; i++) w->values[aig_node(c->latches.data[i].lit)] = w->next[i];
    draw(w, ~UINT64_C(0));
    return true;
}
