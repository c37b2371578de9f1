/* The validator. Quadratic in places: for tests and debugging. */
#include "sat/cdcl/cdcl_internal.h"

static uint32_t count(const struct cdcl *s, uint32_t literal, uint32_t ref, uint32_t blocker) {
    uint32_t n = 0;
    vec_each (struct watch, w, &s->watches[literal])
        n += w->ref == ref && (ref != REF_BINARY || w->blocker == blocker);
    return n;
}

static bool has_literal(const struct cdcl *s, uint32_t ref, uint32_t literal) {
    for (uint32_t i = 0; i < clause_size(s, ref); i++)
        if (clause_literals(s, ref)[i] == literal) return true;
    return false;
}

/* Each clause is watched once by each of its first two literals. */
static bool clauses_watched(const struct cdcl *s, const u32s *list, uint32_t *clauses) {
    vec_each (uint32_t, ref, list) {
        if (clause_flags(s, *ref) & CLAUSE_REMOVED) continue;
        ++*clauses;
        for (uint32_t i = 0; i < 2; i++)
            if (count(s, clause_literals(s, *ref)[i], reason_clause(*ref), 0) != 1) return false;
    }
    return true;
}

/* Each watcher belongs to a clause, binary ones come in pairs, blockers are literals of the clause. */
static bool watches_belong(const struct cdcl *s, uint32_t *watchers) {
    for (uint32_t l = 0; l < 2 * s->variables; l++)
        vec_each (struct watch, w, &s->watches[l]) {
            if (w->ref == REF_BINARY) {
                if (count(s, l, REF_BINARY, w->blocker) != count(s, w->blocker, REF_BINARY, l)) return false;
                continue;
            }
            ++*watchers;
            if (clause_flags(s, w->ref >> 2) & CLAUSE_REMOVED) return false;
            if (!has_literal(s, w->ref >> 2, w->blocker)) return false;
        }
    return true;
}

static bool watches_ok(const struct cdcl *s) {
    uint32_t clauses = 0, watchers = 0;
    if (!clauses_watched(s, &s->originals, &clauses) || !clauses_watched(s, &s->learnts, &clauses) ||
        !clauses_watched(s, &s->tainted, &clauses) || !watches_belong(s, &watchers))
        return false;
    return watchers == 2 * (clauses + (s->temporary_size != 0));
}

static bool earlier(const struct cdcl *s, uint32_t other, uint32_t literal, const uint32_t *position) {
    return s->values[other] == FALSE && position[other >> 1] < position[literal >> 1];
}

static bool is_implication(const struct cdcl *s, uint32_t literal, uint32_t kind, uint32_t a, uint32_t b) {
    const struct span *span = &s->spans[literal];
    for (uint32_t i = span->begin; kind == REF_BINARY && i < span->ternaries; i++)
        if (s->pool[i] == a) return true;
    for (uint32_t i = span->ternaries; kind == REF_TERNARY && i < span[1].begin; i += 2)
        if ((s->pool[i] == a && s->pool[i + 1] == b) || (s->pool[i] == b && s->pool[i + 1] == a)) return true;
    return kind == REF_BINARY && count(s, literal, REF_BINARY, a);
}

/* The reason holds the implied literal, and its others became false earlier. */
static bool reason_ok(const struct cdcl *s, uint32_t literal, const uint32_t *position) {
    uint32_t reason = s->assignments[literal >> 1].reason, second = s->assignments[literal >> 1].second;
    uint32_t kind = reason_kind(reason), ref = reason >> 2;
    if (reason == NO_REASON) return true;
    if (kind)
        return is_implication(s, literal, kind, ref, second) && earlier(s, ref, literal, position) &&
               (kind == REF_BINARY || earlier(s, second, literal, position));
    if (!has_literal(s, ref, literal)) return false;
    for (uint32_t i = 0; i < clause_size(s, ref); i++) {
        uint32_t l = clause_literals(s, ref)[i];
        if (l != literal && !earlier(s, l, literal, position)) return false;
    }
    return true;
}

