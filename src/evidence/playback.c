#include "evidence/playback.h"

static void set_inputs(struct playback *p) {
    const uint8_t *inputs = trace_inputs(p->trace, p->step);
    for (uint32_t i = 0; i < p->trace->inputs; i++)
        p->values[aig_node(p->circuit->inputs.data[i].lit)] = inputs[i];
}

/* Gives latches with reset functions that are still open the functions' values; true when that changed one.
 */
static bool resolve_resets(struct playback *p) {
    bool changed = false;
    vec_each (const struct latch, l, &p->circuit->latches) {
        uint8_t *value = &p->values[aig_node(l->lit)];
        if (!latch_has_function(l) || *value != TERNARY_X || playback_value(p, l->reset) == TERNARY_X)
            continue;
        *value = (uint8_t)playback_value(p, l->reset);
        changed = true;
    }
    return changed;
}

void playback_init(struct playback *p, const struct circuit *c, const struct trace *t) {
    assert(t->steps && t->latches == c->latches.size && t->inputs == c->inputs.size);
    *p = (struct playback){.circuit = c, .trace = t};
    p->values = mem_new_array(uint8_t, aig_size(c->graph));
    p->next = mem_new_array(uint8_t, c->latches.size + 1);
    for (uint32_t i = 0; i < t->latches; i++) {
        const struct latch *l = &c->latches.data[i];
        bool take_reset = t->initial.data[i] == TRACE_X && aig_is_constant(l->reset);
        p->values[aig_node(l->lit)] = take_reset ? aig_same(l->reset, AIG_TRUE) : t->initial.data[i];
    }
    set_inputs(p);
    do simulate_ternary(c->graph, p->values);
    while (resolve_resets(p));
}

void playback_fini(struct playback *p) {
    mem_free(p->values);
    mem_free(p->next);
}

bool playback_next(struct playback *p) {
    if (p->step + 1 >= p->trace->steps) return false;
    const struct circuit *c = p->circuit;
    for (uint32_t i = 0; i < c->latches.size; i++)
        p->next[i] = (uint8_t)playback_value(p, c->latches.data[i].next);
    for (uint32_t i = 0; i < c->latches.size; i++) p->values[aig_node(c->latches.data[i].lit)] = p->next[i];
    p->step++;
    set_inputs(p);
    simulate_ternary(c->graph, p->values);
    return true;
}
