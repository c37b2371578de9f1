#include "transform/between/program_to_system.h"

#include "transform/system/view.h"

struct work {
    struct program_encoding *result;
    struct program *program;
    struct terms *bank;
    struct system *system;
    VEC(struct program_effect) effects; /* by edge */
    term_list at;                       /* by location */
    term_list picked; /* by edge: at(from), and the edge is the one to take if its guard holds */
};

/* The least k with 2^k >= n. */
static uint32_t bits_for(uint32_t n) {
    uint32_t k = 0;
    while (k < 32 && (uint64_t)1 << k < n) k++;
    return k;
}

/* ---- variables ---- */

/* `letters` and a number, unlike every name and primed name of the bank. */
static char *unused_name(const struct terms *bank, const char *letters, uint32_t number) {
    char *name = mem_format("%s%u", letters, number);
    for (;;) {
        char *primed = mem_format("%s'", name);
        bool taken =
            !term_is_none(term_find_variable(bank, name)) || !term_is_none(term_find_variable(bank, primed));
        mem_free(primed);
        if (!taken) return name;
        char *longer = mem_format("%s_", name);
        mem_free(name);
        name = longer;
    }
}

static void assign_codes(struct work *w) {
    struct program_encoding *e = w->result;
    uint32_t n = w->program->locations.size, next = 1;
    vec_resize(&e->code, n);
    vec_resize(&e->location, n + 1);
    e->code.data[w->program->initial] = next++;
    for (uint32_t l = 0; l < n; l++)
        if (l != w->program->initial) e->code.data[l] = next++;
    e->location.data[0] = PROGRAM_NONE;
    for (uint32_t l = 0; l < n; l++) e->location.data[e->code.data[l]] = l;
    e->bits = bits_for(n + 1);
}

static bool code_bit(const struct program_encoding *e, uint32_t location, uint32_t bit) {
    return e->code.data[location] >> bit & 1;
}

static term default_of(const struct work *w, uint32_t variable) {
    return value_default(w->bank, term_sort(w->bank, w->program->variables.data[variable].now));
}

static void add_states(struct work *w) {
    struct program_encoding *e = w->result;
    for (uint32_t j = 0; j < e->bits; j++) {
        char *name = unused_name(w->bank, "pc", j);
        struct system_state *s = system_add_state(w->system, name, sort_bool(), NULL);
        s->first = term_bool(w->bank, code_bit(e, w->program->initial, j));
        mem_free(name);
    }
    for (uint32_t i = 0; i < w->program->variables.size; i++) {
        const struct program_variable *v = &w->program->variables.data[i];
        term first = program_encoding_live(e, w->program->initial, i) ? TERM_NONE : default_of(w, i);
        vec_push(&w->system->states,
                 (struct system_state){v->now, v->next, first, TERM_NONE, mem_strdup(v->name), 0});
    }
}

/* ---- edges ---- */

/* The effects of all edges, and the inputs in their formulas behind those that choose. Variables that are dead
 * where an edge leads get their default. */
static void add_effects(struct work *w) {
    struct program_encoding *e = w->result;
    term_list inputs = {0};
    struct hash_map position = {0};
    vec_resize(&w->effects, w->program->edges.size);
    for (uint32_t i = 0; i < w->program->edges.size; i++) {
        struct program_effect *effect = &w->effects.data[i];
        program_effect(w->program, w->program->edges.data[i].command, effect, &inputs);
        vec_push(&e->guards, effect->guard);
        for (uint32_t v = 0; v < effect->values.size; v++)
            if (!program_encoding_live(e, w->program->edges.data[i].to, v))
                effect->values.data[v] = default_of(w, v);
    }
    vec_each (const term, input, &inputs) {
        if (hash_map_get(&position, input->id) != HASH_NONE) continue;
        hash_map_put(&position, input->id, w->system->inputs.size);
        vec_push(&w->system->inputs,
                 (struct system_input){.now = *input, .name = mem_strdup(term_name(w->bank, *input))});
    }
    vec_each (const struct program_site, site, &w->program->sites) {
        uint32_t found = hash_map_get(&position, site->input.id);
        vec_push(&e->site_input, found == HASH_NONE ? PROGRAM_NONE : found);
    }
    hash_map_free(&position);
    vec_free(&inputs);
}

/* A conjunct x = value. */
static bool fixes(const struct terms *bank, term t, term *subject, term *value) {
    if (!term_is(bank, t, TERM_EQ)) return false;
    term a = term_arg(bank, t, 0), b = term_arg(bank, t, 1);
    bool swap = term_is_value(bank, a);
    *subject = swap ? b : a;
    *value = swap ? a : b;
    return term_is_value(bank, *value) && !term_is_value(bank, *subject);
}

