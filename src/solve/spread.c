/* Properties of circuits are sorted by two small signatures of the latches near them, least hashes, which are equal as
 * often as the sets are similar; neighbours in that order make up the share of a worker. Looking no further than some
 * hundred gates keeps it linear: files have tens of thousands of properties. */
#include "solve/spread.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>

struct ranked {
    uint64_t first, second; /* signatures */
    uint32_t position;      /* among the properties asked about: as in the file where signatures are equal */
    uint32_t property;
};

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

static void see_latch(struct ranked *r, uint32_t node) {
    uint64_t a = mixed(node), b = mixed(node ^ UINT64_C(0x9e3779b97f4a7c15));
    if (a < r->first) r->first = a;
    if (b < r->second) r->second = b;
}

/* Gates are looked at breadth first. */
static void sign(const struct circuit *c, const u8s *is_latch, struct ranked *r) {
    enum { MOST_NODES = 500 };
    u32s queue = {0};
    struct hash_map seen = {0};
    r->first = r->second = UINT64_MAX;
    vec_push(&queue, aig_node(c->properties.data[r->property].bad));
    for (uint32_t i = 0; i < queue.size && i < MOST_NODES; i++) {
        uint32_t node = queue.data[i];
        if (is_latch->data[node]) see_latch(r, node);
        if (!aig_is_gate(c->graph, node)) continue;
        uint32_t next[] = {aig_node(aig_left(c->graph, node)), aig_node(aig_right(c->graph, node))};
        for (int k = 0; k < 2; k++) {
            if (hash_map_get(&seen, next[k]) != HASH_NONE) continue;
            hash_map_put(&seen, next[k], 1);
            vec_push(&queue, next[k]);
        }
    }
    hash_map_free(&seen);
    vec_free(&queue);
}

static int by_signature(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    if (x->second != y->second) return x->second < y->second ? -1 : 1;
    return x->position < y->position ? -1 : 1;
}

void spread(struct model model, const uint32_t *properties, uint32_t n, uint32_t workers, uint8_t *worker) {
    struct ranked *list = mem_new_array(struct ranked, n + 1);
    u8s is_latch = {0};
    if (model.level == LEVEL_CIRCUIT) {
        vec_resize(&is_latch, aig_size(model.circuit->graph));
        vec_each (const struct latch, l, &model.circuit->latches) is_latch.data[aig_node(l->lit)] = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        list[i] = (struct ranked){.position = i, .property = properties[i]};
        if (model.level == LEVEL_CIRCUIT && workers > 1) sign(model.circuit, &is_latch, &list[i]);
    }
    qsort(list, n, sizeof *list, by_signature);
    if (workers > UINT8_MAX) workers = UINT8_MAX;
    for (uint32_t i = 0; i < n; i++) worker[list[i].property] = (uint8_t)((uint64_t)i * workers / n);
    vec_free(&is_latch);
    mem_free(list);
}
