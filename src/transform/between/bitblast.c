/* The circuit of a system: leaves for the variables, then resets, next states, constraints and properties. */
#include "transform/between/bitblast_internal.h"

#include "logic/walk.h"
#include "transform/system/first.h"

struct work {
    struct bitblast *result;
    const struct system *system;
    struct blaster blaster;
    struct messages *messages;
    u32s latch_of;   /* position of a state -> its first latch in the circuit; UINT32_MAX: inputs */
    u8s constrained; /* position of a state -> its first value is a constraint of the first step */
    aig_lit first;   /* the latch that marks the first step, or AIG_NONE */
};

/* ---- refusing ---- */

static void collect_roots(const struct system *system, term_list *roots) {
    vec_push(roots, system->init);
    vec_push(roots, system->trans);
    vec_append(roots, system->constraints.data, system->constraints.size);
    vec_each (const struct system_property, p, &system->properties) vec_push(roots, p->good);
    vec_each (const struct system_input, i, &system->inputs) vec_push(roots, i->now);
    vec_each (const struct system_state, s, &system->states) {
        vec_push(roots, s->now);
        if (!term_is_none(s->first)) vec_push(roots, s->first);
        if (!term_is_none(s->update)) vec_push(roots, s->update);
    }
}

static uint64_t at_most(uint64_t n, uint64_t most) {
    return n < most ? n : most;
}

/* The first reason against a term, if there is one, or against the number of leaves. */
static char *find_reason(const struct system *system, const term_list *all, uint64_t array_bits) {
    const struct terms *b = system->terms;
    uint64_t leaves = 0;
    vec_each (const term, t, all) {
        char *reason = blaster_refuses(b, *t, array_bits);
        bool variable = term_is(b, *t, TERM_VARIABLE);
        if (reason && variable) {
            char *longer = mem_format("%s (%s)", reason, term_name(b, *t));
            mem_free(reason);
            return longer;
        }
        if (reason) return reason;
        if (variable) leaves += at_most(blaster_width(b, term_sort(b, *t)), BITBLAST_NODES + UINT64_C(1));
    }
    return leaves > BITBLAST_NODES ? mem_strdup("the variables have too many bits") : NULL;
}

static enum status check_system(const struct system *system, uint64_t array_bits, struct messages *messages) {
    term_list roots = {0}, all = {0};
    collect_roots(system, &roots);
    term_collect(system->terms, roots.data, roots.size, &all);
    char *reason = find_reason(system, &all, array_bits);
    enum status status = STATUS_OK;
    if (reason)
        status = messages_fail(messages, STATUS_UNSUPPORTED, (struct position){0},
                               "cannot be bit-blasted: %s", reason);
    mem_free(reason);
    vec_free(&roots);
    vec_free(&all);
    return status;
}

/* ---- leaves ---- */

/* `name`, `name[bit]`, `name[element][bit]`, ... for one bit of a variable. */
static char *bit_name(const struct terms *b, const char *name, sort s, uint64_t bit) {
    if (sort_kind(b, s) == SORT_ARRAY) {
        uint64_t width = blaster_width(b, sort_element(b, s));
        char *element = mem_format("%s[%llu]", name, (unsigned long long)(bit / width));
        char *whole = bit_name(b, element, sort_element(b, s), bit % width);
        mem_free(element);
        return whole;
    }
    if (blaster_width(b, s) == 1) return mem_strdup(name);
    return mem_format("%s[%llu]", name, (unsigned long long)bit);
}

/* Makes a leaf for every bit of a variable and binds it. */
static void add_leaves(struct work *w, term variable, const char *name, struct bit_origin origin,
                       bool latches) {
    struct circuit *c = w->result->circuit;
    sort s = term_sort(w->system->terms, variable);
    uint32_t width = (uint32_t)blaster_width(w->system->terms, s);
    aig_lits bits = {0};
    for (origin.bit = 0; origin.bit < width; origin.bit++) {
        char *bit = bit_name(w->system->terms, name, s, origin.bit);
        vec_push(&bits, latches ? circuit_add_latch(c, bit) : circuit_add_input(c, bit));
        mem_free(bit);
        if (latches)
            vec_push(&w->result->latches, origin);
        else
            vec_push(&w->result->inputs, origin);
    }
    blaster_bind(&w->blaster, variable, bits.data);
    vec_free(&bits);
}

static void add_variables(struct work *w) {
    const struct system *system = w->system;
    for (uint32_t i = 0; i < system->inputs.size; i++)
        add_leaves(w, system->inputs.data[i].now, system->inputs.data[i].name,
                   (struct bit_origin){BIT_INPUT, i, 0}, false);
    term_list used = {0};
    term_variables(system->terms, &system->trans, 1, &used);
    struct hash_map in_trans = {0};
    vec_each (term, v, &used) hash_map_put(&in_trans, v->id, 1);
    for (uint32_t i = 0; i < system->states.size; i++) {
        const struct system_state *s = &system->states.data[i];
        bool guessed = term_is_none(s->update),
             related = guessed && hash_map_get(&in_trans, s->next.id) != HASH_NONE;
        bool latch = !guessed || related || !term_is_none(s->first);
        vec_push(&w->latch_of, latch ? w->result->latches.size : UINT32_MAX);
        add_leaves(w, s->now, s->name, (struct bit_origin){BIT_STATE, i, 0}, latch);
        if (latch && guessed)
            add_leaves(w, s->next, term_name(system->terms, s->next), (struct bit_origin){BIT_NEXT, i, 0},
                       false);
    }
    hash_map_free(&in_trans);
    vec_free(&used);
}

/* ---- first values ---- */

