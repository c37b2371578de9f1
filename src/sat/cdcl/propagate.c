/* Unit propagation, in two versions made from one: within the domain above level 0, and everywhere at level
 * 0. */
#include "sat/cdcl/cdcl_internal.h"

/* Visits the clauses that watch a literal that has become false. */
static inline __attribute__((always_inline)) uint32_t visit(struct cdcl *s, uint32_t falsified,
                                                            bool everywhere) {
    int8_t *values = s->values;
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
                s->conflict_literals[0] = w.blocker;
                s->conflict_literals[1] = falsified;
                conflict = reason_binary(falsified);
                break;
            }
            cdcl_assign(s, w.blocker, everywhere ? NO_REASON : reason_binary(falsified));
            continue;
        }
        uint32_t *literals = s->arena.data + (w.ref >> 1);
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

uint32_t cdcl_propagate(struct cdcl *s) {
    uint32_t conflict = NO_REASON, first = s->propagated;
    while (!conflict && s->propagated < s->trail_size)
        conflict = visit(s, s->trail[s->propagated++] ^ 1, false);
    s->propagations += s->propagated - first;
    return conflict;
}

bool cdcl_propagate_facts(struct cdcl *s) {
    assert(!cdcl_level(s));
    uint32_t first = s->propagated;
    while (!s->inconsistent && s->propagated < s->trail_size)
        if (visit(s, s->trail[s->propagated++] ^ 1, true)) s->inconsistent = true;
    s->propagations += s->propagated - first;
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
