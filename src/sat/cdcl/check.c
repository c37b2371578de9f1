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
            if (clause_flags(s, w->ref >> 1) & CLAUSE_REMOVED) return false;
            if (!has_literal(s, w->ref >> 1, w->blocker)) return false;
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

/* The reason holds the implied literal, and its others became false earlier. */
static bool reason_ok(const struct cdcl *s, uint32_t literal, const uint32_t *position) {
    uint32_t reason = s->assignments[literal >> 1].reason;
    if (reason == NO_REASON) return true;
    if (reason & REF_BINARY) {
        uint32_t other = reason >> 1;
        return count(s, literal, REF_BINARY, other) && s->values[other] == FALSE &&
               position[other >> 1] < position[literal >> 1];
    }
    if (!has_literal(s, reason >> 1, literal)) return false;
    for (uint32_t i = 0; i < clause_size(s, reason >> 1); i++) {
        uint32_t l = clause_literals(s, reason >> 1)[i];
        if (l == literal) continue;
        if (s->values[l] != FALSE || position[l >> 1] >= position[literal >> 1]) return false;
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

static bool model_ok(const struct cdcl *s) {
    vec_each (uint32_t, ref, &s->originals)
        if (!(clause_flags(s, *ref) & CLAUSE_REMOVED) && !clause_satisfied(s, *ref)) return false;
    if (s->temporary_size && !clause_satisfied(s, TEMPORARY_REF)) return false;
    for (uint32_t v = 0; v < s->netlist->variables; v++) {
        bool gate = s->netlist->clause_begin.data[v] != s->netlist->clause_begin.data[v + 1];
        if (gate && s->values[2 * v] == FREE) return false;
    }
    return true;
}

bool cdcl_check(const struct cdcl *s) {
    for (uint32_t v = 0; v < s->variables; v++)
        if (s->seen[v]) return false;
    return watches_ok(s) && trail_ok(s) && domain_ok(s) && (!s->satisfied || model_ok(s));
}
