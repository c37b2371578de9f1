#include "engine/bit/switched.h"

enum { NO_VARIABLE = 0xffffffffu };

struct occurrence {
    uint32_t latch, step;
};

struct switched {
    const struct circuit *circuit;
    struct stats *stats;
    struct sat *sat;
    struct leaf *leaves;    /* of the circuit's nodes */
    uint32_t *dense, nodes; /* node -> 1 + its place in the lists below; 0: it has none yet */
    VEC(u32s) steps;        /* per step: place of a node -> variable; lists may be too short */
    uint32_t *switches;     /* per latch: variable, or NO_VARIABLE */
    /* Latches with a switch whose meaning in this step is still to be said. */
    VEC(struct occurrence) undefined;
    uint32_t variables;
    sat_lit constant; /* true */
};

sat_lit switched_literal(struct switched *s) {
    s->variables++;
    return sat_make(sat_variable(s->sat), false);
}

struct switched *switched_new(const struct circuit *circuit, struct limits *limits, struct stats *stats) {
    struct switched *s = mem_new(struct switched);
    s->circuit = circuit;
    s->stats = stats;
    s->sat = sat_cadical(limits);
    s->leaves = circuit_leaves(circuit);
    s->dense = mem_new_array(uint32_t, aig_size(circuit->graph));
    s->switches = mem_alloc((circuit->latches.size + 1) * sizeof *s->switches);
    memset(s->switches, 0xff, (circuit->latches.size + 1) * sizeof *s->switches); /* NO_VARIABLE */
    s->constant = switched_literal(s);
    sat_add1(s->sat, s->constant);
    return s;
}

void switched_free(struct switched *s) {
    if (!s) return;
    vec_each (u32s, step, &s->steps) vec_free(step);
    vec_free(&s->steps);
    vec_free(&s->undefined);
    mem_free(s->leaves);
    mem_free(s->dense);
    mem_free(s->switches);
    sat_free(s->sat);
    mem_free(s);
}

struct sat *switched_solver(struct switched *s) {
    return s->sat;
}

sat_lit switched_true(struct switched *s) {
    return s->constant;
}

/* Variables of nodes. */

static uint32_t known(const struct switched *s, uint32_t node, uint32_t step) {
    if (!node) return sat_variable_of(s->constant);
    uint32_t place = s->dense[node];
    if (!place || step >= s->steps.size || place > s->steps.data[step].size) return NO_VARIABLE;
    return s->steps.data[step].data[place - 1];
}

static void assign(struct switched *s, uint32_t node, uint32_t step, uint32_t variable) {
    if (!s->dense[node]) s->dense[node] = ++s->nodes;
    while (s->steps.size <= step) vec_push(&s->steps, (u32s){0});
    u32s *variables = &s->steps.data[step];
    while (variables->size < s->dense[node]) vec_push(variables, NO_VARIABLE);
    variables->data[s->dense[node] - 1] = variable;
}

static sat_lit literal_of(const struct switched *s, aig_lit l, uint32_t step) {
    /* node 0 is false, its variable is true */
    return sat_make(known(s, aig_node(l), step), aig_sign(l) != !aig_node(l));
}

static bool known_or_push(const struct switched *s, aig_lit l, uint32_t step, u32s *stack) {
    if (known(s, aig_node(l), step) != NO_VARIABLE) return true;
    vec_push(stack, aig_node(l));
    return false;
}

static void define_and(struct sat *sat, sat_lit x, sat_lit l, sat_lit r) {
    sat_add2(sat, sat_not(x), l);
    sat_add2(sat, sat_not(x), r);
    sat_add3(sat, x, sat_not(l), sat_not(r));
}

static void define_ite(struct sat *sat, sat_lit x, sat_lit c, sat_lit t, sat_lit e) {
    sat_add3(sat, sat_not(c), sat_not(t), x);
    sat_add3(sat, sat_not(c), t, sat_not(x));
    sat_add3(sat, c, sat_not(e), x);
    sat_add3(sat, c, e, sat_not(x));
}

static void encode_leaf(struct switched *s, uint32_t node, uint32_t step) {
    assign(s, node, step, sat_variable_of(switched_literal(s)));
    struct leaf leaf = s->leaves[node];
    if (leaf.kind == LEAF_LATCH && s->switches[leaf.index] != NO_VARIABLE)
        vec_push(&s->undefined, (struct occurrence){leaf.index, step});
}

