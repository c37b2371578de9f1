/* What ic3 found, as evidence about its circuit. */
#include "engine/bit/ic3_internal.h"

/* Every state of an obligation's cube leads, with its recorded inputs, into the successor's cube; so the
 * trace starts in any initial state of the first cube, and inputs that were not recorded may be anything. */
struct trace *ic3_trace(struct ic3 *s, const struct obligation *initial) {
    struct trace *trace = trace_new(s->circuit, initial->goal);
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        trace->initial.data[i] = s->reset[i] > 1 ? 0 : s->reset[i];
    for (uint32_t i = 0; i < initial->cube->size; i++) {
        pdr_lit l = initial->cube->literals[i];
        trace->initial.data[pdr_index(l)] = !pdr_sign(l);
    }
    for (const struct obligation *o = initial; o; o = o->successor) {
        uint8_t *values = trace_add_step(trace);
        if (trace->inputs) memset(values, 0, trace->inputs);
        for (uint32_t i = 0; i < o->step->size; i++) {
            pdr_lit l = o->step->literals[i];
            values[pdr_index(l)] = !pdr_sign(l);
        }
    }
    return trace;
}

void ic3_add_clause(struct invariant *invariant, const struct cube *cube) {
    u32s clause = {0};
    for (uint32_t i = 0; i < cube->size; i++) vec_push(&clause, cube->literals[i].code ^ 1);
    invariant_add_clause(invariant, clause.data, clause.size);
    vec_free(&clause);
}

static void add_lemmas(struct invariant *invariant, const lemma_list *list) {
    vec_each (const struct lemma_entry, e, list) ic3_add_clause(invariant, e->lemma->cube);
}

struct invariant *ic3_invariant(struct ic3 *s, uint32_t level) {
    struct invariant *invariant = invariant_new(s->circuit);
    for (uint32_t i = level; i <= s->frames->top; i++) add_lemmas(invariant, frames_at(s->frames, 0, i));
    add_lemmas(invariant, frames_at(s->frames, 0, FRAMES_INFINITY));
    return invariant;
}
