/* Getting rid of clauses: those that depend on the last temporary clause, those that facts satisfy, learnt
 * ones that proved useless; and compacting the arena. */
#include "sat/cdcl/cdcl_internal.h"

#include <stdlib.h>

/* The activation variable's watch list holds nothing else than tainted clauses, so it is just emptied. */
static void detach_tainted(struct cdcl *s, uint32_t ref) {
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t l = s->arena.data[ref + i];
        if (l >> 1 != s->activation) cdcl_detach_watch(s, l, reason_clause(ref), 0);
    }
}

/* Facts found during the query may have falsified the rest of the temporary clause and so made the activation
 * literal true at level 0. No clause has its negation, so nothing follows from it. */
static void forget_activation(struct cdcl *s, uint32_t on) {
    uint32_t at = s->trail_size;
    while (s->trail[--at] != on) assert(at > s->simplified);
    memmove(s->trail + at, s->trail + at + 1, (s->trail_size - at - 1) * sizeof *s->trail);
    s->trail_size--;
    s->propagated = s->trail_size;
    s->values[on] = s->values[on ^ 1] = FREE;
}

void cdcl_retract(struct cdcl *s) {
    assert(!cdcl_level(s));
    if (!s->temporary_size) return;
    uint32_t on = 2 * s->activation;
    while (s->tainted.size) { /* newest first: they are often the last in the arena */
        uint32_t ref = vec_pop(&s->tainted), words = clause_words(s->arena.data[ref - 1]);
        detach_tainted(s, ref);
        if (ref + clause_size(s, ref) == s->arena.size)
            vec_shrink(&s->arena, s->arena.size - words);
        else {
            s->wasted += words;
            s->arena.data[ref - 1] |= CLAUSE_REMOVED;
        }
    }
    vec_each (uint32_t, l, &s->tainted_binaries) cdcl_detach_watch(s, *l, REF_BINARY, on);
    vec_clear(&s->tainted_binaries);
    detach_tainted(s, TEMPORARY_REF);
    vec_clear(&s->watches[on]);
    if (s->values[on] == TRUE) forget_activation(s, on);
    s->temporary_size = 0;
}

/* Every clause that watches a variable with a level-0 value is satisfied, once that value has been
 * propagated. */
static void drop_watched(struct cdcl *s, uint32_t literal) {
    watches *list = &s->watches[literal];
    while (list->size) {
        struct watch w = list->data[list->size - 1];
        if (w.ref == REF_BINARY) {
            cdcl_detach_watch(s, w.blocker, REF_BINARY, literal);
            list->size--;
        } else
            cdcl_remove(s, w.ref >> 2);
    }
    vec_free(list);
}

static void forget_removed(struct cdcl *s, u32s *list) {
    uint32_t kept = 0;
    vec_each (uint32_t, ref, list)
        if (!(clause_flags(s, *ref) & CLAUSE_REMOVED)) list->data[kept++] = *ref;
    vec_shrink(list, kept);
}

void cdcl_simplify(struct cdcl *s) {
    assert(!cdcl_level(s) && s->propagated == s->trail_size && !s->temporary_size);
    if (s->simplified == s->trail_size) return;
    for (; s->simplified < s->trail_size; s->simplified++) {
        drop_watched(s, s->trail[s->simplified]);
        drop_watched(s, s->trail[s->simplified] ^ 1);
    }
    forget_removed(s, &s->learnts);
}

bool cdcl_reduce_due(const struct cdcl *s) {
    return s->learnts.size + s->tainted.size >
           s->learnt_base + s->originals.size / s->learnt_share + s->learnt_growth * s->reductions;
}

struct candidate {
    uint32_t ref, glue;
    float activity;
};
typedef VEC(struct candidate) candidates;

static int worst_first(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->glue != y->glue) return x->glue > y->glue ? -1 : 1;
    if (x->activity != y->activity) return x->activity < y->activity ? -1 : 1;
    return x->ref < y->ref ? -1 : 1;
}

static bool is_reason(const struct cdcl *s, uint32_t ref) {
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t l = s->arena.data[ref + i];
        if (s->values[l] == TRUE && s->assignments[l >> 1].reason == reason_clause(ref)) return true;
    }
    return false;
}

