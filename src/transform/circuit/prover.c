#include "transform/circuit/prover.h"

#include "sat/cdcl/cdcl.h"

enum {
    WORK_PER_CALL = 300,
    WORK_PER_NODE = 50,
    WORK_PER_CONFLICT = 500,
    WORK_PER_DECISION = 20,
    WORK_PER_PROPAGATION = 30,
    WORK_PER_DOMAIN_VARIABLE = 10
};

void prover_init(struct prover *p, const struct aig *graph, struct limits *limits, int64_t conflicts) {
    *p = (struct prover){.graph = graph, .conflicts = conflicts};
    p->netlist = netlist_new();
    p->solver = cdcl_new_growing(p->netlist, limits, &p->stats);
}

void prover_fini(struct prover *p) {
    cdcl_free(p->solver);
    netlist_free(p->netlist);
    vec_free(&p->variable);
}

static sat_lit literal(const struct prover *p, aig_lit l) {
    return sat_make(p->variable.data[aig_node(l)] - 1, aig_sign(l));
}

static bool is_encoded(const struct prover *p, aig_lit l) {
    return aig_node(l) < p->variable.size && p->variable.data[aig_node(l)];
}

static void clause3(struct netlist *n, sat_lit a, sat_lit b, sat_lit c) {
    netlist_gate_clause(n, (const sat_lit[]){a, b, c}, 3);
}

static void encode_and(struct prover *p, sat_lit v, sat_lit l, sat_lit r) {
    netlist_gate_clause(p->netlist, (const sat_lit[]){sat_not(v), l}, 2);
    netlist_gate_clause(p->netlist, (const sat_lit[]){sat_not(v), r}, 2);
    clause3(p->netlist, v, sat_not(l), sat_not(r));
    netlist_gate_fanin(p->netlist, sat_variable_of(l));
    netlist_gate_fanin(p->netlist, sat_variable_of(r));
}

static void encode_ite(struct prover *p, sat_lit v, sat_lit c, sat_lit t, sat_lit e) {
    struct netlist *n = p->netlist;
    clause3(n, sat_not(c), sat_not(t), v);
    clause3(n, sat_not(c), t, sat_not(v));
    clause3(n, c, sat_not(e), v);
    clause3(n, c, e, sat_not(v));
    netlist_gate_fanin(n, sat_variable_of(c));
    netlist_gate_fanin(n, sat_variable_of(t));
    if (t.code == sat_not(e).code) return; /* xor: one fan-in less, and what follows says nothing */
    clause3(n, sat_not(t), sat_not(e), v);
    clause3(n, t, e, sat_not(v));
    netlist_gate_fanin(n, sat_variable_of(e));
}

/* What a node is encoded as: its fan-ins, 0 to 3 of them (3: if-then-else). */
static uint32_t fanins_of(const struct prover *p, uint32_t n, aig_lit fanins[3]) {
    if (!aig_is_gate(p->graph, n)) return 0;
    if (aig_match_ite(p->graph, n, &fanins[0], &fanins[1], &fanins[2])) return 3;
    fanins[0] = aig_left(p->graph, n);
    fanins[1] = aig_right(p->graph, n);
    return 2;
}

static void encode_node(struct prover *p, uint32_t n, uint32_t count, const aig_lit fanins[3]) {
    sat_lit v = sat_make(netlist_variable(p->netlist), false);
    p->variable.data[n] = sat_variable_of(v) + 1;
    p->work += WORK_PER_NODE;
    if (count == 2)
        encode_and(p, v, literal(p, fanins[0]), literal(p, fanins[1]));
    else if (count == 3)
        encode_ite(p, v, literal(p, fanins[0]), literal(p, fanins[1]), literal(p, fanins[2]));
    else if (n == 0)
        netlist_gate_clause(p->netlist, (const sat_lit[]){sat_not(v)}, 1);
}

/* Encodes the cone of a literal. A node on the stack is looked at twice: to open it, and when its fan-ins are
 * done. */
static void encode(struct prover *p, aig_lit root) {
    if (p->variable.size < aig_size(p->graph)) vec_resize(&p->variable, aig_size(p->graph));
    u32s stack = {0};
    vec_push(&stack, aig_node(root));
    while (stack.size) {
        uint32_t n = vec_last(&stack), before = stack.size;
        if (p->variable.data[n]) {
            (void)vec_pop(&stack);
            continue;
        }
        aig_lit fanins[3];
        uint32_t count = fanins_of(p, n, fanins);
        for (uint32_t i = 0; i < count; i++)
            if (!is_encoded(p, fanins[i])) vec_push(&stack, aig_node(fanins[i]));
        if (stack.size == before) encode_node(p, n, count, fanins);
    }
    vec_free(&stack);
    cdcl_grow(p->solver);
}

void prover_assume(struct prover *p, aig_lit l) {
    encode(p, l);
    sat_lit unit = literal(p, l);
    cdcl_add_clause(p->solver, &unit, 1);
}

/* a & !b satisfiable? */
static enum sat_result differ(struct prover *p, aig_lit a, aig_lit b) {
    if (aig_same(a, AIG_FALSE) || aig_same(b, AIG_TRUE)) return SAT_REFUTED;
    sat_lit assumptions[2] = {literal(p, a), sat_not(literal(p, b))};
    cdcl_set_conflicts(p->solver, p->conflicts);
    struct stats before = p->stats;
    enum sat_result result = cdcl_solve(p->solver, assumptions, 2, NULL, 0);
    p->work += WORK_PER_CALL + WORK_PER_CONFLICT * (p->stats.conflicts - before.conflicts) +
               WORK_PER_DECISION * (p->stats.decisions - before.decisions) +
               WORK_PER_PROPAGATION * (p->stats.propagations - before.propagations) +
               WORK_PER_DOMAIN_VARIABLE * (p->stats.domain_variables - before.domain_variables);
    return result;
}

enum proof prover_equal(struct prover *p, aig_lit a, aig_lit b) {
    if (aig_same(a, b)) return PROOF_EQUAL;
    encode(p, a);
    encode(p, b);
    enum sat_result result = differ(p, a, b);
    if (result == SAT_REFUTED) result = differ(p, b, a);
    return result == SAT_REFUTED ? PROOF_EQUAL : result == SAT_SATISFIED ? PROOF_DIFFERENT : PROOF_NONE;
}

bool prover_knows(const struct prover *p, aig_lit l) {
    return aig_is_constant(l) || (is_encoded(p, l) && cdcl_known(p->solver, sat_variable_of(literal(p, l))));
}

bool prover_value(const struct prover *p, aig_lit l) {
    return aig_is_constant(l) ? aig_sign(l) : cdcl_value(p->solver, literal(p, l));
}