static bool set_resets(struct work *w) {
    struct circuit *c = w->result->circuit;
    for (uint32_t i = 0; i < w->system->states.size; i++) {
        const struct system_state *s = &w->system->states.data[i];
        if (w->latch_of.data[i] == UINT32_MAX) continue;
        bool function = !term_is_none(s->first) && !w->constrained.data[i];
        const aig_lit *reset = blaster_run(&w->blaster, function ? s->first : s->now);
        if (!reset) return false;
        uint64_t width = blaster_width(w->system->terms, term_sort(w->system->terms, s->now));
        for (uint64_t b = 0; b < width; b++) c->latches.data[w->latch_of.data[i] + b].reset = reset[b];
    }
    return true;
}

/* A latch that starts as true. */
static aig_lit add_flag(struct work *w, const char *name, enum bit_kind kind) {
    aig_lit latch = circuit_add_latch(w->result->circuit, name);
    vec_last(&w->result->circuit->latches).reset = AIG_TRUE;
    vec_push(&w->result->latches, (struct bit_origin){kind, 0, 0});
    return latch;
}

static bool constrain_first_step(struct work *w, term fact) {
    struct circuit *c = w->result->circuit;
    const aig_lit *bits = blaster_run(&w->blaster, fact);
    if (!bits) return false;
    if (aig_same(bits[0], AIG_TRUE)) return true;
    if (w->first.code == AIG_NONE.code) {
        w->first = add_flag(w, "first step", BIT_FIRST);
        vec_last(&c->latches).next = AIG_FALSE;
    }
    circuit_add_constraint(c, aig_implies(c->graph, w->first, bits[0]), NULL);
    return true;
}

static bool add_init(struct work *w) {
    const struct system *system = w->system;
    if (!term_is(system->terms, system->init, TERM_TRUE) && !constrain_first_step(w, system->init))
        return false;
    for (uint32_t i = 0; i < system->states.size; i++)
        if (w->constrained.data[i] &&
            !constrain_first_step(
                w, term_eq(system->terms, system->states.data[i].now, system->states.data[i].first)))
            return false;
    return true;
}

/* ---- steps ---- */

static bool set_next_states(struct work *w) {
    struct circuit *c = w->result->circuit;
    for (uint32_t i = 0; i < w->system->states.size; i++) {
        const struct system_state *s = &w->system->states.data[i];
        if (w->latch_of.data[i] == UINT32_MAX) continue;
        const aig_lit *next = blaster_run(&w->blaster, term_is_none(s->update) ? s->next : s->update);
        if (!next) return false;
        uint64_t width = blaster_width(w->system->terms, term_sort(w->system->terms, s->now));
        for (uint64_t b = 0; b < width; b++) c->latches.data[w->latch_of.data[i] + b].next = next[b];
        if (!term_is_none(s->update)) blaster_bind(&w->blaster, s->next, next); /* for trans */
    }
    return true;
}

static bool add_trans(struct work *w) {
    struct circuit *c = w->result->circuit;
    if (term_is(w->system->terms, w->system->trans, TERM_TRUE)) return true;
    const aig_lit *step = blaster_run(&w->blaster, w->system->trans);
    if (!step) return false;
    aig_lit path = add_flag(w, "steps so far", BIT_PATH);
    vec_last(&c->latches).next = aig_and(c->graph, path, step[0]);
    circuit_add_constraint(c, path, NULL);
    return true;
}

static bool add_properties(struct work *w) {
    struct circuit *c = w->result->circuit;
    vec_each (const term, t, &w->system->constraints) {
        const aig_lit *bits = blaster_run(&w->blaster, *t);
        if (!bits) return false;
        circuit_add_constraint(c, bits[0], NULL);
    }
    vec_each (const struct system_property, p, &w->system->properties) {
        const aig_lit *good = blaster_run(&w->blaster, p->good);
        if (!good) return false;
        circuit_add_property(c, aig_not(good[0]), p->name, p->index);
    }
    c->bad_section = true;
    return true;
}

/* ---- the whole ---- */

static bool build(struct work *w) {
    add_variables(w);
    u32s order = {0};
    system_first_order(w->system, &order, &w->constrained);
    vec_free(&order);
    return set_resets(w) && add_init(w) && set_next_states(w) && add_trans(w) && add_properties(w);
}

enum status bitblast_run(struct bitblast **result, const struct system *system, uint64_t array_bits,
                         struct limits *limits, struct messages *messages) {
    *result = NULL;
    enum status status = check_system(system, array_bits, messages);
    if (status) return status;
    struct bitblast *b = mem_new(struct bitblast);
    b->system = system;
    b->circuit = circuit_new();
    b->array_bits = array_bits;
    struct work w = {.result = b, .system = system, .messages = messages, .first = AIG_NONE};
    blaster_init(&w.blaster, system->terms, b->circuit->graph, limits);
    bool finished = build(&w);
    blaster_fini(&w.blaster);
    vec_free(&w.latch_of);
    vec_free(&w.constrained);
    if (finished) {
        assert(!circuit_check(b->circuit));
        *result = b;
        return STATUS_OK;
    }
    bitblast_free(b);
    if (limits_reason(limits) != STOP_NONE) return STATUS_STOPPED;
    return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){0},
                         "cannot be bit-blasted: the circuit would have more than %u gates",
                         (unsigned)BITBLAST_NODES);
}

void bitblast_free(struct bitblast *b) {
    if (!b) return;
    circuit_free(b->circuit);
    vec_free(&b->inputs);
    vec_free(&b->latches);
    mem_free(b);
}

const struct circuit *bitblast_circuit(const struct bitblast *b) {
    return b->circuit;
}
