#include "transform/prover.h"

enum {
    NODES_BEFORE_RECYCLING = 4000, /* encoded nodes that justify a fresh solver ... */
    CALLS_BEFORE_RECYCLING = 400,  /* ... once it has answered this often */
    WORK_PER_CALL = 1000,
    WORK_PER_NODE = 60,
    WORK_PER_CONFLICT = 400
};

void prover_init(struct prover *p, const struct aig *graph, struct limits *limits, int64_t conflicts) {
    *p = (struct prover){.graph = graph, .limits = limits, .conflicts = conflicts};
}

void prover_fini(struct prover *p) {
    sat_free(p->sat);
    vec_free(&p->variable);
    vec_free(&p->assumed);
}

static sat_lit literal(const struct prover *p, aig_lit l) {
    return sat_make(p->variable.data[aig_node(l)] - 1, aig_sign(l));
}

static bool is_encoded(const struct prover *p, aig_lit l) {
    return aig_node(l) < p->variable.size && p->variable.data[aig_node(l)];
}

static void encode_gate(struct prover *p, uint32_t node, bool ite, aig_lit c, aig_lit t, aig_lit e) {
    sat_lit v = literal(p, aig_make(node, false));
    if (!ite) {
        sat_lit l = literal(p, aig_left(p->graph, node)), r = literal(p, aig_right(p->graph, node));
        sat_add2(p->sat, sat_not(v), l);
        sat_add2(p->sat, sat_not(v), r);
        sat_add3(p->sat, v, sat_not(l), sat_not(r));
        return;
    }
    sat_lit sc = literal(p, c), st = literal(p, t), se = literal(p, e);
    sat_add3(p->sat, sat_not(sc), sat_not(st), v);
    sat_add3(p->sat, sat_not(sc), st, sat_not(v));
    sat_add3(p->sat, sc, sat_not(se), v);
    sat_add3(p->sat, sc, se, sat_not(v));
    if (aig_same(t, aig_not(e))) return; /* xor: the redundant clauses say nothing */
    sat_add3(p->sat, sat_not(st), sat_not(se), v);
    sat_add3(p->sat, st, se, sat_not(v));
}

/* Encodes the cone of a literal. A node on the stack is visited twice: to open it, and when its fan-ins are
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
        aig_lit c = AIG_FALSE, t = AIG_FALSE, e = AIG_FALSE;
        bool gate = aig_is_gate(p->graph, n), ite = gate && aig_match_ite(p->graph, n, &c, &t, &e);
        aig_lit fanins[3] = {ite    ? c
                             : gate ? aig_left(p->graph, n)
                                    : AIG_NONE,
                             ite    ? t
                             : gate ? aig_right(p->graph, n)
                                    : AIG_NONE,
                             ite ? e : AIG_NONE};
        for (int i = 0; i < 3; i++)
            if (fanins[i].code != UINT32_MAX && !is_encoded(p, fanins[i]))
                vec_push(&stack, aig_node(fanins[i]));
        if (stack.size != before) continue;
        p->variable.data[n] = sat_variable(p->sat) + 1;
        p->encoded++;
        p->work += WORK_PER_NODE;
        if (gate)
            encode_gate(p, n, ite, c, t, e);
        else if (n == 0)
            sat_add1(p->sat, sat_not(literal(p, AIG_FALSE)));
    }
    vec_free(&stack);
}

static void assert_true(struct prover *p, aig_lit l) {
    encode(p, l);
    sat_add1(p->sat, literal(p, l));
}

static void renew(struct prover *p) {
    sat_free(p->sat);
    p->sat = sat_cadical(p->limits);
    p->encoded = p->calls = 0;
    if (p->variable.size) memset(p->variable.data, 0, p->variable.size * sizeof *p->variable.data);
    p->work += p->variable.size / 16;
    vec_each (const aig_lit, l, &p->assumed) assert_true(p, *l);
}

void prover_assume(struct prover *p, aig_lit l) {
    vec_push(&p->assumed, l);
    if (p->sat) assert_true(p, l);
}

/* a & !b satisfiable? */
static enum sat_result differ(struct prover *p, aig_lit a, aig_lit b) {
    if (aig_same(a, AIG_FALSE) || aig_same(b, AIG_TRUE)) return SAT_REFUTED;
    sat_lit assumptions[2] = {literal(p, a), sat_not(literal(p, b))};
    sat_set_conflicts(p->sat, p->conflicts);
    p->calls++;
    uint64_t before = sat_conflicts(p->sat);
    enum sat_result result = sat_solve(p->sat, assumptions, 2);
    p->work += WORK_PER_CALL + WORK_PER_CONFLICT * (sat_conflicts(p->sat) - before);
    return result;
}

enum proof prover_equal(struct prover *p, aig_lit a, aig_lit b) {
    if (aig_same(a, b)) return PROOF_EQUAL;
    if (!p->sat || (p->encoded > NODES_BEFORE_RECYCLING && p->calls > CALLS_BEFORE_RECYCLING)) renew(p);
    encode(p, a);
    encode(p, b);
    enum sat_result first = differ(p, a, b);
    if (first == SAT_SATISFIED) return PROOF_DIFFERENT;
    if (first == SAT_UNKNOWN) return PROOF_NONE;
    enum sat_result second = differ(p, b, a);
    if (second == SAT_SATISFIED) return PROOF_DIFFERENT;
    if (second == SAT_UNKNOWN) return PROOF_NONE;
    sat_add2(p->sat, literal(p, a), sat_not(literal(p, b)));
    sat_add2(p->sat, sat_not(literal(p, a)), literal(p, b));
    return PROOF_EQUAL;
}

bool prover_knows(const struct prover *p, aig_lit l) {
    return aig_is_constant(l) || is_encoded(p, l);
}

bool prover_value(const struct prover *p, aig_lit l) {
    return aig_is_constant(l) ? aig_sign(l) : sat_value(p->sat, literal(p, l));
}
