/* Cheap rejection: state pairs that refute candidates for lemmas without a query.
 *
 * A query "F[i] & C & not c & T & c'" that is satisfiable shows a pair of states s -> t with s in F[i]. The
 * same pair refutes every other candidate d of which s is no part and t is one: F[i] & C & not d & T & d' is
 * satisfiable too, as long as no later lemma has excluded s. Per level the last few pairs are kept as bit
 * sets over literals, so that a test costs a few loads; whether s is still in F[i] is looked up only when a
 * pair would decide. */
#include "engine/bit/ic3_internal.h"

enum { PAIRS_PER_LEVEL = 32 };

struct state_pair {
    uint64_t time;            /* of the frames' clock when s was seen */
    uint64_t *before, *after; /* by literal code: true in s, true in t */
};
struct pair_ring {
    struct state_pair pairs[PAIRS_PER_LEVEL];
    uint32_t used, next;
};

static uint32_t words(const struct ic3 *s) {
    return (2 * s->circuit->latches.size + 63) / 64;
}

static void put(uint64_t *set, uint32_t code) {
    set[code / 64] |= UINT64_C(1) << (code & 63);
}

static bool has(const uint64_t *set, uint32_t code) {
    return set[code / 64] >> (code & 63) & 1;
}

void ic3_reject_free(struct ic3 *s) {
    vec_each (struct pair_ring *, ring, &s->pairs) {
        for (uint32_t i = 0; *ring && i < (*ring)->used; i++) mem_free((*ring)->pairs[i].before);
        mem_free(*ring);
    }
    vec_free(&s->pairs);
}

static void record_trail(struct ic3 *s, const struct cdcl *solver, struct state_pair *pair) {
    for (uint32_t i = 0; i < cdcl_trail_size(solver); i++) {
        uint32_t v = cdcl_trail_variable(solver, i);
        if (v >= s->encoding.netlist->variables || !cdcl_known(solver, v)) continue;
        bool value = cdcl_value(solver, sat_make(v, false));
        if (s->leaf_of[v].kind == LEAF_LATCH) put(pair->before, 2 * s->leaf_of[v].index + !value);
        for (uint32_t k = s->next_begin.data[v]; k < s->next_begin.data[v + 1]; k++) {
            uint32_t latch = s->next_of.data[k];
            put(pair->after, 2 * latch + (value == sat_sign(s->next[latch])));
        }
    }
}

static void record_value(const struct cdcl *solver, uint64_t *set, uint32_t latch, sat_lit l) {
    if (cdcl_known(solver, sat_variable_of(l))) put(set, 2 * latch + !cdcl_value(solver, l));
}

void ic3_reject_record(struct ic3 *s, uint32_t level) {
    if (s->pairs.size <= level) vec_resize(&s->pairs, level + 1);
    if (!s->pairs.data[level]) s->pairs.data[level] = mem_new(struct pair_ring);
    struct pair_ring *ring = s->pairs.data[level];
    struct state_pair *pair = &ring->pairs[ring->next];
    if (ring->next == ring->used) {
        pair->before = mem_alloc(2 * words(s) * sizeof *pair->before);
        pair->after = pair->before + words(s);
        ring->used++;
    }
    ring->next = (ring->next + 1) % PAIRS_PER_LEVEL;
    memset(pair->before, 0, 2 * words(s) * sizeof *pair->before);
    pair->time = s->frames->clock;
    const struct cdcl *solver = s->solvers.data[level];
    if (ic3_knows_little(s, solver)) {
        record_trail(s, solver, pair);
        return;
    }
    for (uint32_t i = 0; i < s->circuit->latches.size; i++) {
        record_value(solver, pair->before, i, s->current[i]);
        record_value(solver, pair->after, i, s->next[i]);
    }
}

static bool refutes(const struct state_pair *pair, const pdr_lits *cube) {
    bool outside = false;
    vec_each (const pdr_lit, l, cube) {
        if (!has(pair->after, l->code)) return false;
        outside |= has(pair->before, l->code ^ 1);
    }
    return outside;
}

/* A literal that s knows contradicts the lemma's cube: if not, some completion of s, if not all, is excluded. */
static bool contradicts(const struct state_pair *pair, const struct cube *cube) {
    for (uint32_t i = 0; i < cube->size; i++)
        if (has(pair->before, cube->literals[i].code ^ 1)) return true;
    return false;
}

/* A later lemma may have taken s out of F[level]. */
static bool outdated(struct ic3 *s, uint32_t level, struct state_pair *pair) {
    const lemmas *arrivals = frames_arrivals(s->frames, 0);
    for (uint32_t i = arrivals->size; i-- > 0;) {
        const struct lemma *lemma = arrivals->data[i];
        if (!lemma) continue;
        if (lemma->born <= pair->time) break;
        if (lemma->level >= level && !contradicts(pair, lemma->cube)) return true;
    }
    pair->time = s->frames->clock;
    return false;
}

bool ic3_reject(struct ic3 *s, uint32_t level, const pdr_lits *cube) {
    struct pair_ring *ring = level < s->pairs.size ? s->pairs.data[level] : NULL;
    for (uint32_t i = 0; ring && i < ring->used; i++) {
        struct state_pair *pair = &ring->pairs[i];
        if (!refutes(pair, cube)) continue;
        if (level && outdated(s, level, pair)) {
            memset(pair->after, 0, words(s) * sizeof *pair->after); /* refutes nothing any more */
            continue;
        }
        return true;
    }
    return false;
}