static void nominate_from(const struct cdcl *s, const u32s *list, uint32_t least_glue, candidates *out) {
    vec_each (uint32_t, ref, list)
        if (clause_glue(s, *ref) >= least_glue && !is_reason(s, *ref))
            vec_push(out, (struct candidate){*ref, clause_glue(s, *ref), clause_activity(s, *ref)});
}

static void nominate(const struct cdcl *s, uint32_t least_glue, candidates *out) {
    vec_clear(out);
    nominate_from(s, &s->learnts, least_glue, out);
    nominate_from(s, &s->tainted, least_glue, out);
}

/* Removes the worse half of the learnt clauses. Those of glue 2 are spared until they are nearly all there
 * is: with all assumptions on one level such clauses are common. */
void cdcl_reduce(struct cdcl *s) {
    candidates all = {0};
    nominate(s, 3, &all);
    if (all.size < (s->learnts.size + s->tainted.size) / 4) nominate(s, 0, &all);
    if (all.size) qsort(all.data, all.size, sizeof *all.data, worst_first);
    for (uint32_t i = 0; i < all.size / 2; i++) cdcl_remove(s, all.data[i].ref);
    vec_free(&all);
    forget_removed(s, &s->learnts);
    forget_removed(s, &s->tainted);
    s->reductions++;
    if (s->log) cdcl_log_trim_if_due(s);
}

/* Copies a clause and leaves its new reference in the place of its first literal. */
static uint32_t move(u32s *to, u32s *from, uint32_t ref) {
    uint32_t header = from->data[ref - 1], words = clause_words(header), size = header >> CLAUSE_SIZE_SHIFT;
    vec_append(to, from->data + ref + size - words, words);
    return from->data[ref] = to->size - size;
}

static void move_all(u32s *to, u32s *from, u32s *list) {
    vec_each (uint32_t, ref, list) *ref = move(to, from, *ref);
}

static void redirect(const u32s *from, uint32_t *ref) {
    if (*ref != NO_REASON && !reason_kind(*ref)) *ref = reason_clause(from->data[*ref >> 2]);
}

static void redirect_watches(struct cdcl *s, const u32s *from, uint32_t variable) {
    vec_each (struct watch, w, &s->watches[2 * variable]) redirect(from, &w->ref);
    vec_each (struct watch, w, &s->watches[2 * variable + 1]) redirect(from, &w->ref);
}

/* Reasons of level 0 are never asked for. */
static void redirect_reasons(struct cdcl *s, const u32s *from) {
    if (!cdcl_level(s)) return;
    for (uint32_t i = s->levels.data[0]; i < s->trail_size; i++)
        redirect(from, &s->assignments[s->trail[i] >> 1].reason);
}

void cdcl_collect(struct cdcl *s, uint32_t temporary_capacity) {
    forget_removed(s, &s->originals);
    u32s from = s->arena;
    s->arena = (u32s){0};
    vec_reserve(&s->arena, from.size - s->wasted + temporary_capacity + from.size / 8);
    vec_append(&s->arena, from.data, TEMPORARY_REF + s->temporary_capacity);
    vec_resize(&s->arena, TEMPORARY_REF + temporary_capacity);
    from.data[TEMPORARY_REF] = TEMPORARY_REF;
    move_all(&s->arena, &from, &s->originals);
    move_all(&s->arena, &from, &s->learnts);
    move_all(&s->arena, &from, &s->tainted);
    vec_each (uint32_t, v, &s->touched) redirect_watches(s, &from, *v);
    if (s->activation != NO_VARIABLE) redirect_watches(s, &from, s->activation);
    redirect_reasons(s, &from);
    if (s->log) cdcl_log_moved(s, &from);
    vec_free(&from);
    s->temporary_capacity = temporary_capacity;
    s->wasted = 0;
    s->collections++;
}

void cdcl_collect_if_due(struct cdcl *s) {
    if (s->wasted > s->collect_minimum && s->wasted > s->arena.size / 4)
        cdcl_collect(s, s->temporary_capacity);
}
