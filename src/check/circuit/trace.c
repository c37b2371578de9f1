/* Judges traces: a ternary simulator of its own that walks the graph as the file has it. */
#include "check/circuit/check_circuit.h"
#include "check/circuit/ternary.h"

struct replay {
    const struct circuit *circuit;
    uint8_t *values; /* per node, see ternary.h */
    u32s gates;      /* the gates in the cone of the question, in topological order */
};

static uint8_t from_trace(uint8_t value) {
    return value == 0 ? CAN_FALSE : value == 1 ? CAN_TRUE : CAN_BOTH;
}

static uint8_t value_of(const struct replay *r, aig_lit l) {
    return ternary_value(r->values, l);
}

static void simulate(struct replay *r) {
    vec_each (const uint32_t, gate, &r->gates) ternary_gate(r->circuit->graph, r->values, *gate);
}

/* The gates that bad, the constraints and the resets depend on over time. */
static void find_gates(struct replay *r, uint32_t property) {
    const struct circuit *c = r->circuit;
    bool *marks = mem_new_array(bool, aig_size(c->graph));
    u32s roots = {0};
    vec_push(&roots, aig_node(c->properties.data[property].bad));
    vec_each (const struct signal, s, &c->constraints) vec_push(&roots, aig_node(s->lit));
    vec_each (const struct latch, l, &c->latches)
        if (latch_has_function(l)) vec_push(&roots, aig_node(l->reset));
    struct leaf *leaves = circuit_leaves(c);
    circuit_mark_cone(c, leaves, &roots, marks);
    mem_free(leaves);
    for (uint32_t n = 0; n < aig_size(c->graph); n++)
        if (marks[n] && aig_is_gate(c->graph, n)) vec_push(&r->gates, n);
    vec_free(&roots);
    mem_free(marks);
}

static void set_inputs(struct replay *r, const struct trace *t, uint32_t step) {
    const uint8_t *inputs = trace_inputs(t, step);
    for (uint32_t i = 0; i < t->inputs; i++)
        r->values[aig_node(r->circuit->inputs.data[i].lit)] = from_trace(inputs[i]);
}

/* Sets the latches of the first step. A latch left open takes its reset value, also that of a function, which
 * may read other such latches: they are resolved in rounds, each of which fixes at least one more. */
static void set_initial(struct replay *r, const struct trace *t) {
    const struct circuit *c = r->circuit;
    bool functions = false;
    for (uint32_t i = 0; i < t->latches; i++) {
        const struct latch *l = &c->latches.data[i];
        uint8_t value = from_trace(t->initial.data[i]);
        if (value == CAN_BOTH && aig_is_constant(l->reset))
            value = aig_same(l->reset, AIG_TRUE) ? CAN_TRUE : CAN_FALSE;
        r->values[aig_node(l->lit)] = value;
        functions |= latch_has_function(l);
    }
    set_inputs(r, t, 0);
    simulate(r);
    for (bool changed = functions; changed;) {
        changed = false;
        for (uint32_t i = 0; i < t->latches; i++) {
            const struct latch *l = &c->latches.data[i];
            uint8_t *value = &r->values[aig_node(l->lit)];
            if (!latch_has_function(l) || *value != CAN_BOTH || value_of(r, l->reset) == CAN_BOTH) continue;
            *value = value_of(r, l->reset);
            changed = true;
        }
        if (changed) simulate(r);
    }
}

/* The position of a latch that the trace gives a first value which is not shown to be its reset value, or
 * `latches`. */
static uint32_t wrong_reset(const struct replay *r, const struct trace *t) {
    uint32_t i = 0;
    for (; i < t->latches; i++) {
        const struct latch *l = &r->circuit->latches.data[i];
        if (latch_is_free(l) || t->initial.data[i] == TRACE_X) continue;
        if (value_of(r, l->lit) != value_of(r, l->reset)) break;
    }
    return i;
}

static void step_latches(struct replay *r, uint8_t *next) {
    const struct circuit *c = r->circuit;
    for (uint32_t i = 0; i < c->latches.size; i++) next[i] = value_of(r, c->latches.data[i].next);
    for (uint32_t i = 0; i < c->latches.size; i++) r->values[aig_node(c->latches.data[i].lit)] = next[i];
}

