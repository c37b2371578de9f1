/* Evidence about the symbolic encoding of an automaton as evidence about the automaton. */
#include "transform/between/program_to_system.h"

#include "transform/between/words.h"

/* ---- traces ---- */

static bool is_true(const struct terms *bank, term value) {
    return term_is(bank, value, TERM_TRUE);
}

/* The number that Booleans spell, lowest bit first. */
static uint32_t spelled(const struct terms *bank, const term *bits, uint32_t n) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < n; i++) number |= (uint32_t)is_true(bank, bits[i]) << i;
    return number;
}

static const term *states_at(const struct program_encoding *e, const struct system_trace *t, uint32_t step) {
    return t->states.data + (size_t)step * e->system->states.size;
}

static const term *inputs_at(const struct program_encoding *e, const struct system_trace *t, uint32_t step) {
    return t->inputs.data + (size_t)step * e->system->inputs.size;
}

static uint32_t location_at(const struct program_encoding *e, const struct system_trace *t, uint32_t step) {
    uint32_t code = spelled(e->system->terms, states_at(e, t, step), e->bits);
    return code < e->location.size ? e->location.data[code] : PROGRAM_NONE;
}

static bool guard_holds(const struct program_encoding *e, const struct system_trace *t, uint32_t step,
                        uint32_t edge) {
    struct evaluation values;
    evaluation_init(&values, e->system->terms);
    vec_each (const struct function_value, f, &t->functions) evaluation_define(&values, f);
    for (uint32_t i = 0; i < e->system->states.size; i++)
        evaluation_set(&values, e->system->states.data[i].now, states_at(e, t, step)[i]);
    for (uint32_t i = 0; i < e->system->inputs.size; i++)
        evaluation_set(&values, e->system->inputs.data[i].now, inputs_at(e, t, step)[i]);
    bool holds = is_true(e->system->terms, evaluate(&values, e->guards.data[edge]));
    evaluation_fini(&values);
    return holds;
}

/* The edge that leaves the location in that step; PROGRAM_NONE: none. */
static uint32_t edge_at(const struct program_encoding *e, const struct system_trace *t, uint32_t step,
                        uint32_t location) {
    const u32s *edges = &e->program->outgoing.data[location];
    if (edges->size == 1) return edges->data[0];
    if (e->chosen.data[location]) {
        uint32_t bits = 0;
        while ((uint64_t)1 << bits < edges->size) bits++;
        uint32_t number = spelled(e->system->terms, inputs_at(e, t, step), bits);
        return number < edges->size ? edges->data[number] : PROGRAM_NONE;
    }
    vec_each (const uint32_t, edge, edges)
        if (guard_holds(e, t, step, *edge)) return *edge;
    return PROGRAM_NONE;
}

static void add_inputs(const struct program_encoding *e, const struct system_trace *t, uint32_t step,
                       uint32_t edge, struct program_trace *out) {
    u32s sites = {0};
    program_sites(e->program, e->program->edges.data[edge].command, &sites);
    vec_each (const uint32_t, site, &sites)
        vec_push(&out->inputs,
                 (struct program_input_value){step, *site, inputs_at(e, t, step)[e->site_input.data[*site]]});
    vec_free(&sites);
}

/* Follows the counter to the error location. */
static bool follow(const struct program_encoding *e, const struct system_trace *t,
                   struct program_trace *out) {
    uint32_t here = t->steps ? location_at(e, t, 0) : PROGRAM_NONE;
    if (here != e->program->initial) return false;
    for (uint32_t step = 0; here != e->program->error; step++) {
        if (step + 1 == t->steps) return false;
        uint32_t edge = edge_at(e, t, step, here);
        here = location_at(e, t, step + 1);
        if (edge == PROGRAM_NONE || here == PROGRAM_NONE || e->program->edges.data[edge].to != here)
            return false;
        vec_push(&out->edges, edge);
        add_inputs(e, t, step, edge, out);
    }
    return true;
}

struct program_trace *program_encoding_trace(const struct program_encoding *e, struct system_trace *t) {
    struct program_trace *out = program_trace_new();
    if (follow(e, t, out)) {
        vec_append(&out->initial, states_at(e, t, 0) + e->bits, e->program->variables.size);
    } else {
        program_trace_free(out);
        out = NULL;
    }
    system_trace_free(t);
    return out;
}

/* ---- invariants ---- */

static void find_inputs(const struct program_encoding *e, struct hash_map *inputs) {
    vec_each (const struct system_input, i, &e->system->inputs) hash_map_put(inputs, i->now.id, 1);
}