/* Flipped variables are still on the trail, without a value. */
static bool trail_ok(const struct cdcl *s) {
    uint32_t *position = mem_new_array(uint32_t, s->variables + 1), level = 0;
    bool ok = s->propagated <= s->trail_size;
    for (uint32_t i = 0; i < s->trail_size; i++) position[s->trail[i] >> 1] = i;
    for (uint32_t i = 0; i < s->trail_size && ok; i++) {
        uint32_t l = s->trail[i];
        while (level < s->levels.size && s->levels.data[level] <= i) level++;
        if (s->satisfied && s->values[l] == FREE) continue;
        ok = s->values[l] == TRUE && s->values[l ^ 1] == FALSE && s->assignments[l >> 1].level == level;
        if (ok && level && !s->satisfied) ok = reason_ok(s, l, position);
    }
    mem_free(position);
    return ok;
}

static bool domain_ok(const struct cdcl *s) {
    for (uint32_t v = 0; v < s->netlist->variables; v++) {
        bool inside = !s->restricted || s->flags[v] & IN_DOMAIN;
        if (s->values[2 * v] == OUTSIDE && inside) return false;
        if (s->values[2 * v] == FREE && !inside) return false;
        if (s->values[2 * v] == OUTSIDE && s->values[2 * v + 1] != OUTSIDE) return false;
        if (cdcl_assigned(s, v) && s->assignments[v].level && !inside) return false;
        if (inside && !(s->flags[v] & LOADED)) return false;
        if (!inside || cdcl_assigned(s, v)) continue;
        const uint32_t *begin = s->netlist->fanin_begin.data;
        for (uint32_t i = begin[v]; i < begin[v + 1]; i++)
            if (s->values[2 * s->netlist->fanins.data[i]] == OUTSIDE) return false;
        for (uint32_t i = cdcl_next_of_island(s, v); i != v; i = cdcl_next_of_island(s, i))
            if (s->values[2 * i] == OUTSIDE) return false;
    }
    return true;
}

/* A clause of the query has a true literal, and watches one. */
static bool clause_satisfied(const struct cdcl *s, uint32_t ref) {
    const uint32_t *c = clause_literals(s, ref);
    for (uint32_t i = 0; i < clause_size(s, ref); i++)
        if (s->values[c[i]] == OUTSIDE) return true;
    return s->values[c[0]] == TRUE || s->values[c[1]] == TRUE;
}

/* One clause of a gate: satisfied, not of the query, or a tautology. */
static bool gate_clause_ok(const struct cdcl *s, const uint32_t *literals, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        if (s->values[literals[i]] >= 0) return true;
        for (uint32_t k = 0; k < i; k++)
            if (literals[k] == (literals[i] ^ 1)) return true;
    }
    return false;
}

static bool gate_satisfied(const struct cdcl *s, const uint32_t *at, const uint32_t *end) {
    for (; at < end; at += 1 + *at)
        if (!gate_clause_ok(s, at + 1, *at)) return false;
    return true;
}

static bool model_ok(const struct cdcl *s) {
    vec_each (uint32_t, ref, &s->originals)
        if (!(clause_flags(s, *ref) & CLAUSE_REMOVED) && !clause_satisfied(s, *ref)) return false;
    if (s->temporary_size && !clause_satisfied(s, TEMPORARY_REF)) return false;
    const u32s *clauses = &s->netlist->clauses, *begin = &s->netlist->clause_begin;
    for (uint32_t v = 0; v < s->netlist->variables; v++) {
        bool gate = begin->data[v] != begin->data[v + 1];
        if (gate && s->values[2 * v] == FREE) return false;
        if (gate && !gate_satisfied(s, clauses->data + begin->data[v], clauses->data + begin->data[v + 1]))
            return false;
    }
    return true;
}

bool cdcl_check(const struct cdcl *s) {
    for (uint32_t v = 0; v < s->variables; v++)
        if (s->seen[v]) return false;
    return watches_ok(s) && trail_ok(s) && domain_ok(s) && (!s->satisfied || model_ok(s));
}
