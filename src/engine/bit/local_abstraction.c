#include "engine/bit/local_abstraction.h"

#include "aig/simulate.h"

/* Marks what the chosen properties and the constraints depend on when cutpoints end the dependency. */
static bool *mark(const struct circuit *c, const struct leaf *leaves, const bool *included,
                  const bool *chosen) {
    bool *marks = mem_new_array(bool, aig_size(c->graph));
    u32s stack = {0};
    vec_each (const struct signal, s, &c->constraints) vec_push(&stack, aig_node(s->lit));
    for (uint32_t p = 0; p < c->properties.size; p++)
        if (chosen[p]) vec_push(&stack, aig_node(c->properties.data[p].bad));
    while (stack.size) {
        uint32_t n = vec_pop(&stack);
        if (marks[n]) continue;
        marks[n] = true;
        if (aig_is_gate(c->graph, n)) {
            vec_push(&stack, aig_node(aig_left(c->graph, n)));
            vec_push(&stack, aig_node(aig_right(c->graph, n)));
        } else if (leaves[n].kind == LEAF_LATCH && included[leaves[n].index]) {
            vec_push(&stack, aig_node(c->latches.data[leaves[n].index].next));
        }
    }
    vec_free(&stack);
    return marks;
}

static void add_leaves(struct abstraction *a, const bool *included, const bool *marks, aig_lit *map) {
    const struct circuit *c = a->original;
    for (uint32_t i = 0; i < c->inputs.size; i++) {
        uint32_t node = aig_node(c->inputs.data[i].lit);
        if (!marks[node]) continue;
        map[node] = circuit_add_input(a->circuit, NULL);
        vec_push(&a->inputs, (struct leaf){LEAF_INPUT, i});
    }
    for (uint32_t i = 0; i < c->latches.size; i++) {
        uint32_t node = aig_node(c->latches.data[i].lit);
        if (!marks[node]) continue;
        if (included[i]) {
            map[node] = circuit_add_latch(a->circuit, NULL);
            vec_push(&a->latches, i);
        } else {
            map[node] = circuit_add_input(a->circuit, NULL);
            vec_push(&a->inputs, (struct leaf){LEAF_LATCH, i});
            a->cutpoints++;
        }
    }
}

static void add_functions(struct abstraction *a, const bool *chosen, aig_lit *map) {
    const struct circuit *c = a->original;
    struct aig *to = a->circuit->graph;
    for (uint32_t i = 0; i < a->latches.size; i++) {
        const struct latch *from = &c->latches.data[a->latches.data[i]];
        struct latch *latch = &a->circuit->latches.data[i];
        assert(!latch_has_function(from));
        latch->reset = latch_is_free(from) ? latch->lit : from->reset;
        latch->next = aig_copy_cone(to, c->graph, from->next, map);
    }
    vec_each (const struct signal, s, &c->constraints)
        circuit_add_constraint(a->circuit, aig_copy_cone(to, c->graph, s->lit, map), NULL);
    for (uint32_t p = 0; p < c->properties.size; p++) {
        if (!chosen[p]) continue;
        aig_lit bad = aig_copy_cone(to, c->graph, c->properties.data[p].bad, map);
        circuit_add_property(a->circuit, bad, NULL, c->properties.data[p].index);
        vec_push(&a->properties, p);
    }
}

struct abstraction *abstraction_new(const struct circuit *original, const bool *included,
                                    const bool *chosen) {
    struct abstraction *a = mem_new(struct abstraction);
    a->original = original;
    a->circuit = circuit_new();
    struct leaf *leaves = circuit_leaves(original);
    bool *marks = mark(original, leaves, included, chosen);
    uint32_t size = aig_size(original->graph);
    aig_lit *map = mem_alloc(size * sizeof *map);
    memset(map, 0xff, size * sizeof *map); /* AIG_NONE */
    map[0] = AIG_FALSE;
    add_leaves(a, included, marks, map);
    add_functions(a, chosen, map);
    mem_free(map);
    mem_free(marks);
    mem_free(leaves);
    return a;
}

