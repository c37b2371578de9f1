#include "engine/bit/unroll.h"

struct unroll {
    const struct circuit *circuit;
    struct sat *sat;
    enum unroll_start start;
    struct leaf *leaves;   /* of the circuit's nodes */
    struct aig *graph;     /* the expansion */
    VEC(aig_lit *) images; /* per step: circuit node -> expanded literal, AIG_NONE before it is asked for */
    u32s variables;        /* expanded node -> solver variable, NO_VARIABLE before it is encoded */
};

enum { NO_VARIABLE = 0xffffffffu };

struct unroll *unroll_new(const struct circuit *circuit, struct sat *sat, enum unroll_start start) {
    struct unroll *u = mem_new(struct unroll);
    u->circuit = circuit;
    u->sat = sat;
    u->start = start;
    u->leaves = circuit_leaves(circuit);
    u->graph = aig_new();
    return u;
}

void unroll_free(struct unroll *u) {
    if (!u) return;
    vec_each (aig_lit *, image, &u->images) mem_free(*image);
    vec_free(&u->images);
    vec_free(&u->variables);
    aig_free(u->graph);
    mem_free(u->leaves);
    mem_free(u);
}

struct aig *unroll_graph(struct unroll *u) {
    return u->graph;
}

/* Expansion. A work item is a circuit node in a step; expand_* give its image, or put one item that must come
 * before it on the stack and return AIG_NONE. */

struct item {
    uint32_t step, node;
};
typedef VEC(struct item) items;

static aig_lit image_of(const struct unroll *u, aig_lit l, uint32_t step) {
    aig_lit image = u->images.data[step][aig_node(l)];
    return image.code == UINT32_MAX ? AIG_NONE : aig_not_if(image, aig_sign(l));
}

static aig_lit image_or_push(const struct unroll *u, aig_lit l, uint32_t step, items *stack) {
    aig_lit image = image_of(u, l, step);
    if (image.code == UINT32_MAX) vec_push(stack, (struct item){step, aig_node(l)});
    return image;
}

static aig_lit expand_latch(struct unroll *u, uint32_t index, uint32_t step, items *stack) {
    const struct latch *latch = &u->circuit->latches.data[index];
    if (step) return image_or_push(u, latch->next, step - 1, stack);
    if (u->start == UNROLL_ANY || latch_is_free(latch)) return aig_leaf(u->graph);
    assert(aig_is_constant(latch->reset));
    return latch->reset;
}

static aig_lit expand_gate(struct unroll *u, uint32_t node, uint32_t step, items *stack) {
    aig_lit left = image_or_push(u, aig_left(u->circuit->graph, node), step, stack);
    if (left.code == UINT32_MAX || aig_same(left, AIG_FALSE)) return left;
    aig_lit right = image_or_push(u, aig_right(u->circuit->graph, node), step, stack);
    return right.code == UINT32_MAX ? right : aig_and(u->graph, left, right);
}

static aig_lit expand(struct unroll *u, struct item item, items *stack) {
    struct leaf leaf = u->leaves[item.node];
    if (leaf.kind == LEAF_INPUT) return aig_leaf(u->graph);
    if (leaf.kind == LEAF_LATCH) return expand_latch(u, leaf.index, item.step, stack);
    return item.node ? expand_gate(u, item.node, item.step, stack) : AIG_FALSE;
}

