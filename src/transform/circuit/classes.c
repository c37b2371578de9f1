#include "transform/circuit/classes.h"

void classes_init(struct classes *c, uint32_t size, const bool *candidate, const uint64_t *values) {
    *c = (struct classes){.size = size};
    c->head = mem_alloc(size * sizeof *c->head);
    c->next = mem_new_array(uint32_t, size);
    c->phase = mem_new_array(uint8_t, size);
    assert(candidate[0]);
    uint32_t last = 0;
    for (uint32_t n = 0; n < size; n++) {
        c->head[n] = candidate[n] ? 0 : n;
        c->phase[n] = values[n] & 1;
        if (!n || !candidate[n]) continue;
        c->next[last] = n;
        last = n;
        c->merged++;
    }
    vec_push(&c->live, 0);
}

void classes_fini(struct classes *c) {
    mem_free(c->head);
    mem_free(c->next);
    mem_free(c->phase);
    vec_free(&c->live);
}

static uint64_t signature(const struct classes *c, const uint64_t *values, uint32_t n) {
    return values[n] ^ (c->phase[n] ? ~UINT64_C(0) : 0);
}

/* Splits one class by signature. `tails` is scratch: signature -> last member so far of its part. */
static uint32_t split(struct classes *c, uint32_t head, const uint64_t *values, uint64_t mask,
                      struct hash_map *tails) {
    uint32_t moved = 0, member = head;
    hash_map_clear(tails);
    while (true) {
        uint32_t after = c->next[member];
        uint64_t key = signature(c, values, member) & mask;
        uint32_t tail = hash_map_get(tails, key);
        if (tail == HASH_NONE) {
            moved += member != head;
            c->merged -= member != head;
            c->head[member] = member;
            if (member != head) vec_push(&c->live, member);
        } else {
            c->next[tail] = member;
            moved += c->head[tail] != head;
            c->head[member] = c->head[tail];
        }
        c->next[member] = 0;
        hash_map_put(tails, key, member);
        if (!after) break;
        member = after;
    }
    if (tails->capacity > 1024)
        hash_map_free(tails); /* clearing it for every small class would be quadratic */
    return moved;
}

uint32_t classes_refine(struct classes *c, const uint64_t *values, uint64_t mask) {
    struct hash_map tails = {0};
    uint32_t moved = 0, kept = 0, old = c->live.size;
    for (uint32_t i = 0; i < old; i++) {
        uint32_t head = c->live.data[i], member = c->next[head];
        uint64_t first = signature(c, values, head);
        while (member && !((signature(c, values, member) ^ first) & mask)) member = c->next[member];
        if (member) moved += split(c, head, values, mask, &tails);
        if (c->next[head]) c->live.data[kept++] = head;
    }
    for (uint32_t i = old; i < c->live.size; i++) /* the heads that splitting has made */
        if (c->next[c->live.data[i]]) c->live.data[kept++] = c->live.data[i];
    vec_shrink(&c->live, kept);
    hash_map_free(&tails);
    return moved;
}

void classes_remove(struct classes *c, uint32_t node) {
    assert(c->head[node] != node);
    uint32_t before = c->head[node];
    while (c->next[before] != node) before = c->next[before];
    c->next[before] = c->next[node];
    c->next[node] = 0;
    c->head[node] = node;
    c->merged--;
}

uint64_t classes_hold(const struct classes *c, const uint64_t *values) {
    uint64_t broken = 0;
    vec_each (const uint32_t, head, &c->live) {
        uint64_t first = signature(c, values, *head);
        for (uint32_t member = c->next[*head]; member; member = c->next[member])
            broken |= signature(c, values, member) ^ first;
    }
    return ~broken;
}
