/* The flip test: can a free variable of a satisfying assignment be unassigned?
 *
 * It can when every clause that its true literal satisfies has another true literal. Among the watchers only
 * those of that literal need a look: a clause always watches one of its true literals (see Blockers in
 * cdcl_internal.h), so a clause that does not watch this one watches another. The watch is moved to the
 * literal found, which keeps this so for the next flip. Learnt clauses follow from the others and are not
 * asked; clauses with a literal outside the domain do not belong to the query. */
#include "sat/cdcl/cdcl_internal.h"

static bool is_gate(const struct netlist *n, uint32_t v) {
    return n->clause_begin.data[v] != n->clause_begin.data[v + 1];
}

/* Another watched literal for a clause, when its other one is not true already: *found. */
static bool satisfied_without(struct cdcl *s, struct watch w, uint32_t literal, uint32_t *found) {
    *found = literal;
    if (s->values[w.blocker] == OUTSIDE) return true;
    if (w.ref == REF_BINARY) return s->values[w.blocker] == TRUE;
    uint32_t *c = clause_literals(s, w.ref >> 2), header = c[-1], size = header >> CLAUSE_SIZE_SHIFT;
    if (header & CLAUSE_LEARNT) return true;
    uint32_t other = c[0] ^ c[1] ^ literal;
    if (s->values[other] >= 0) return true;
    for (uint32_t k = 2; k < size; k++) {
        if (s->values[c[k]] < 0) continue;
        *found = c[k];
        c[k] = literal;
        c[0] = other;
        c[1] = *found;
        vec_push(&s->watches[*found], (struct watch){other, w.ref});
        return true;
    }
    return false;
}

/* Gate clauses of two and three literals, which are not watched. */
static bool implications_satisfied_without(const struct cdcl *s, uint32_t literal) {
    const struct span *span = &s->spans[literal];
    for (uint32_t i = span->begin; i < span->ternaries; i++)
        if (s->values[s->pool[i]] < 0) return false;
    for (uint32_t i = span->ternaries; i < span[1].begin; i += 2)
        if (s->values[s->pool[i]] < 0 && s->values[s->pool[i + 1]] < 0) return false;
    return true;
}

bool cdcl_flip(struct cdcl *s, uint32_t variable) {
    assert(s->satisfied);
    if (!cdcl_assigned(s, variable) || !s->assignments[variable].level) return false;
    if (s->flags[variable] & ASSUMED || is_gate(s->netlist, variable)) return false;
    uint32_t literal = 2 * variable + (s->values[2 * variable] == FALSE);
    if (literal == s->hidden || !implications_satisfied_without(s, literal)) return false;
    watches *list = &s->watches[literal];
    bool satisfied = true;
    uint32_t kept = 0, found;
    for (uint32_t i = 0; i < list->size; i++) {
        struct watch w = list->data[i];
        satisfied = satisfied && satisfied_without(s, w, literal, &found);
        if (!satisfied || found == literal) list->data[kept++] = w;
    }
    vec_shrink(list, kept);
    if (satisfied) s->values[literal] = s->values[literal ^ 1] = FREE;
    return satisfied;
}