aig_lit unroll_at(struct unroll *u, aig_lit l, uint32_t step) {
    uint32_t size = aig_size(u->circuit->graph);
    while (u->images.size <= step) {
        aig_lit *image = mem_alloc(size * sizeof *image);
        memset(image, 0xff, size * sizeof *image); /* AIG_NONE */
        vec_push(&u->images, image);
    }
    items stack = {0};
    vec_push(&stack, (struct item){step, aig_node(l)});
    while (stack.size) {
        struct item item = vec_last(&stack);
        aig_lit *image = &u->images.data[item.step][item.node];
        if (image->code == UINT32_MAX) *image = expand(u, item, &stack);
        if (image->code != UINT32_MAX) (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return image_of(u, l, step);
}

aig_lit unroll_constraints(struct unroll *u, uint32_t step) {
    aig_lits all = {0};
    vec_each (const struct signal, c, &u->circuit->constraints) vec_push(&all, unroll_at(u, c->lit, step));
    aig_lit result = aig_and_all(u->graph, all.data, all.size);
    vec_free(&all);
    return result;
}

/* Encoding (Tseitin): one variable per expanded node, the clauses of a gate in both directions. */

static sat_lit literal_of(const struct unroll *u, aig_lit l) {
    return sat_make(u->variables.data[aig_node(l)], aig_sign(l));
}

static bool encoded_or_push(const struct unroll *u, aig_lit l, u32s *stack) {
    if (u->variables.data[aig_node(l)] != NO_VARIABLE) return true;
    vec_push(stack, aig_node(l));
    return false;
}

/* x = if c then t else e. The last two clauses are implied; they let t = e propagate. */
static void add_ite(struct sat *sat, sat_lit x, sat_lit c, sat_lit t, sat_lit e) {
    sat_add3(sat, sat_not(c), sat_not(t), x);
    sat_add3(sat, sat_not(c), t, sat_not(x));
    sat_add3(sat, c, sat_not(e), x);
    sat_add3(sat, c, e, sat_not(x));
    if (t.code == sat_not(e).code) return;
    sat_add3(sat, sat_not(t), sat_not(e), x);
    sat_add3(sat, t, e, sat_not(x));
}

static void add_and(struct sat *sat, sat_lit x, sat_lit l, sat_lit r) {
    sat_add2(sat, sat_not(x), l);
    sat_add2(sat, sat_not(x), r);
    sat_add3(sat, x, sat_not(l), sat_not(r));
}

/* Encodes a node whose fan-ins are encoded; false, with the missing ones on the stack, when they are not. */
static bool encode_node(struct unroll *u, uint32_t node, u32s *stack) {
    aig_lit c, t, e;
    uint32_t *variable = &u->variables.data[node];
    if (!aig_is_gate(u->graph, node)) {
        *variable = sat_variable(u->sat);
        if (!node) sat_add1(u->sat, sat_make(*variable, true)); /* the constant */
    } else if (aig_match_ite(u->graph, node, &c, &t, &e)) {
        bool ready = encoded_or_push(u, c, stack);
        ready &= encoded_or_push(u, t, stack);
        ready &= encoded_or_push(u, e, stack);
        if (!ready) return false;
        *variable = sat_variable(u->sat);
        add_ite(u->sat, sat_make(*variable, false), literal_of(u, c), literal_of(u, t), literal_of(u, e));
    } else {
        aig_lit l = aig_left(u->graph, node), r = aig_right(u->graph, node);
        bool ready = encoded_or_push(u, l, stack);
        ready &= encoded_or_push(u, r, stack);
        if (!ready) return false;
        *variable = sat_variable(u->sat);
        add_and(u->sat, sat_make(*variable, false), literal_of(u, l), literal_of(u, r));
    }
    return true;
}

sat_lit unroll_encode(struct unroll *u, aig_lit expanded) {
    while (u->variables.size < aig_size(u->graph)) vec_push(&u->variables, NO_VARIABLE);
    u32s stack = {0};
    vec_push(&stack, aig_node(expanded));
    while (stack.size) {
        uint32_t node = vec_last(&stack);
        if (u->variables.data[node] != NO_VARIABLE || encode_node(u, node, &stack)) (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return literal_of(u, expanded);
}

void unroll_assert(struct unroll *u, aig_lit expanded) {
    if (!aig_same(expanded, AIG_TRUE)) sat_add1(u->sat, unroll_encode(u, expanded));
}

void unroll_assert_if(struct unroll *u, sat_lit condition, aig_lit expanded) {
    if (!aig_same(expanded, AIG_TRUE)) sat_add2(u->sat, sat_not(condition), unroll_encode(u, expanded));
}

void unroll_assert_constraints(struct unroll *u, uint32_t step) {
    vec_each (const struct signal, c, &u->circuit->constraints) unroll_assert(u, unroll_at(u, c->lit, step));
}

/* Models. */

uint8_t unroll_value(const struct unroll *u, aig_lit l, uint32_t step) {
    if (step >= u->images.size) return TRACE_X;
    aig_lit image = image_of(u, l, step);
    if (image.code == UINT32_MAX) return TRACE_X;
    if (aig_is_constant(image)) return aig_same(image, AIG_TRUE);
    uint32_t node = aig_node(image);
    if (node < u->variables.size && u->variables.data[node] != NO_VARIABLE)
        return sat_value(u->sat, literal_of(u, image));
    /* A leaf that simplification made irrelevant: any value will do, but it must be one, since the circuit
     * itself is not simplified. */
    assert(!aig_is_gate(u->graph, node));
    return aig_sign(image);
}

struct trace *unroll_trace(const struct unroll *u, uint32_t property, uint32_t last) {
    assert(u->start == UNROLL_RESET);
    const struct circuit *c = u->circuit;
    struct trace *trace = trace_new(c, property);
    for (uint32_t i = 0; i < c->latches.size; i++) {
        const struct latch *latch = &c->latches.data[i];
        trace->initial.data[i] =
            latch_is_free(latch) ? unroll_value(u, latch->lit, 0) : aig_same(latch->reset, AIG_TRUE);
    }
    for (uint32_t step = 0; step <= last; step++) {
        uint8_t *values = trace_add_step(trace);
        for (uint32_t i = 0; i < c->inputs.size; i++)
            values[i] = unroll_value(u, c->inputs.data[i].lit, step);
    }
    return trace;
}
