#include "transform/circuit/cuts.h"

#include "transform/circuit/synthesis.h"

void cuts_fini(struct cuts *c) {
    vec_free(&c->sets);
}

/* Exchanges two variables, low < high. */
static uint16_t exchange(uint16_t f, int low, int high) {
    uint16_t x = synthesis_variables[low], y = synthesis_variables[high];
    int shift = (1 << high) - (1 << low);
    uint16_t up = f & x & (uint16_t)~y, down = f & y & (uint16_t)~x;
    return (uint16_t)((f & ~(x ^ y)) | up << shift | down >> shift);
}

/* The function of a cut over the leaves of a larger one. Both are in ascending order, so that from the last
 * on each variable moves up into a place that is free. */
static uint16_t stretch(const struct cut *c, const struct cut *larger) {
    uint16_t f = c->truth;
    for (int i = c->size, k = larger->size; i-- > 0;) {
        do k--;
        while (larger->leaves[k] != c->leaves[i]);
        if (k != i) f = exchange(f, i, k);
    }
    return f;
}

static uint32_t bit(uint32_t leaf) {
    return 1u << (leaf & 31);
}

static bool unite(const struct cut *a, const struct cut *b, struct cut *out) {
    uint32_t i = 0, k = 0;
    out->size = 0;
    out->signature = a->signature | b->signature;
    if (__builtin_popcount(out->signature) > CUT_LEAVES) return false;
    while (i < a->size || k < b->size) {
        if (out->size == CUT_LEAVES) return false;
        if (k == b->size || (i < a->size && a->leaves[i] < b->leaves[k]))
            out->leaves[out->size++] = a->leaves[i++];
        else {
            if (i < a->size && a->leaves[i] == b->leaves[k]) i++;
            out->leaves[out->size++] = b->leaves[k++];
        }
    }
    return true;
}

static void drop_unused(struct cut *c) {
    for (int i = c->size; i-- > 0;) {
        uint16_t low = synthesis_cofactor(c->truth, i, false);
        if (low != synthesis_cofactor(c->truth, i, true)) continue;
        uint16_t f = low;
        for (int k = i; k + 1 < c->size; k++) {
            f = exchange(f, k, k + 1);
            c->leaves[k] = c->leaves[k + 1];
        }
        c->truth = f;
        c->size--;
        c->signature = 0;
        for (int k = 0; k < c->size; k++) c->signature |= bit(c->leaves[k]);
    }
}

static bool contains(const struct cut *larger, const struct cut *smaller) {
    uint32_t k = 0;
    if (smaller->size > larger->size || smaller->signature & ~larger->signature) return false;
    for (uint32_t i = 0; i < smaller->size; i++) {
        while (k < larger->size && larger->leaves[k] < smaller->leaves[i]) k++;
        if (k == larger->size || larger->leaves[k] != smaller->leaves[i]) return false;
    }
    return true;
}

/* Adds a cut unless one of its subsets is there; removes its supersets. When full, a cut of more leaves makes
 * room. */
static void add(struct cut_set *set, const struct cut *c) {
    uint32_t kept = 0, largest = 0;
    for (uint32_t i = 0; i < set->size; i++)
        if (contains(c, &set->cuts[i])) return;
    for (uint32_t i = 0; i < set->size; i++)
        if (!contains(&set->cuts[i], c)) set->cuts[kept++] = set->cuts[i];
    set->size = (uint8_t)kept;
    if (kept < CUTS_PER_NODE) {
        set->cuts[set->size++] = *c;
        return;
    }
    for (uint32_t i = 1; i < kept; i++)
        if (set->cuts[i].size > set->cuts[largest].size) largest = i;
    if (set->cuts[largest].size > c->size) set->cuts[largest] = *c;
}

static uint32_t known(const struct cuts *c, uint32_t node, const struct cut **cuts) {
    if (node >= c->sets.size) return 0;
    *cuts = c->sets.data[node].cuts;
    return c->sets.data[node].size;
}

const struct cut_set *cuts_find(struct cuts *c, const struct network *w, uint32_t node) {
    if (c->sets.size <= node) vec_resize(&c->sets, aig_size(w->graph));
    aig_lit left = aig_left(w->graph, node), right = aig_right(w->graph, node);
    struct cut self[2] = {
        {.leaves = {aig_node(left)}, .signature = bit(aig_node(left)), .truth = 0xaaaa, .size = 1},
        {.leaves = {aig_node(right)}, .signature = bit(aig_node(right)), .truth = 0xaaaa, .size = 1}};
    const struct cut *lefts = NULL, *rights = NULL;
    uint32_t n = known(c, aig_node(left), &lefts), m = known(c, aig_node(right), &rights);
    struct cut_set found = {0};
    for (uint32_t i = 0; i <= n; i++) {
        for (uint32_t k = 0; k <= m; k++) {
            const struct cut *a = i < n ? &lefts[i] : &self[0], *b = k < m ? &rights[k] : &self[1];
            struct cut u = {0};
            if (!unite(a, b, &u)) continue;
            uint16_t f = stretch(a, &u), g = stretch(b, &u);
            u.truth = (uint16_t)((aig_sign(left) ? ~f : f) & (aig_sign(right) ? ~g : g));
            drop_unused(&u);
            add(&found, &u);
        }
    }
    c->sets.data[node] = found;
    return &c->sets.data[node];
}