void abstraction_free(struct abstraction *a) {
    if (!a) return;
    circuit_free(a->circuit);
    vec_free(&a->latches);
    vec_free(&a->inputs);
    vec_free(&a->properties);
    mem_free(a);
}

struct invariant *abstraction_invariant_back(const struct abstraction *a, const struct invariant *from) {
    struct invariant *to = invariant_new(a->original);
    uint32_t size = aig_size(from->graph);
    aig_lit *map = mem_alloc(size * sizeof *map);
    memset(map, 0xff, size * sizeof *map); /* AIG_NONE */
    map[0] = AIG_FALSE;
    for (uint32_t i = 0; i < a->inputs.size; i++) {
        struct leaf leaf = a->inputs.data[i];
        const aig_lits *leaves = leaf.kind == LEAF_INPUT ? &to->inputs : &to->latches;
        map[aig_node(from->inputs.data[i])] = leaves->data[leaf.index];
    }
    for (uint32_t i = 0; i < a->latches.size; i++)
        map[aig_node(from->latches.data[i])] = to->latches.data[a->latches.data[i]];
    vec_each (const aig_lit, conjunct, &from->conjuncts) invariant_add_copy(to, from->graph, *conjunct, map);
    to->depth = from->depth;
    assert(!from->simple_path); /* such a proof speaks of all latches */
    mem_free(map);
    return to;
}

/* Traces. */

static struct trace *inputs_back(const struct abstraction *a, const struct trace *from) {
    const struct circuit *c = a->original;
    struct trace *to = trace_new(c, a->properties.data[from->property]);
    for (uint32_t i = 0; i < c->latches.size; i++)
        to->initial.data[i] = aig_same(c->latches.data[i].reset, AIG_TRUE);
    for (uint32_t i = 0; i < a->latches.size; i++)
        to->initial.data[a->latches.data[i]] = from->initial.data[i] == 1;
    for (uint32_t step = 0; step < from->steps; step++) {
        uint8_t *values = trace_add_step(to);
        if (to->inputs) memset(values, 0, to->inputs);
        for (uint32_t i = 0; i < a->inputs.size; i++) {
            struct leaf leaf = a->inputs.data[i];
            uint8_t value = trace_inputs(from, step)[i] == 1;
            if (leaf.kind == LEAF_INPUT)
                values[leaf.index] = value;
            else if (!step && latch_is_free(&c->latches.data[leaf.index]))
                to->initial.data[leaf.index] = value; /* a free reset may be what the cutpoint began with */
        }
    }
    return to;
}

struct trace *abstraction_trace_back(const struct abstraction *a, const struct trace *abstract) {
    const struct circuit *c = a->original;
    struct trace *trace = inputs_back(a, abstract);
    uint8_t *values = mem_new_array(uint8_t, aig_size(c->graph));
    uint8_t *state = mem_new_array(uint8_t, c->latches.size + 1);
    for (uint32_t i = 0; i < c->latches.size; i++) state[i] = trace->initial.data[i];
    bool violated = false, allowed = true;
    uint32_t step = 0;
    for (; step < trace->steps && allowed && !violated; step++) {
        for (uint32_t i = 0; i < c->latches.size; i++) values[aig_node(c->latches.data[i].lit)] = state[i];
        for (uint32_t i = 0; i < c->inputs.size; i++)
            values[aig_node(c->inputs.data[i].lit)] = trace_inputs(trace, step)[i];
        simulate_ternary(c->graph, values); /* all values are known: plain simulation */
        vec_each (const struct signal, s, &c->constraints)
            allowed &= simulate_ternary_value(values, s->lit) == TERNARY_TRUE;
        aig_lit bad = c->properties.data[trace->property].bad;
        violated = allowed && simulate_ternary_value(values, bad) == TERNARY_TRUE;
        for (uint32_t i = 0; i < c->latches.size; i++)
            state[i] = (uint8_t)simulate_ternary_value(values, c->latches.data[i].next);
    }
    mem_free(values);
    mem_free(state);
    if (!violated) {
        trace_free(trace);
        return NULL;
    }
    trace->steps = step;
    vec_shrink(&trace->values, (size_t)step * trace->inputs);
    return trace;
}