/* Conjuncts of one guard, for comparison with another. */
struct guard {
    struct hash_map facts;  /* conjuncts */
    struct hash_map values; /* subject -> its value, of the conjuncts that fix one */
    term_list conjuncts;
};

static void guard_init(struct guard *g, struct terms *bank, term t) {
    *g = (struct guard){0};
    term_conjuncts(bank, t, &g->conjuncts);
    vec_each (const term, c, &g->conjuncts) {
        term subject, value;
        hash_map_put(&g->facts, c->id, 1);
        if (fixes(bank, *c, &subject, &value)) hash_map_put(&g->values, subject.id, value.id);
    }
}

static void guard_fini(struct guard *g) {
    hash_map_free(&g->facts);
    hash_map_free(&g->values);
    vec_free(&g->conjuncts);
}

/* A conjunct of b contradicts one of a: its negation, or another value of the same subject. */
static bool excludes(struct terms *bank, const struct guard *a, const struct guard *b) {
    vec_each (const term, c, &b->conjuncts) {
        term subject, value;
        if (term_is(bank, *c, TERM_FALSE)) return true;
        if (hash_map_get(&a->facts, term_not(bank, *c).id) != HASH_NONE) return true;
        if (!fixes(bank, *c, &subject, &value)) continue;
        uint32_t other = hash_map_get(&a->values, subject.id);
        if (other != HASH_NONE && other != value.id) return true;
    }
    return false;
}

static bool exclude_each_other(struct work *w, const u32s *edges) {
    enum { MOST = 32 }; /* the comparison is quadratic */
    if (edges->size > MOST) return false;
    struct guard guards[MOST];
    for (uint32_t i = 0; i < edges->size; i++)
        guard_init(&guards[i], w->bank, w->result->guards.data[edges->data[i]]);
    bool all = true;
    for (uint32_t i = 0; i < edges->size; i++)
        for (uint32_t j = 0; all && j < i; j++) all = excludes(w->bank, &guards[i], &guards[j]);
    for (uint32_t i = 0; i < edges->size; i++) guard_fini(&guards[i]);
    return all;
}

static void add_choices(struct work *w) {
    struct program_encoding *e = w->result;
    for (uint32_t l = 0; l < w->program->locations.size; l++) {
        const u32s *edges = &w->program->outgoing.data[l];
        bool chosen = edges->size > 1 && !exclude_each_other(w, edges);
        vec_push(&e->chosen, chosen);
        if (chosen && bits_for(edges->size) > e->choice_bits) e->choice_bits = bits_for(edges->size);
    }
    VEC(struct system_input) behind = {0};
    vec_append(&behind, w->system->inputs.data, w->system->inputs.size);
    vec_clear(&w->system->inputs);
    for (uint32_t i = 0; i < e->choice_bits; i++) {
        char *name = unused_name(w->bank, "choice", i);
        system_add_input(w->system, name, sort_bool());
        mem_free(name);
    }
    vec_append(&w->system->inputs, behind.data, behind.size);
    vec_free(&behind);
    vec_each (uint32_t, position, &e->site_input)
        if (*position != PROGRAM_NONE) *position += e->choice_bits;
}

/* The bits spell the number. */
static term spells(struct terms *bank, const term *bits, uint32_t n, uint32_t number) {
    term_list literals = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&literals, number >> i & 1 ? bits[i] : term_not(bank, bits[i]));
    term t = term_and(bank, literals.data, literals.size);
    vec_free(&literals);
    return t;
}

/* Edge number i among those that leave the location. Numbers that the bits can spell beyond the last one pick
 * none. */
static term picks(struct work *w, uint32_t location, uint32_t i) {
    const u32s *edges = &w->program->outgoing.data[location];
    if (edges->size == 1) return term_true(w->bank);
    if (!w->result->chosen.data[location]) return w->result->guards.data[edges->data[i]];
    term bits[32];
    uint32_t n = bits_for(edges->size);
    for (uint32_t b = 0; b < n; b++) bits[b] = w->system->inputs.data[b].now;
    return spells(w->bank, bits, n, i);
}

static void pick_edges(struct work *w) {
    term pc[32];
    for (uint32_t j = 0; j < w->result->bits; j++) pc[j] = w->system->states.data[j].now;
    vec_resize(&w->picked, w->program->edges.size);
    for (uint32_t l = 0; l < w->program->locations.size; l++) {
        term at = spells(w->bank, pc, w->result->bits, w->result->code.data[l]);
        vec_push(&w->at, at);
        const u32s *edges = &w->program->outgoing.data[l];
        for (uint32_t i = 0; i < edges->size; i++)
            w->picked.data[edges->data[i]] = term_and2(w->bank, at, picks(w, l, i));
    }
}

/* ---- next states ---- */

