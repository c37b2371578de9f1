#include "engine/bit/itp_cnf.h"

enum { NO_VARIABLE = 0xffffffffu };

void cnf_init(struct cnf *c, const struct aig *graph, struct sat *sat) {
    *c = (struct cnf){.graph = graph, .sat = sat};
}

void cnf_fini(struct cnf *c) {
    vec_free(&c->variables);
}

static void cover(struct cnf *c) {
    while (c->variables.size < aig_size(c->graph)) vec_push(&c->variables, NO_VARIABLE);
}

void cnf_bind(struct cnf *c, aig_lit leaf, uint32_t variable) {
    cover(c);
    assert(!aig_sign(leaf) && !aig_is_gate(c->graph, aig_node(leaf)));
    assert(c->variables.data[aig_node(leaf)] == NO_VARIABLE);
    c->variables.data[aig_node(leaf)] = variable;
}

bool cnf_known(const struct cnf *c, aig_lit l) {
    return aig_node(l) < c->variables.size && c->variables.data[aig_node(l)] != NO_VARIABLE;
}

static sat_lit literal_of(const struct cnf *c, aig_lit l) {
    return sat_make(c->variables.data[aig_node(l)], aig_sign(l));
}

static bool ready(struct cnf *c, aig_lit fanin, u32s *stack) {
    if (cnf_known(c, fanin)) return true;
    vec_push(stack, aig_node(fanin));
    return false;
}

static void encode(struct cnf *c, uint32_t node) {
    c->variables.data[node] = sat_variable(c->sat);
    sat_lit x = sat_make(c->variables.data[node], false);
    if (!node) sat_add1(c->sat, sat_not(x)); /* the constant */
    if (!aig_is_gate(c->graph, node)) return;
    sat_lit l = literal_of(c, aig_left(c->graph, node)), r = literal_of(c, aig_right(c->graph, node));
    sat_add2(c->sat, sat_not(x), l);
    sat_add2(c->sat, sat_not(x), r);
    sat_add3(c->sat, x, sat_not(l), sat_not(r));
}

sat_lit cnf_lit(struct cnf *c, aig_lit formula) {
    u32s stack = {0};
    cover(c);
    vec_push(&stack, aig_node(formula));
    while (stack.size) {
        uint32_t node = vec_last(&stack);
        bool gate = aig_is_gate(c->graph, node), left = true, right = true;
        if (c->variables.data[node] == NO_VARIABLE && gate) {
            left = ready(c, aig_left(c->graph, node), &stack);
            right = ready(c, aig_right(c->graph, node), &stack);
        }
        if (!left || !right) continue;
        if (c->variables.data[node] == NO_VARIABLE) encode(c, node);
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return literal_of(c, formula);
}