/* Encodes a node whose fan-ins are encoded; false, with the missing ones on the stack, when they are not. */
static bool encode_node(struct switched *s, uint32_t node, uint32_t step, u32s *stack) {
    const struct aig *g = s->circuit->graph;
    if (!aig_is_gate(g, node)) {
        encode_leaf(s, node, step);
        return true;
    }
    aig_lit fanins[3];
    bool ite = aig_match_ite(g, node, &fanins[0], &fanins[1], &fanins[2]), ready = true;
    if (!ite) fanins[0] = aig_left(g, node), fanins[1] = aig_right(g, node);
    for (int i = 0; i < 2 + ite; i++) ready &= known_or_push(s, fanins[i], step, stack);
    if (!ready) return false;
    sat_lit x = switched_literal(s), a = literal_of(s, fanins[0], step), b = literal_of(s, fanins[1], step);
    if (ite)
        define_ite(s->sat, x, a, b, literal_of(s, fanins[2], step));
    else
        define_and(s->sat, x, a, b);
    assign(s, node, step, sat_variable_of(x));
    return true;
}

static sat_lit encode(struct switched *s, aig_lit l, uint32_t step) {
    u32s stack = {0};
    (void)known_or_push(s, l, step, &stack);
    while (stack.size) {
        uint32_t node = vec_last(&stack);
        if (known(s, node, step) != NO_VARIABLE || encode_node(s, node, step, &stack)) (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return literal_of(s, l, step);
}

static void define_latch(struct switched *s, struct occurrence at) {
    const struct latch *latch = &s->circuit->latches.data[at.latch];
    if (!at.step && latch_is_free(latch)) return;
    sat_lit off = sat_make(s->switches[at.latch], true), x = literal_of(s, latch->lit, at.step);
    sat_lit before = at.step ? encode(s, latch->next, at.step - 1) : literal_of(s, latch->reset, 0);
    sat_add3(s->sat, off, sat_not(x), before);
    sat_add3(s->sat, off, x, sat_not(before));
}

static void define_latches(struct switched *s) {
    while (s->undefined.size) define_latch(s, vec_pop(&s->undefined));
}

sat_lit switched_at(struct switched *s, aig_lit l, uint32_t step) {
    sat_lit result = encode(s, l, step);
    define_latches(s);
    return result;
}

sat_lit switched_and(struct switched *s, sat_lit a, sat_lit b) {
    if (a.code == s->constant.code || a.code == b.code) return b;
    if (b.code == s->constant.code) return a;
    sat_lit x = switched_literal(s);
    define_and(s->sat, x, a, b);
    return x;
}

bool switched_has_switch(const struct switched *s, uint32_t latch) {
    return s->switches[latch] != NO_VARIABLE;
}

sat_lit switched_switch(struct switched *s, uint32_t latch) {
    uint32_t *variable = &s->switches[latch], node = aig_node(s->circuit->latches.data[latch].lit);
    if (*variable == NO_VARIABLE) {
        *variable = sat_variable_of(switched_literal(s));
        for (uint32_t step = 0; step < s->steps.size; step++)
            if (known(s, node, step) != NO_VARIABLE)
                vec_push(&s->undefined, (struct occurrence){latch, step});
        define_latches(s);
    }
    return sat_make(*variable, false);
}

enum sat_result switched_solve(struct switched *s, const sat_lit *assumptions, uint32_t n, int64_t conflicts,
                               uint64_t *work) {
    uint64_t fixed = s->variables;
    if (*work <= fixed) {
        *work = 0;
        return SAT_UNKNOWN;
    }
    uint64_t affordable = 1 + (*work - fixed) / WORK_PER_CONFLICT, before = sat_conflicts(s->sat);
    if (conflicts < 0 || affordable < (uint64_t)conflicts)
        conflicts = affordable < INT64_MAX ? (int64_t)affordable : INT64_MAX;
    sat_set_conflicts(s->sat, conflicts);
    enum sat_result result = sat_solve(s->sat, assumptions, n);
    uint64_t learnt = sat_conflicts(s->sat) - before, used = fixed + learnt * WORK_PER_CONFLICT;
    *work -= used < *work ? used : *work;
    s->stats->queries++;
    s->stats->queries_sat += result == SAT_SATISFIED;
    s->stats->conflicts += learnt;
    return result;
}

bool switched_value(const struct switched *s, aig_lit leaf, uint32_t step) {
    if (known(s, aig_node(leaf), step) == NO_VARIABLE) return false;
    return sat_value(s->sat, literal_of(s, leaf, step));
}
