/* Netlists: flat arrays, appended to one variable at a time; and the implications derived from them.
 *
 * Nearly all clauses of gates have two or three literals. Watching them would give each of the many solvers
 * its own copy of the circuit, in an order that its past queries have shuffled. Instead all occurrences of
 * all literals of such clauses are listed once, for all solvers, in the order of the circuit: read only,
 * compact, found in the cache by the next solver, and there without loading. */
#include "sat/cdcl/cdcl_internal.h"

struct netlist *netlist_new(void) {
    struct netlist *n = mem_new(struct netlist);
    vec_push(&n->clause_begin, 0);
    vec_push(&n->fanin_begin, 0);
    n->implications = mem_new(struct implications);
    return n;
}

void netlist_free(struct netlist *n) {
    if (!n) return;
    vec_free(&n->clause_begin);
    vec_free(&n->clauses);
    vec_free(&n->fanin_begin);
    vec_free(&n->fanins);
    mem_free(n->implications->spans);
    mem_free(n->implications->pool);
    mem_free(n->implications->rest_begin);
    vec_free(&n->implications->rest);
    mem_free(n->implications);
    mem_free(n);
}

uint32_t netlist_variable(struct netlist *n) {
    vec_push(&n->clause_begin, n->clauses.size);
    vec_push(&n->fanin_begin, n->fanins.size);
    return n->variables++;
}

void netlist_gate_clause(struct netlist *n, const sat_lit *literals, uint32_t size) {
    assert(n->variables);
    vec_push(&n->clauses, size);
    for (uint32_t i = 0; i < size; i++) vec_push(&n->clauses, literals[i].code);
    n->clause_begin.data[n->variables] = n->clauses.size;
}

void netlist_gate_fanin(struct netlist *n, uint32_t variable) {
    assert(n->variables);
    vec_push(&n->fanins, variable);
    n->fanin_begin.data[n->variables] = n->fanins.size;
}

/* Copies a clause without repeated literals; returns its size, 0 for a tautology, or LONG when it has more
 * than three literals, repeated or not. */
enum { LONG = 4 };
static uint32_t normalized(const uint32_t *clause, uint32_t out[3]) {
    uint32_t size = 0;
    if (clause[0] >= LONG) return LONG;
    for (uint32_t i = 1; i <= clause[0]; i++) {
        bool repeated = false;
        for (uint32_t k = 0; k < size; k++) {
            if (out[k] == (clause[i] ^ 1)) return 0;
            repeated = repeated || out[k] == clause[i];
        }
        if (!repeated) out[size++] = clause[i];
    }
    return size;
}

/* The spans get their sizes first, in words: binaries in `begin`, ternaries in `ternaries`. */
static void count_occurrences(const struct netlist *n, struct span *spans) {
    uint32_t literals[3];
    for (uint32_t at = 0; at < n->clauses.size; at += 1 + n->clauses.data[at]) {
        uint32_t size = normalized(n->clauses.data + at, literals);
        for (uint32_t i = 0; size == 2 && i < 2; i++) spans[literals[i]].begin++;
        for (uint32_t i = 0; size == 3 && i < 3; i++) spans[literals[i]].ternaries += 2;
    }
}

/* Then every field becomes the position where the next word goes. Filling from the back, from the last clause
 * to the first, leaves each at the beginning of its part, and the words in the order of the clauses. */
static uint32_t sizes_to_ends(struct span *spans, uint32_t literals) {
    uint32_t total = 0;
    for (uint32_t l = 0; l < literals; l++) {
        total = spans[l].begin += total;
        total = spans[l].ternaries += total;
    }
    for (uint32_t l = literals; l <= literals + 2; l++) spans[l] = (struct span){total, total};
    return total;
}

static void put_clause(struct implications *m, const uint32_t *l, uint32_t size) {
    for (uint32_t i = 0; size == 2 && i < 2; i++) m->pool[--m->spans[l[i]].begin] = l[1 - i];
    for (uint32_t i = 0; size == 3 && i < 3; i++) {
        m->pool[--m->spans[l[i]].ternaries] = l[i == 2 ? 1 : 2];
        m->pool[--m->spans[l[i]].ternaries] = l[i == 0 ? 1 : 0];
    }
}

/* Clauses are read from the back, too: their positions are collected first. */
static void put_clauses(const struct netlist *n, struct implications *m) {
    u32s positions = {0};
    uint32_t literals[3];
    for (uint32_t at = 0; at < n->clauses.size; at += 1 + n->clauses.data[at]) vec_push(&positions, at);
    while (positions.size) {
        const uint32_t *clause = n->clauses.data + vec_pop(&positions);
        put_clause(m, literals, normalized(clause, literals));
    }
    vec_free(&positions);
}

static void put_rest(const struct netlist *n, struct implications *m) {
    uint32_t literals[3];
    for (uint32_t v = 0; v < n->variables; v++) {
        m->rest_begin[v] = m->rest.size;
        for (uint32_t at = n->clause_begin.data[v]; at < n->clause_begin.data[v + 1];
             at += 1 + n->clauses.data[at]) {
            const uint32_t *clause = n->clauses.data + at;
            uint32_t size = normalized(clause, literals);
            if (size == 1 || size == LONG || !clause[0]) vec_append(&m->rest, clause, 1 + clause[0]);
        }
    }
    m->rest_begin[n->variables] = m->rest.size;
}

const struct implications *netlist_implications(const struct netlist *n) {
    struct implications *m = n->implications;
    if (m->spans) {
        assert(m->variables == n->variables);
        return m;
    }
    m->variables = n->variables;
    m->spans = mem_new_array(struct span, 2 * n->variables + 3);
    m->rest_begin = mem_new_array(uint32_t, n->variables + 1);
    count_occurrences(n, m->spans);
    m->pool = mem_new_array(uint32_t, sizes_to_ends(m->spans, 2 * n->variables) + 1);
    put_clauses(n, m);
    put_rest(n, m);
    return m;
}