static void update_counter(struct work *w) {
    const struct program_encoding *e = w->result;
    term_list taken = {0}, some = {0};
    for (uint32_t i = 0; i < w->program->edges.size; i++)
        vec_push(&taken, term_and2(w->bank, w->picked.data[i], e->guards.data[i]));
    for (uint32_t j = 0; j < e->bits; j++) {
        vec_clear(&some);
        for (uint32_t i = 0; i < w->program->edges.size; i++)
            if (code_bit(e, w->program->edges.data[i].to, j)) vec_push(&some, taken.data[i]);
        w->system->states.data[j].update = term_or(w->bank, some.data, some.size);
    }
    vec_free(&taken);
    vec_free(&some);
}

/* The values that edges give to one variable, each with the conditions under which they do. */
struct values {
    term_list values;
    struct hash_map position; /* value -> position */
    VEC(term_list) conditions;
};

static void add_value(struct values *v, term value, term condition) {
    uint32_t i = hash_map_get(&v->position, value.id);
    if (i == HASH_NONE) {
        i = v->values.size;
        hash_map_put(&v->position, value.id, i);
        vec_push(&v->values, value);
        vec_resize(&v->conditions, i + 1);
    }
    vec_push(&v->conditions.data[i], condition);
}

static bool all_give(const struct work *w, const u32s *edges, uint32_t variable, term value) {
    vec_each (const uint32_t, e, edges)
        if (!term_same(w->effects.data[*e].values.data[variable], value)) return false;
    return true;
}

static void collect_values(struct work *w, uint32_t variable, struct values *v) {
    for (uint32_t l = 0; l < w->program->locations.size; l++) {
        const u32s *edges = &w->program->outgoing.data[l];
        if (!edges->size) continue;
        term first = w->effects.data[edges->data[0]].values.data[variable];
        if (all_give(w, edges, variable, first))
            add_value(v, first, w->at.data[l]);
        else
            vec_each (const uint32_t, e, edges)
                add_value(v, w->effects.data[*e].values.data[variable], w->picked.data[*e]);
    }
}

/* Where no edge is picked the counter gets to 0 and the value does not matter. So the value with the most
 * conditions needs none. */
static term update_of(struct work *w, uint32_t variable) {
    struct values v = {0};
    collect_values(w, variable, &v);
    uint32_t most = 0;
    for (uint32_t i = 0; i < v.values.size; i++)
        if (v.conditions.data[i].size > v.conditions.data[most].size) most = i;
    term update = v.values.size ? v.values.data[most] : w->program->variables.data[variable].now;
    for (uint32_t i = v.values.size; i-- > 0;) {
        term condition = term_or(w->bank, v.conditions.data[i].data, v.conditions.data[i].size);
        if (i != most) update = term_ite(w->bank, condition, v.values.data[i], update);
        vec_free(&v.conditions.data[i]);
    }
    vec_free(&v.values);
    vec_free(&v.conditions);
    hash_map_free(&v.position);
    return update;
}

/* ---- the whole ---- */

static void find_doomed(struct work *w) {
    u32s todo = {0};
    vec_resize(&w->result->doomed, w->program->locations.size);
    vec_push(&todo, w->program->error);
    while (todo.size) {
        uint32_t l = vec_pop(&todo);
        if (w->result->doomed.data[l]) continue;
        w->result->doomed.data[l] = 1;
        vec_each (const uint32_t, e, &w->program->incoming.data[l])
            vec_push(&todo, w->program->edges.data[*e].from);
    }
    vec_free(&todo);
}

struct program_encoding *program_encode(struct program *program) {
    struct program_encoding *e = mem_new(struct program_encoding);
    e->program = program;
    e->system = mem_new(struct system);
    struct work w = {.result = e, .program = program, .bank = program->terms, .system = e->system};
    e->system->terms = program->terms;
    e->system->init = e->system->trans = term_true(program->terms);
    program_live(program, &e->live);
    find_doomed(&w);
    assign_codes(&w);
    add_states(&w);
    add_effects(&w);
    add_choices(&w);
    pick_edges(&w);
    update_counter(&w);
    for (uint32_t v = 0; v < program->variables.size; v++)
        e->system->states.data[e->bits + v].update = update_of(&w, v);
    system_add_property(e->system, term_not(w.bank, w.at.data[program->error]), program->property, 0);
    vec_each (struct program_effect, effect, &w.effects) program_effect_fini(effect);
    vec_free(&w.effects);
    vec_free(&w.at);
    vec_free(&w.picked);
    assert(!system_check(e->system));
    return e;
}

void program_encoding_free(struct program_encoding *e) {
    if (!e) return;
    system_view_free(e->system);
    vec_free(&e->live);
    vec_free(&e->doomed);
    vec_free(&e->code);
    vec_free(&e->location);
    vec_free(&e->chosen);
    vec_free(&e->guards);
    vec_free(&e->site_input);
    mem_free(e);
}
