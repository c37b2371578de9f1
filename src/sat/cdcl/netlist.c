/* Netlists: flat arrays, appended to one variable at a time. */
#include "sat/cdcl/cdcl.h"

struct netlist *netlist_new(void) {
    struct netlist *n = mem_new(struct netlist);
    vec_push(&n->clause_begin, 0);
    vec_push(&n->fanin_begin, 0);
    return n;
}

void netlist_free(struct netlist *n) {
    if (!n) return;
    vec_free(&n->clause_begin);
    vec_free(&n->clauses);
    vec_free(&n->fanin_begin);
    vec_free(&n->fanins);
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
