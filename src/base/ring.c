#include "base/ring.h"

#include <assert.h>

enum { WORD = sizeof(uint64_t) };

size_t ring_size(uint64_t words) {
    return sizeof(struct ring) + words * WORD;
}

void ring_init(struct ring *ring, uint64_t words) {
    assert(words && (words & (words - 1)) == 0);
    ring->capacity = words;
}

static void put(struct ring *ring, uint64_t position, uint64_t word) {
    atomic_store_explicit(&ring->words[position & (ring->capacity - 1)], word, memory_order_relaxed);
}

static uint64_t get(const struct ring *ring, uint64_t position) {
    return atomic_load_explicit(&ring->words[position & (ring->capacity - 1)], memory_order_relaxed);
}

static uint64_t words_of(size_t size) {
    return 1 + (size + WORD - 1) / WORD;
}

bool ring_write(struct ring *ring, const void *bytes, size_t size) {
    uint64_t at = atomic_load_explicit(&ring->published, memory_order_relaxed), words = words_of(size);
    if (words > ring->capacity / 4) return false;
    atomic_store_explicit(&ring->reserved, at + words, memory_order_relaxed);
    atomic_thread_fence(memory_order_release); /* whoever sees a word below also sees that it is reserved */
    put(ring, at, size);
    for (size_t i = 0; i < size; i += WORD) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + i, size - i < WORD ? size - i : WORD);
        put(ring, at + 1 + i / WORD, word);
    }
    atomic_store_explicit(&ring->published, at + words, memory_order_release);
    return true;
}

static bool is_overwritten(const struct ring_reader *r) {
    return atomic_load_explicit(&r->ring->reserved, memory_order_relaxed) - r->at > r->ring->capacity;
}

static bool give_up(struct ring_reader *r, uint64_t published) {
    r->lost++;
    r->at = published;
    return false;
}

bool ring_read(struct ring_reader *r, struct text *message) {
    const struct ring *ring = r->ring;
    uint64_t published = atomic_load_explicit(&ring->published, memory_order_acquire);
    if (r->at == published) return false;
    if (is_overwritten(r)) return give_up(r, published);
    uint64_t size = get(ring, r->at);
    /* What is overwritten has any size, so it is not believed yet. */
    if (size / WORD > ring->capacity || words_of(size) > published - r->at) return give_up(r, published);
    text_clear(message);
    for (uint64_t i = 0; i < size; i += WORD) {
        uint64_t word = get(ring, r->at + 1 + i / WORD);
        text_bytes(message, &word, size - i < WORD ? size - i : WORD);
    }
    atomic_thread_fence(memory_order_acquire);
    if (is_overwritten(r)) return give_up(r, published);
    r->at += words_of(size);
    return true;
}
