#include "engine/bit/itp_cones.h"

enum { NO_VARIABLE = 0xffffffffu };

void cones_init(struct cones *c, const struct aig *graph, struct limits *limits, struct stats *stats) {
    *c = (struct cones){.graph = graph, .netlist = netlist_new()};
    c->solver = cdcl_new_growing(c->netlist, limits, stats);
}

void cones_fini(struct cones *c) {
    cdcl_free(c->solver);
    netlist_free(c->netlist);
    vec_free(&c->variables);
}

static sat_lit literal_of(const struct cones *c, aig_lit l) {
    return sat_make(c->variables.data[aig_node(l)], aig_sign(l));
}

static void encode(struct cones *c, uint32_t node) {
    uint32_t v = netlist_variable(c->netlist);
    sat_lit x = sat_make(v, false);
    c->variables.data[node] = v;
    if (!node) netlist_gate_clause(c->netlist, (sat_lit[]){sat_not(x)}, 1);
    if (!aig_is_gate(c->graph, node)) return;
    sat_lit l = literal_of(c, aig_left(c->graph, node)), r = literal_of(c, aig_right(c->graph, node));
    netlist_gate_clause(c->netlist, (sat_lit[]){sat_not(x), l}, 2);
    netlist_gate_clause(c->netlist, (sat_lit[]){sat_not(x), r}, 2);
    netlist_gate_clause(c->netlist, (sat_lit[]){x, sat_not(l), sat_not(r)}, 3);
    netlist_gate_fanin(c->netlist, sat_variable_of(l));
    netlist_gate_fanin(c->netlist, sat_variable_of(r));
}

static bool encoded(const struct cones *c, uint32_t node) {
    return c->variables.data[node] != NO_VARIABLE;
}

/* The fan-ins of the node that have no variable yet go onto the stack; true when there are none. */
static bool ready(const struct cones *c, uint32_t node, u32s *stack) {
    if (!aig_is_gate(c->graph, node)) return true;
    uint32_t left = aig_node(aig_left(c->graph, node)), right = aig_node(aig_right(c->graph, node));
    if (!encoded(c, left)) vec_push(stack, left);
    if (!encoded(c, right)) vec_push(stack, right);
    return encoded(c, left) && encoded(c, right);
}

sat_lit cones_lit(struct cones *c, aig_lit formula) {
    while (c->variables.size < aig_size(c->graph)) vec_push(&c->variables, NO_VARIABLE);
    if (encoded(c, aig_node(formula))) return literal_of(c, formula);
    u32s stack = {0};
    vec_push(&stack, aig_node(formula));
    while (stack.size) {
        uint32_t node = vec_last(&stack);
        if (!encoded(c, node)) {
            if (!ready(c, node, &stack)) continue;
            encode(c, node);
        }
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return literal_of(c, formula);
}

sat_lit cones_free_lit(struct cones *c) {
    return sat_make(netlist_variable(c->netlist), false);
}

void cones_add_clause(struct cones *c, const sat_lit *literals, uint32_t n) {
    cdcl_grow(c->solver);
    cdcl_add_clause(c->solver, literals, n);
}

enum sat_result cones_solve(struct cones *c, const sat_lit *assumptions, uint32_t n) {
    cdcl_grow(c->solver);
    return cdcl_solve(c->solver, assumptions, n, NULL, 0);
}

bool cones_known(const struct cones *c, uint32_t node) {
    return node < c->variables.size && encoded(c, node) && cdcl_known(c->solver, c->variables.data[node]);
}

bool cones_value(const struct cones *c, uint32_t node) {
    return cones_known(c, node) && cdcl_value(c->solver, sat_make(c->variables.data[node], false));
}
