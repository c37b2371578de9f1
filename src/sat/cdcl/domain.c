/* Domains: fan-in closed sets of variables, and the loading of gates that enter one for the first time.
 *
 * Cones are cut at variables that have a value at level 0. That is sound although their fan-in is then left
 * open: let M be the evaluation of the circuit from the leaves of a satisfying domain assignment. Facts
 * follow from the gates and the clauses added before; by induction over time M satisfies these clauses,
 * therefore agrees with the facts, therefore with every domain variable above such a cut, and so satisfies
 * the next clause too. */
#include "sat/cdcl/cdcl_internal.h"

static void touch(struct cdcl *s, uint32_t v) {
    if (s->flags[v] & TOUCHED) return;
    s->flags[v] |= TOUCHED;
    vec_push(&s->touched, v);
}

void cdcl_load(struct cdcl *s, uint32_t v) {
    s->flags[v] |= LOADED;
    touch(s, v);
    const struct netlist *n = s->netlist;
    const struct implications *m = n->implications;
    bool growing = s->own_spans; /* then no clause is among the implications */
    const uint32_t *begin = growing ? n->clause_begin.data : m->rest_begin;
    const uint32_t *clauses = growing ? n->clauses.data : m->rest.data;
    uint32_t at = begin[v], end = begin[v + 1];
    while (at < end) {
        uint32_t size = clauses[at++];
        vec_clear(&s->literals);
        vec_append(&s->literals, clauses + at, size);
        at += size;
        cdcl_add_simplified(s, s->literals.data, size);
    }
}

static void enter(struct cdcl *s, uint32_t v, enum variable_flag kind) {
    s->flags[v] |= (uint8_t)kind;
    vec_push(kind == IN_QUERY ? &s->query_part : kind == IN_HELD ? &s->held_part : &s->permanent_part, v);
    if (!(s->flags[v] & LOADED)) cdcl_load(s, v);
    if (s->values[2 * v] == OUTSIDE) s->values[2 * v] = s->values[2 * v + 1] = FREE;
}

void cdcl_domain_add(struct cdcl *s, uint32_t variable, enum variable_flag kind) {
    assert(!cdcl_level(s) && variable < s->netlist->variables);
    /* a stronger reason to be in the domain covers the weaker ones */
    uint8_t covered = kind == IN_QUERY ? IN_DOMAIN : kind == IN_HELD ? IN_HELD | IN_PERMANENT : IN_PERMANENT;
    const uint32_t *begin = s->netlist->fanin_begin.data, *fanins = s->netlist->fanins.data;
    if (s->flags[variable] & covered) return;
    vec_push(&s->stack, variable);
    while (s->stack.size) {
        uint32_t v = vec_pop(&s->stack);
        if (s->flags[v] & covered) continue;
        if (cdcl_assigned(s, v)) {
            touch(s, v); /* clauses of a gate above may watch it */
            continue;
        }
        enter(s, v, kind);
        for (uint32_t i = begin[v]; i < begin[v + 1]; i++)
            if (!(s->flags[fanins[i]] & covered)) vec_push(&s->stack, fanins[i]);
        uint32_t next = cdcl_next_of_island(s, v); /* one is enough: it brings the one after it */
        while (next != v && cdcl_assigned(s, next)) next = cdcl_next_of_island(s, next);
        if (!(s->flags[next] & covered)) vec_push(&s->stack, next);
    }
}

/* ---- islands ----
 *
 * Clauses over few free variables that they share with each other only. A domain has all of an island's unassigned
 * variables or none, so it has its clauses with all of their variables, or skips them. In the second case an assignment
 * of the domain extends to the island: its clauses have a solution of their own. Islands that grow too large are in the
 * domain for good, and so is what touches them. */

enum { LARGEST_ISLAND = 64 };

void cdcl_allow_islands(struct cdcl *s) {
    if (s->islands || s->own_spans) return;
    s->largest_island = LARGEST_ISLAND;
    s->islands = mem_new_array(uint32_t, s->capacity);
}

