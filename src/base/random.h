/* Reproducible pseudo-random numbers (xorshift64*): the same seed gives the same sequence everywhere. */
#ifndef INDUCT_BASE_RANDOM_H
#define INDUCT_BASE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state; /* never 0 */
};

static inline void random_init(struct random *r, uint64_t seed) {
    r->state = (seed + 1) * 0x9e3779b97f4a7c15u;
    if (!r->state) r->state = 1;
}
static inline uint64_t random_word(struct random *r) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * 0x2545f4914f6cdd1du;
}
/* Uniform in [0..bound[ (bound > 0; the bias of 2^-32 is of no concern here). */
static inline uint32_t random_below(struct random *r, uint32_t bound) {
    return (uint32_t)(((random_word(r) >> 32) * (uint64_t)bound) >> 32);
}
static inline bool random_one_in(struct random *r, uint32_t n) {
    return random_below(r, n) == 0;
}

#endif
