/* Proofs of systems: conjuncts in the user's words, and what the obligations mention. */
#include "format/export/infix.h"
#include "format/proof/phrase.h"
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

/* What the conjuncts are said in: the words of the design, as far as looking for them takes a moment. */
struct words {
    struct speech speech;
    struct phrases phrases;
    struct text where; /* helpers, as JSON: [name, what it stands for], ... */
    bool design;       /* else variables have their names, and that is all */
};

static void declare(void *client, term t, const char *name) {
    struct words *w = client;
    struct text meaning = {0};
    phrases_define(&w->phrases, &meaning, t);
    text_add(&w->where, w->where.size ? ",[" : "[");
    text_json_string(&w->where, name);
    text_byte(&w->where, ',');
    show_cut(&w->where, &meaning);
    text_byte(&w->where, ']');
    text_fini(&meaning);
}

static void add_conjunct(struct text *out, const struct proof *p, struct words *w, term part,
                         const u32s *uses) {
    struct text one = {0};
    if (w->design)
        phrases_put(&w->phrases, &one, part);
    else
        infix_print(&one, p->system->terms, part, NULL, NULL, SHOW_LETTERS);
    text_byte(out, '[');
    show_cut(out, &one);
    text_add(out, ",[");
    for (uint32_t u = 0; u < uses->size; u++) text_format(out, u ? ",%u" : "%u", uses->data[u]);
    text_add(out, "]]");
    text_fini(&one);
}

/* The parts of conjunct i, in the bank that it is said in. */
static void take_apart(const struct proof *p, struct words *w, uint32_t i, term_list *parts) {
    term conjunct = p->invariant->conjuncts.data[i];
    if (!w->design) {
        vec_push(parts, conjunct);
        return;
    }
    uint32_t first = parts->size;
    term_conjuncts(w->speech.bank, speech_term(&w->speech, conjunct), parts);
    for (uint32_t k = first; k < parts->size; k++) parts->data[k] = speech_words(&w->speech, parts->data[k]);
}

static void add_conjuncts(struct text *out, const struct proof *p, struct words *w) {
    const struct system_invariant *v = p->invariant;
    const uint32_t n = v->conjuncts.size < SHOW_CONJUNCTS ? v->conjuncts.size : (uint32_t)SHOW_CONJUNCTS;
    term_list parts = {0};
    u32s uses = {0}, ends = {0};
    for (uint32_t i = 0; i < n; i++) {
        take_apart(p, w, i, &parts);
        vec_push(&ends, parts.size);
    }
    if (w->design) phrases_prepare(&w->phrases, parts.data, parts.size, declare, w);
    for (uint32_t i = 0, k = 0; i < n; i++) {
        vec_clear(&uses);
        find_variables(p, v->conjuncts.data[i], &uses);
        for (; k < ends.data[i]; k++) {
            if (k) text_add(out, ",\n");
            add_conjunct(out, p, w, parts.data[k], &uses);
        }
    }
    vec_free(&parts);
    vec_free(&uses);
    vec_free(&ends);
}

/* Looking for words copies all that the design names. */
static bool is_small(const struct system *s) {
    enum { MOST = 20000 };
    term_list roots = {0}, all = {0};
    vec_each (const struct design_name, name, &s->design.names)
        if (!term_is_none(name->value)) vec_push(&roots, name->value);
    term_collect(s->terms, roots.data, roots.size, &all);
    bool small = all.size <= MOST;
    vec_free(&roots);
    vec_free(&all);
    return small;
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
    struct words w = {.design = is_small(s)};
    if (w.design) speech_init(&w.speech, s, false);
    if (w.design) phrases_init(&w.phrases, &w.speech, false);
    text_add(out, ",\"parts\":[{\"conjuncts\":[");
    add_conjuncts(out, &p, &w);
    text_format(out, "]}],\"where\":[%s]}", w.where.data ? w.where.data : "");
    if (w.design) phrases_fini(&w.phrases);
    if (w.design) speech_fini(&w.speech);
    text_fini(&w.where);
    vec_free(&names);
    mem_free(p.needed);
    hash_map_free(&p.numbers);
}