static bool mentions(const struct terms *bank, term t, const struct hash_map *variables) {
    term_list mentioned = {0};
    bool found = false;
    term_variables(bank, &t, 1, &mentioned);
    vec_each (const term, v, &mentioned) found |= hash_map_get(variables, v->id) != HASH_NONE;
    vec_free(&mentioned);
    return found;
}

/* The conjuncts with the location's code and defaults; appended, taken apart. */
static void at_location(const struct program_encoding *e, const term_list *conjuncts, uint32_t location,
                        term_list *here) {
    struct terms *bank = e->system->terms;
    struct substitution code;
    substitution_init(&code, bank);
    for (uint32_t j = 0; j < e->bits; j++)
        substitution_bind(&code, e->system->states.data[j].now,
                          term_bool(bank, e->code.data[location] >> j & 1));
    for (uint32_t v = 0; v < e->program->variables.size; v++) {
        term now = e->program->variables.data[v].now;
        if (!program_encoding_live(e, location, v))
            substitution_bind(&code, now, value_default(bank, term_sort(bank, now)));
    }
    vec_each (const term, c, conjuncts) term_conjuncts(bank, substitution_apply(&code, *c), here);
    substitution_fini(&code);
}

static term invariant_at(const struct program_encoding *e, const term_list *conjuncts, uint32_t location) {
    struct terms *bank = e->system->terms;
    if (!e->doomed.data[location]) return term_true(bank);
    term_list here = {0};
    at_location(e, conjuncts, location, &here);
    conjuncts_in_words(bank, &here);
    term t = term_and(bank, here.data, here.size);
    vec_free(&here);
    return t;
}

struct program_invariant *program_encoding_invariant(const struct program_encoding *e,
                                                     struct system_invariant *invariant) {
    struct hash_map inputs = {0};
    bool sayable = !invariant->simple_path;
    find_inputs(e, &inputs);
    vec_each (const term, c, &invariant->conjuncts) sayable &= !mentions(e->system->terms, *c, &inputs);
    hash_map_free(&inputs);
    struct program_invariant *out = NULL;
    if (sayable) {
        out = program_invariant_new(e->program);
        out->depth = invariant->depth;
        for (uint32_t l = 0; l < e->program->locations.size; l++)
            if (l != e->program->initial && l != e->program->error)
                out->at.data[l] = invariant_at(e, &invariant->conjuncts, l);
    }
    system_invariant_free(invariant);
    return out;
}

/* ---- lemmas ---- */

struct program_invariant *program_encoding_lemmas_back(const struct program_encoding *e,
                                                       const struct system_invariant *lemmas) {
    struct program_invariant *back = program_invariant_new(e->program);
    struct hash_map inputs = {0};
    term_list said = {0}, here = {0};
    find_inputs(e, &inputs);
    vec_each (const term, c, &lemmas->conjuncts)
        if (!mentions(e->system->terms, *c, &inputs)) vec_push(&said, *c);
    for (uint32_t l = 0; l < e->program->locations.size; l++) {
        if (!e->doomed.data[l]) continue;
        vec_clear(&here);
        at_location(e, &said, l, &here);
        if (here.size) back->at.data[l] = term_and(e->system->terms, here.data, here.size);
    }
    vec_free(&said);
    vec_free(&here);
    hash_map_free(&inputs);
    return back;
}

/* The counter is not the code of the location, or the formula holds. */
static term unless_elsewhere(const struct program_encoding *e, uint32_t location, term formula) {
    struct terms *bank = e->system->terms;
    term_list or = {0};
    for (uint32_t j = 0; j < e->bits; j++) {
        term bit = e->system->states.data[j].now;
        vec_push(& or, e->code.data[location] >> j & 1 ? term_not(bank, bit) : bit);
    }
    vec_push(& or, formula);
    term t = term_or(bank, or.data, or.size);
    vec_free(& or);
    return t;
}

struct system_invariant *program_encoding_lemmas_forward(const struct program_encoding *e,
                                                         const struct program_invariant *lemmas) {
    struct system_invariant *forward = system_invariant_new();
    term_list here = {0};
    for (uint32_t l = 0; l < e->program->locations.size; l++) {
        if (term_is_none(lemmas->at.data[l]) || !e->doomed.data[l]) continue;
        struct hash_map dead = {0};
        for (uint32_t v = 0; v < e->program->variables.size; v++)
            if (!program_encoding_live(e, l, v)) hash_map_put(&dead, e->program->variables.data[v].now.id, 1);
        vec_clear(&here);
        term_conjuncts(e->system->terms, lemmas->at.data[l], &here);
        vec_each (const term, c, &here)
            if (!mentions(e->system->terms, *c, &dead))
                vec_push(&forward->conjuncts, unless_elsewhere(e, l, *c));
        hash_map_free(&dead);
    }
    vec_free(&here);
    return forward;
}