static bool is_same_island(const struct cdcl *s, uint32_t v, uint32_t w) {
    for (uint32_t i = cdcl_next_of_island(s, v); i != v; i = cdcl_next_of_island(s, i))
        if (i == w) return true;
    return v == w;
}

static uint32_t island_size(const struct cdcl *s, uint32_t v) {
    uint32_t size = 1;
    for (uint32_t i = cdcl_next_of_island(s, v); i != v; i = cdcl_next_of_island(s, i)) size++;
    return size;
}

/* Two rings become one. */
static void join(struct cdcl *s, uint32_t v, uint32_t w) {
    if (is_same_island(s, v, w)) return;
    uint32_t after_v = cdcl_next_of_island(s, v), after_w = cdcl_next_of_island(s, w);
    s->islands[v] = v ^ after_w;
    s->islands[w] = w ^ after_v;
}

/* One of its variables is held. */
static void hold_island(struct cdcl *s, uint32_t v) {
    for (uint32_t i = cdcl_next_of_island(s, v); i != v; i = cdcl_next_of_island(s, i))
        if (!cdcl_assigned(s, i)) cdcl_domain_add(s, i, IN_HELD);
}

bool cdcl_join_island(struct cdcl *s, const uint32_t *clause, uint32_t n) {
    if (!s->islands || !s->restricted || n < 2 || n > s->largest_island) return false;
    const uint32_t *begin = s->netlist->fanin_begin.data;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = clause[i] >> 1;
        if (s->flags[v] & IN_PERMANENT || begin[v] != begin[v + 1]) return false;
    }
    for (uint32_t i = 1; i < n; i++) join(s, clause[0] >> 1, clause[i] >> 1);
    if (island_size(s, clause[0] >> 1) > s->largest_island) return false;
    for (uint32_t i = 0; i < n; i++) touch(s, clause[i] >> 1);
    for (uint32_t i = 0; i < n; i++)
        if (s->flags[clause[i] >> 1] & IN_HELD) hold_island(s, clause[i] >> 1);
    return true;
}

void cdcl_domain_leave(struct cdcl *s, u32s *part, enum variable_flag kind) {
    assert(!cdcl_level(s));
    vec_each (uint32_t, v, part) {
        s->flags[*v] &= (uint8_t)~kind;
        if (s->restricted && !(s->flags[*v] & IN_DOMAIN) && s->values[2 * *v] == FREE)
            s->values[2 * *v] = s->values[2 * *v + 1] = OUTSIDE;
    }
    vec_clear(part);
}

void cdcl_restrict(struct cdcl *s, bool on) {
    if (s->restricted == on) return;
    cdcl_backtrack(s, 0);
    s->restricted = on;
    for (uint32_t v = 0; v < s->netlist->variables; v++) {
        if (!on && !(s->flags[v] & LOADED)) cdcl_load(s, v);
        int8_t from = on ? FREE : OUTSIDE, to = on ? OUTSIDE : FREE;
        if (s->values[2 * v] == from && !(s->flags[v] & IN_DOMAIN))
            s->values[2 * v] = s->values[2 * v + 1] = to;
    }
    cdcl_propagate_facts(s);
}

void cdcl_hold(struct cdcl *s, const sat_lit *literals, uint32_t n) {
    cdcl_backtrack(s, 0);
    if (s->release_pending) {
        s->release_pending = false;
        cdcl_domain_leave(s, &s->held_part, IN_HELD);
    }
    if (!s->restricted) return;
    for (uint32_t i = 0; i < n; i++) cdcl_domain_add(s, sat_variable_of(literals[i]), IN_HELD);
    cdcl_propagate_facts(s);
}

/* The model of the last query stays readable, so the domain shrinks at the next one. */
void cdcl_release(struct cdcl *s) {
    s->release_pending = true;
}
