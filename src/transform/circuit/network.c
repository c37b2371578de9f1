#include "transform/circuit/network.h"

static void add_node(struct network *w) {
    uint32_t n = w->forward.size;
    vec_push(&w->forward, aig_make(n, false));
    vec_push(&w->references, 0);
}

/* A use from outside: the node and what it needs come to life. */
static void hold(struct network *w, aig_lit l) {
    if (w->references.data[aig_node(l)])
        w->references.data[aig_node(l)]++;
    else {
        network_revive(w, aig_node(l));
        w->references.data[aig_node(l)] = 1;
    }
}

void network_init(struct network *w, const struct circuit *c, aig_lit *image) {
    *w = (struct network){.graph = aig_new()};
    uint32_t size = aig_size(c->graph);
    for (uint32_t n = 0; n < size; n++) image[n] = AIG_NONE;
    image[0] = AIG_FALSE;
    vec_each (const struct signal, s, &c->inputs) image[aig_node(s->lit)] = aig_leaf(w->graph);
    vec_each (const struct latch, l, &c->latches) image[aig_node(l->lit)] = aig_leaf(w->graph);
    for (uint32_t n = 1; n < size; n++)
        if (aig_is_gate(c->graph, n))
            image[n] = aig_and(w->graph, aig_mapped(image, aig_left(c->graph, n)),
                               aig_mapped(image, aig_right(c->graph, n)));
    while (w->forward.size < aig_size(w->graph)) add_node(w);
    vec_each (const struct latch, l, &c->latches) {
        hold(w, aig_mapped(image, l->next));
        hold(w, aig_mapped(image, l->reset));
    }
    vec_each (const struct signal, s, &c->constraints) hold(w, aig_mapped(image, s->lit));
    vec_each (const struct property, p, &c->properties) hold(w, aig_mapped(image, p->bad));
}

void network_fini(struct network *w) {
    aig_free(w->graph);
    vec_free(&w->references);
    vec_free(&w->forward);
    vec_free(&w->stack);
}

aig_lit network_resolve(struct network *w, aig_lit l) {
    aig_lit *forward = w->forward.data;
    while (aig_node(forward[aig_node(l)]) != aig_node(l)) {
        aig_lit *at = &forward[aig_node(l)];
        *at = aig_not_if(forward[aig_node(*at)], aig_sign(*at)); /* halves the way of the next */
        l = aig_not_if(*at, aig_sign(l));
    }
    return l;
}

static uint64_t key_of(aig_lit a, aig_lit b) {
    return a.code > b.code ? (uint64_t)a.code << 32 | b.code : (uint64_t)b.code << 32 | a.code;
}

aig_lit network_find(struct network *w, aig_lit a, aig_lit b) {
    if (aig_same(a, AIG_FALSE) || aig_same(b, AIG_FALSE) || aig_same(a, aig_not(b))) return AIG_FALSE;
    if (aig_same(a, AIG_TRUE) || aig_same(a, b)) return b;
    if (aig_same(b, AIG_TRUE)) return a;
    uint32_t known = hash_map_get(&w->graph->unique, key_of(a, b));
    return known == HASH_NONE ? AIG_NONE : network_resolve(w, aig_make(known, false));
}

aig_lit network_and(struct network *w, aig_lit a, aig_lit b) {
    aig_lit found = network_find(w, a, b);
    if (found.code != UINT32_MAX) return found;
    aig_lit fresh = aig_raw_and(w->graph, a, b);
    hash_map_put(&w->graph->unique, key_of(a, b), aig_node(fresh));
    add_node(w);
    return fresh;
}

static uint32_t fanin(struct network *w, uint32_t node, int side) {
    struct aig_gate gate = w->graph->nodes.data[node];
    return aig_node(network_resolve(w, side ? gate.right : gate.left));
}

uint32_t network_kill(struct network *w, uint32_t node) {
    uint32_t died = 0;
    vec_push(&w->stack, node);
    while (w->stack.size) {
        uint32_t n = vec_pop(&w->stack);
        if (!aig_is_gate(w->graph, n)) continue;
        died++;
        for (int side = 0; side < 2; side++) {
            uint32_t child = fanin(w, n, side);
            assert(w->references.data[child]);
            if (!--w->references.data[child]) vec_push(&w->stack, child);
        }
    }
    return died;
}

void network_revive(struct network *w, uint32_t node) {
    vec_push(&w->stack, node);
    while (w->stack.size) {
        uint32_t n = vec_pop(&w->stack);
        if (!aig_is_gate(w->graph, n)) continue;
        for (int side = 0; side < 2; side++) {
            uint32_t child = fanin(w, n, side);
            if (!w->references.data[child]++) vec_push(&w->stack, child);
        }
    }
}

void network_replace(struct network *w, uint32_t node, aig_lit by) {
    uint32_t moved = w->references.data[node], heir = aig_node(by);
    assert(moved && heir != node && aig_same(by, network_resolve(w, by)));
    if (!w->references.data[heir]) network_revive(w, heir);
    w->references.data[heir] += moved;
    w->references.data[node] = 0;
    network_kill(w, node);
    w->forward.data[node] = by;
}

bool network_check(struct network *w, const struct circuit *c, const aig_lit *image) {
    uint32_t size = aig_size(w->graph);
    uint32_t *count = mem_new_array(uint32_t, size);
    for (uint32_t n = 1; n < size; n++) {
        if (!aig_is_gate(w->graph, n) || !w->references.data[n]) continue;
        count[fanin(w, n, 0)]++;
        count[fanin(w, n, 1)]++;
    }
    vec_each (const struct latch, l, &c->latches) {
        count[aig_node(network_resolve(w, aig_mapped(image, l->next)))]++;
        count[aig_node(network_resolve(w, aig_mapped(image, l->reset)))]++;
    }
    vec_each (const struct signal, s, &c->constraints)
        count[aig_node(network_resolve(w, aig_mapped(image, s->lit)))]++;
    vec_each (const struct property, p, &c->properties)
        count[aig_node(network_resolve(w, aig_mapped(image, p->bad)))]++;
    bool good = true;
    for (uint32_t n = 1; n < size; n++) good &= count[n] == w->references.data[n];
    mem_free(count);
    return good;
}
