/* Proofs of systems: conjuncts in the user's words, and what the obligations mention. */
#include "format/export/infix.h"
#include "format/show/parts.h"
#include "format/show/show.h"
#include "logic/walk.h"

struct proof {
    const struct system *system;
    const struct system_invariant *invariant;
    struct hash_map numbers; /* variable, now or next -> position among states, then inputs */
    uint32_t variables;
    bool *needed;
};

static void number_variables(struct proof *p) {
    const struct system *s = p->system;
    for (uint32_t i = 0; i < s->states.size; i++) {
        hash_map_put(&p->numbers, s->states.data[i].now.id, i);
        hash_map_put(&p->numbers, s->states.data[i].next.id, i);
    }
    for (uint32_t i = 0; i < s->inputs.size; i++)
        hash_map_put(&p->numbers, s->inputs.data[i].now.id, s->states.size + i);
    p->variables = s->states.size + s->inputs.size;
}

/* The positions of the variables in a formula, each once. */
static void find_variables(const struct proof *p, term t, u32s *out) {
    term_list found = {0};
    if (!term_is_none(t)) term_variables(p->system->terms, &t, 1, &found);
    vec_each (const term, v, &found) {
        uint32_t number = hash_map_get(&p->numbers, v->id);
        bool known = number == HASH_NONE;
        vec_each (const uint32_t, o, out) known = known || *o == number;
        if (!known) vec_push(out, number);
    }
    vec_free(&found);
}

/* Marks the variables of a formula; the states among the new ones are appended. */
static void need(struct proof *p, term t, u32s *fresh) {
    term_list found = {0};
    if (!term_is_none(t)) term_variables(p->system->terms, &t, 1, &found);
    vec_each (const term, v, &found) {
        uint32_t number = hash_map_get(&p->numbers, v->id);
        if (number == HASH_NONE || p->needed[number]) continue;
        p->needed[number] = true;
        if (number < p->system->states.size) vec_push(fresh, number);
    }
    vec_free(&found);
}

/* The obligations are about the invariant, the property and the constraints in the last of `depth` steps, and so about
 * what decides the variables of these, step by step backwards. */
static void find_needed(struct proof *p, uint32_t property) {
    const struct system *s = p->system;
    u32s fresh = {0};
    need(p, s->properties.data[property].good, &fresh);
    need(p, s->init, &fresh);
    need(p, s->trans, &fresh);
    vec_each (const term, c, &s->constraints) need(p, *c, &fresh);
    vec_each (const term, c, &p->invariant->conjuncts) need(p, *c, &fresh);
    uint32_t steps = p->invariant->simple_path ? UINT32_MAX : p->invariant->depth;
    for (uint32_t step = 0, done = 0; step < steps && done < fresh.size; step++)
        for (uint32_t end = fresh.size; done < end; done++) {
            const struct system_state *v = &s->states.data[fresh.data[done]];
            need(p, v->first, &fresh);
            need(p, v->update, &fresh);
        }
    vec_free(&fresh);
}

static void add_conjuncts(struct text *out, const struct proof *p) {
    const struct system_invariant *v = p->invariant;
    struct text one = {0};
    u32s uses = {0};
    for (uint32_t i = 0; i < v->conjuncts.size && i < SHOW_CONJUNCTS; i++) {
        text_clear(&one);
        vec_clear(&uses);
        infix_print(&one, p->system->terms, v->conjuncts.data[i], NULL, NULL, SHOW_LETTERS);
        find_variables(p, v->conjuncts.data[i], &uses);
        text_add(out, i ? ",\n[" : "[");
        text_json_string(out, one.data);
        text_add(out, ",[");
        for (uint32_t u = 0; u < uses.size; u++) text_format(out, u ? ",%u" : "%u", uses.data[u]);
        text_add(out, "]]");
    }
    text_fini(&one);
    vec_free(&uses);
}

void show_system_invariant(struct text *out, const struct system *s, const struct system_invariant *v,
                           uint32_t property) {
    struct proof p = {.system = s, .invariant = v};
    strings names = {0}; /* borrowed */
    number_variables(&p);
    p.needed = mem_new_array(bool, p.variables + 1);
    find_needed(&p, property);
    vec_each (const struct system_state, state, &s->states) vec_push(&names, state->name);
    vec_each (const struct system_input, input, &s->inputs) vec_push(&names, input->name);
    text_format(out, "{\"kind\":\"proof\",\"files\":[],\"level\":\"system\",\"depth\":%u%s,\"total\":%u",
                v->depth, v->simple_path ? ",\"simple_path\":true" : "", v->conjuncts.size);
    text_format(out, ",\"shown\":%u,\"variables\":",
                v->conjuncts.size < SHOW_CONJUNCTS ? v->conjuncts.size : (uint32_t)SHOW_CONJUNCTS);
    show_names(out, &names);
    text_add(out, ",\"needed\":");
    show_marked(out, p.needed, p.variables);
    text_add(out, ",\"parts\":[{\"conjuncts\":[");
    add_conjuncts(out, &p);
    text_add(out, "]}]}");
    vec_free(&names);
    mem_free(p.needed);
    hash_map_free(&p.numbers);
}
