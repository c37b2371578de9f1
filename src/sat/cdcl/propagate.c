/* Unit propagation, in two versions made from one: within the domain above level 0, and everywhere at level
 * 0. */
#include "sat/cdcl/cdcl_internal.h"

static uint32_t conflict_of(struct cdcl *s, uint32_t kind, uint32_t a, uint32_t b, uint32_t c) {
    s->conflict_literals[0] = a;
    s->conflict_literals[1] = b;
    s->conflict_literals[2] = c;
    return kind;
}

/* The gate clauses of two and three literals. A fact needs no reason. */
static inline __attribute__((always_inline)) uint32_t imply(struct cdcl *s, uint32_t falsified,
                                                            bool everywhere) {
    const int8_t *values = s->values;
    const struct span *span = &s->spans[falsified];
    const uint32_t *pool = s->pool;
    uint32_t i = span->begin, middle = span->ternaries, end = span[1].begin;
    for (; i < middle; i++) {
        int8_t value = values[pool[i]];
        if (everywhere ? value == TRUE : value >= 0) continue;
        if (value == FALSE) return conflict_of(s, REF_BINARY, pool[i], falsified, 0);
        cdcl_assign(s, pool[i], everywhere ? NO_REASON : reason_binary(falsified));
    }
    for (; i < end; i += 2) {
        uint32_t a = pool[i], b = pool[i + 1];
        int8_t x = values[a], y = values[b];
        if (everywhere) {
            if (x == OUTSIDE) x = FREE;
            if (y == OUTSIDE) y = FREE;
        }
        if ((x & y) != FALSE) continue; /* one is true or outside, or both are free */
        if (x == y) return conflict_of(s, REF_TERNARY, a, b, falsified);
        uint32_t implied = x == FALSE ? b : a, other = a ^ b ^ implied;
        s->assignments[implied >> 1].second = falsified;
        cdcl_assign(s, implied, everywhere ? NO_REASON : other << 2 | REF_TERNARY);
    }
    return NO_REASON;
}

/* The clauses that watch the literal. */
static inline __attribute__((always_inline)) uint32_t visit(struct cdcl *s, uint32_t falsified,
                                                            bool everywhere) {
    const int8_t *values = s->values;
    watches *list = &s->watches[falsified];
    struct watch *from = list->data, *to = from, *end = from + list->size;
    uint32_t conflict = NO_REASON;
    while (from < end) {
        struct watch w = *from++;
        *to++ = w;
        int8_t blocker = values[w.blocker];
        if (everywhere ? blocker == TRUE : blocker >= 0) continue;
        if (w.ref == REF_BINARY) {
            if (blocker == FALSE) {
                conflict = conflict_of(s, REF_BINARY, w.blocker, falsified, 0);
                break;
            }
            cdcl_assign(s, w.blocker, everywhere ? NO_REASON : reason_binary(falsified));
            continue;
        }
        uint32_t *literals = s->arena.data + (w.ref >> 2);
        uint32_t other = literals[0] ^ literals[1] ^ falsified;
        int8_t value = values[other];
        to[-1].blocker = other;
        if (everywhere ? value == TRUE : value >= 0) continue;
        uint32_t size = literals[-1] >> CLAUSE_SIZE_SHIFT, k = 2;
        while (k < size && values[literals[k]] == FALSE) k++;
        if (k < size) {
            uint32_t found = literals[k];
            literals[k] = falsified;
            literals[0] = other;
            literals[1] = found;
            vec_push(&s->watches[found], (struct watch){other, w.ref});
            to--;
        } else if (value == FALSE) {
            conflict = w.ref;
            break;
        } else
            cdcl_assign(s, other, everywhere ? NO_REASON : w.ref);
    }
    if (from != to) {
        while (from < end) *to++ = *from++;
        list->size = (uint32_t)(to - list->data);
    }
    return conflict;
}

static inline void prefetch(const struct cdcl *s, uint32_t literal) {
    __builtin_prefetch(s->pool + s->spans[literal].begin);
    __builtin_prefetch(s->watches[literal].data);
}

static inline __attribute__((always_inline)) uint32_t propagate(struct cdcl *s, bool everywhere) {
    uint32_t conflict = NO_REASON, first = s->propagated;
    while (!conflict && s->propagated < s->trail_size) {
        uint32_t falsified = s->trail[s->propagated++] ^ 1;
        if (s->propagated < s->trail_size) prefetch(s, s->trail[s->propagated] ^ 1);
        conflict = imply(s, falsified, everywhere);
        if (!conflict) conflict = visit(s, falsified, everywhere);
    }
    s->propagations += s->propagated - first;
    return conflict;
}

uint32_t cdcl_propagate(struct cdcl *s) {
    return propagate(s, false);
}

bool cdcl_propagate_facts(struct cdcl *s) {
    assert(!cdcl_level(s));
    if (s->inconsistent) return false;
    uint32_t conflict = s->log ? propagate(s, false) : propagate(s, true); /* the log needs reasons */
    if (s->log) cdcl_log_facts(s, conflict);
    if (conflict) s->inconsistent = true;
    return !s->inconsistent;
}

void cdcl_backtrack(struct cdcl *s, uint32_t level) {
    if (cdcl_level(s) <= level) return;
    uint32_t begin = s->levels.data[level];
    for (uint32_t i = s->trail_size; i-- > begin;) {
        uint32_t l = s->trail[i];
        s->values[l] = s->values[l ^ 1] = FREE;
        s->phases[l >> 1] = !(l & 1);
        if (s->deciding) cdcl_queue_push(s, l >> 1);
    }
    s->trail_size = s->propagated = begin;
    vec_shrink(&s->levels, level);
    s->satisfied = false;
}