static const char *malformed(const struct circuit *c, uint32_t property, const struct trace *t) {
    if (property >= c->properties.size) return "the circuit has no such property";
    if (t->property != property) return "the trace is about another property";
    if (t->latches != c->latches.size || t->inputs != c->inputs.size || t->initial.size != t->latches)
        return "the trace does not fit the circuit";
    if (!t->steps) return "the trace has no steps";
    if ((uint64_t)t->steps * t->inputs != t->values.size)
        return "the trace does not have the inputs of all its steps";
    for (uint32_t i = 0; i < t->initial.size; i++)
        if (t->initial.data[i] > TRACE_X) return "a latch of the trace has an impossible value";
    for (uint32_t i = 0; i < t->values.size; i++)
        if (t->values.data[i] > TRACE_X) return "an input of the trace has an impossible value";
    return NULL;
}

/* Is there a constraint that is not shown to hold now? Says so. */
static bool violates_constraint(const struct replay *r, uint32_t step, struct text *why) {
    const struct circuit *c = r->circuit;
    for (uint32_t i = 0; i < c->constraints.size; i++) {
        uint8_t value = value_of(r, c->constraints.data[i].lit);
        if (value == CAN_TRUE) continue;
        text_format(why, "constraint %u", i);
        if (c->constraints.data[i].name) text_format(why, " (%s)", c->constraints.data[i].name);
        text_add(why, value == CAN_BOTH ? " depends on values that the trace leaves open" : " is violated");
        text_format(why, " in step %u", step);
        return true;
    }
    return false;
}

/* Constraints hold in every step up to the first one with bad; what the trace does afterwards does not
 * matter. */
static enum check_result run(struct replay *r, uint32_t property, const struct trace *t, struct text *why) {
    const struct circuit *c = r->circuit;
    uint8_t *next = mem_new_array(uint8_t, c->latches.size + 1);
    enum check_result result = CHECK_UNDECIDED;
    bool open = false;
    for (uint32_t step = 0; step < t->steps && result == CHECK_UNDECIDED; step++) {
        if (step) {
            step_latches(r, next);
            set_inputs(r, t, step);
            simulate(r);
        }
        uint8_t bad = value_of(r, c->properties.data[property].bad);
        open |= bad == CAN_BOTH;
        if (violates_constraint(r, step, why))
            result = CHECK_REJECTED;
        else if (bad == CAN_TRUE)
            result = CHECK_ACCEPTED;
    }
    mem_free(next);
    if (result != CHECK_UNDECIDED) return result;
    text_add(why, open ? "whether the bad state is reached depends on values that the trace leaves open"
                       : "the bad state is not reached");
    return CHECK_REJECTED;
}

enum check_result check_trace(const struct circuit *c, uint32_t property, const struct trace *t,
                              struct text *why) {
    const char *problem = malformed(c, property, t);
    if (problem) {
        text_add(why, problem);
        return CHECK_REJECTED;
    }
    struct replay r = {.circuit = c, .values = mem_new_array(uint8_t, aig_size(c->graph))};
    r.values[0] = CAN_FALSE;
    find_gates(&r, property);
    set_initial(&r, t);
    enum check_result result = CHECK_REJECTED;
    uint32_t latch = wrong_reset(&r, t);
    if (latch < t->latches) {
        text_format(why, "latch %u does not start with its reset value", latch);
        if (c->latches.data[latch].name) text_format(why, " (%s)", c->latches.data[latch].name);
    } else {
        result = run(&r, property, t, why);
    }
    vec_free(&r.gates);
    mem_free(r.values);
    return result;
}

/* The cone of the joined property has theirs. */
uint32_t check_trace_cause(const struct circuit *c, const struct trace *t) {
    const struct property *all = &c->properties.data[t->property];
    uint32_t cause = t->property;
    if (malformed(c, t->property, t)) return cause;
    struct replay r = {.circuit = c, .values = mem_new_array(uint8_t, aig_size(c->graph))};
    uint8_t *next = mem_new_array(uint8_t, c->latches.size + 1);
    r.values[0] = CAN_FALSE;
    find_gates(&r, t->property);
    set_initial(&r, t);
    for (uint32_t step = 1; step < t->steps && value_of(&r, all->bad) != CAN_TRUE; step++) {
        step_latches(&r, next);
        set_inputs(&r, t, step);
        simulate(&r);
    }
    for (uint32_t i = 0; i < t->property && cause == t->property; i++)
        if (!c->properties.data[i].cover && value_of(&r, c->properties.data[i].bad) == CAN_TRUE) cause = i;
    mem_free(next);
    vec_free(&r.gates);
    mem_free(r.values);
    return cause;
}
