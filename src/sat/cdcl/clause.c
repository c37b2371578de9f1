/* Clauses: their memory, their watches, and adding them at level 0. */
#include "sat/cdcl/cdcl_internal.h"

uint32_t cdcl_new_clause(struct cdcl *s, const uint32_t *literals, uint32_t size, uint32_t flags,
                         uint32_t glue) {
    assert(size > 2);
    if (flags & CLAUSE_LEARNT) {
        vec_push(&s->arena, 0);
        vec_push(&s->arena, glue);
    }
    vec_push(&s->arena, size << CLAUSE_SIZE_SHIFT | flags);
    uint32_t ref = s->arena.size;
    vec_append(&s->arena, literals, size);
    if (flags & CLAUSE_LEARNT) clause_set_activity(s, ref, s->clause_increment);
    return ref;
}

void cdcl_attach(struct cdcl *s, uint32_t ref) {
    uint32_t a = s->arena.data[ref], b = s->arena.data[ref + 1];
    vec_push(&s->watches[a], (struct watch){b, reason_clause(ref)});
    vec_push(&s->watches[b], (struct watch){a, reason_clause(ref)});
}

void cdcl_attach_binary(struct cdcl *s, uint32_t a, uint32_t b) {
    vec_push(&s->watches[a], (struct watch){b, REF_BINARY});
    vec_push(&s->watches[b], (struct watch){a, REF_BINARY});
}

/* Clauses that go away are mostly young, and their watchers near the end. A blocker identifies a binary
 * clause only. */
void cdcl_detach_watch(struct cdcl *s, uint32_t literal, uint32_t ref, uint32_t blocker) {
    watches *list = &s->watches[literal];
    uint32_t i = list->size;
    do {
        assert(i);
        i--;
    } while (list->data[i].ref != ref || (ref == REF_BINARY && list->data[i].blocker != blocker));
    list->data[i] = list->data[--list->size];
}

void cdcl_detach(struct cdcl *s, uint32_t ref) {
    cdcl_detach_watch(s, s->arena.data[ref], reason_clause(ref), 0);
    cdcl_detach_watch(s, s->arena.data[ref + 1], reason_clause(ref), 0);
}

void cdcl_remove(struct cdcl *s, uint32_t ref) {
    cdcl_detach(s, ref);
    s->wasted += clause_words(s->arena.data[ref - 1]);
    s->arena.data[ref - 1] |= CLAUSE_REMOVED;
}

/* `seen` has bit 1 for the positive and bit 2 for the negative literal while this runs. */
uint32_t cdcl_simplify_literals(struct cdcl *s, uint32_t *literals, uint32_t size) {
    assert(!cdcl_level(s));
    uint32_t kept = 0;
    bool satisfied = false;
    for (uint32_t i = 0; i < size && !satisfied; i++) {
        uint32_t l = literals[i], bit = 1u << (l & 1);
        int8_t value = s->values[l];
        if (value == FALSE || s->seen[l >> 1] & bit) continue;
        satisfied = value == TRUE || s->seen[l >> 1];
        s->seen[l >> 1] |= (uint8_t)bit;
        literals[kept++] = l;
    }
    for (uint32_t i = 0; i < kept; i++) s->seen[literals[i] >> 1] = 0;
    return satisfied ? NO_LITERAL : kept;
}

uint32_t cdcl_add_simplified(struct cdcl *s, uint32_t *literals, uint32_t size) {
    uint32_t ref = 0;
    size = cdcl_simplify_literals(s, literals, size);
    if (size == NO_LITERAL) return ref;
    if (size == 0)
        s->inconsistent = true;
    else if (size == 1)
        cdcl_assign(s, literals[0], NO_REASON);
    else if (size == 2)
        cdcl_attach_binary(s, literals[0], literals[1]);
    else {
        ref = cdcl_new_clause(s, literals, size, 0, 0);
        vec_push(&s->originals, ref);
        cdcl_attach(s, ref);
    }
    return ref;
}
