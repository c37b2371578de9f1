#include "format/proof/phrase.h"
#include "format/proof/proof.h"

#include "logic/walk.h"

#include <stdio.h>
#include <string.h>

/* A register of the system that the design has no name for, and that the text has instead. */
struct twin {
    uint32_t state;
    term now, update; /* in the bank of the speech */
    const char *name;
};

struct writer {
    const struct system *system;
    const struct system_property *property;
    const struct system_invariant *invariant;
    struct speech speech;
    struct phrases phrases;
    VEC(struct twin) twins;
    term goal;
    term_list assumptions; /* that are about twins */
    term_list conjuncts;
    struct text wires;
    const struct design_name *clock; /* NULL: none is known */
    struct text *why;
};

/* ---- the clock ---- */

static void find_clock(struct writer *w) {
    uint32_t n = 0;
    vec_each (const struct design_name, name, &w->system->design.names) {
        if (name->edge == DESIGN_NO_CLOCK) continue;
        if (w->clock && w->clock->value.id == name->value.id && strlen(name->name) >= strlen(w->clock->name))
            continue;
        n += !w->clock || w->clock->value.id != name->value.id;
        w->clock = name;
    }
    if (n > 1) w->clock = NULL;
}

static void put_edge(struct writer *w, struct text *out) {
    if (!w->clock) {
        text_add(out, "always @*");
        return;
    }
    text_format(out, "always @(%s ", w->clock->edge == DESIGN_RISING ? "posedge" : "negedge");
    phrases_put_name(&w->phrases, out, w->clock);
    text_byte(out, ')');
}

/* ---- twins ---- */

static bool has_name(const struct writer *w, term t) {
    return speech_name(&w->speech, t).name;
}

static bool is_twin(const struct writer *w, uint32_t state) {
    vec_each (const struct twin, t, &w->twins)
        if (t->state == state) return true;
    return false;
}

static bool refuse(struct writer *w, const char *what, const char *name) {
    if (!w->why->size) text_format(w->why, what, name);
    return false;
}

static bool add_twin(struct writer *w, uint32_t position) {
    const struct system_state *s = &w->system->states.data[position];
    term first = term_is_none(s->first) ? TERM_NONE : speech_term(&w->speech, s->first);
    if (sort_kind(w->speech.bank, term_sort(w->speech.bank, speech_term(&w->speech, s->now))) == SORT_ARRAY)
        return refuse(w, "the design has no name for the memory '%s'", s->name);
    if (!w->clock)
        return refuse(w, "the design has no name for the register '%s', and its clock is not known", s->name);
    if (term_is_none(s->update))
        return refuse(w, "the design has no name for '%s', which takes any value in each step", s->name);
    if (!term_is_none(first) && !term_is_value(w->speech.bank, first))
        return refuse(w, "the design has no name for the register '%s', which does not start with a constant",
                      s->name);
    struct twin twin = {position, speech_term(&w->speech, s->now), speech_term(&w->speech, s->update), NULL};
    const char *hint = strncmp(s->name, "induct.", strlen("induct.")) ? s->name : s->name + strlen("induct.");
    twin.name = phrases_claim(&w->phrases, hint);
    phrases_call(&w->phrases, twin.now, twin.name);
    vec_push(&w->twins, twin);
    return true;
}

/* The variables in what is said of a term: twins for those without names. */
static bool name_variables(struct writer *w, term root) {
    term_list all = {0};
    bool good = true;
    speech_collect(&w->speech, &root, 1, &all);
    vec_each (const term, t, &all) {
        if (!good || !term_is(w->speech.bank, *t, TERM_VARIABLE) || has_name(w, *t)) continue;
        uint32_t state = speech_state(&w->speech, *t);
        if (state == SPEECH_NONE)
            good = refuse(w, "the design has no name for the input '%s'", term_name(w->speech.bank, *t));
        else if (!is_twin(w, state))
            good = add_twin(w, state);
    }
    vec_free(&all);
    return good;
}

/* Whether one of the variables is a marked one. */
static bool mentions(const struct writer *w, term formula, const struct hash_map *marked) {
    term_list variables = {0};
    bool found = false;
    if (term_is_none(formula)) return false;
    term_variables(w->system->terms, &formula, 1, &variables);
    vec_each (const term, v, &variables) found = found || hash_map_get(marked, v->id) != HASH_NONE;
    vec_free(&variables);
    return found;
}

static void mark_twins(const struct writer *w, struct hash_map *marked) {
    vec_each (const struct twin, t, &w->twins)
        hash_map_put(marked, w->system->states.data[t->state].now.id, t->state);
}

/* For each state the positions of those whose functions mention it. */
static u32s *find_users(const struct system *system) {
    struct hash_map positions = {0};
    u32s *users = mem_new_array(u32s, system->states.size + 1);
    for (uint32_t i = 0; i < system->states.size; i++)
        hash_map_put(&positions, system->states.data[i].now.id, i);
    for (uint32_t i = 0; i < system->states.size; i++) {
        const term functions[] = {system->states.data[i].update, system->states.data[i].first};
        for (int k = 0; k < 2; k++) {
            term_list variables = {0};
            if (!term_is_none(functions[k])) term_variables(system->terms, &functions[k], 1, &variables);
            vec_each (const term, v, &variables) {
                uint32_t at = hash_map_get(&positions, v->id);
                if (at != HASH_NONE) vec_push(&users[at], i);
            }
            vec_free(&variables);
        }
    }
    hash_map_free(&positions);
    return users;
}

/* A twin runs beside what it is a twin of: that must not matter for anything else than what is said here. */
static bool check_twins(struct writer *w) {
    struct hash_map seen = {0};
    u32s pending = {0};
    bool good = true;
    if (!w->twins.size) return true;
    u32s *users = find_users(w->system);
    vec_each (const struct twin, t, &w->twins) {
        hash_map_put(&seen, t->state, 1);
        vec_push(&pending, t->state);
    }
    while (pending.size && good) {
        const u32s *of = &users[vec_pop(&pending)];
        for (uint32_t i = 0; i < of->size && good; i++) {
            const struct system_state *s = &w->system->states.data[of->data[i]];
            if (hash_map_get(&seen, of->data[i]) != HASH_NONE) continue;
            hash_map_put(&seen, of->data[i], 1);
            vec_push(&pending, of->data[i]);
            if (has_name(w, speech_term(&w->speech, s->now)))
                good = refuse(
                    w, "it speaks of a register that the design has no name for, and '%s' depends on it",
                    s->name);
        }
    }
    for (uint32_t i = 0; i < w->system->states.size; i++) vec_free(&users[i]);
    mem_free(users);
    vec_free(&pending);
    hash_map_free(&seen);
    return good;
}

/* Assumptions about what has twins only: the design's own do not know of these. */
static bool add_assumptions(struct writer *w, bool *changed) {
    struct hash_map marked = {0};
    bool good = true;
    *changed = false;
    mark_twins(w, &marked);
    vec_each (const term, c, &w->system->constraints) {
        if (!good || !w->twins.size || !mentions(w, *c, &marked)) continue;
        term said = speech_condition(&w->speech, speech_term(&w->speech, *c));
        bool known = false;
        vec_each (const term, a, &w->assumptions) known = known || term_same(*a, said);
        if (known) continue;
        vec_push(&w->assumptions, said);
        good = name_variables(w, said);
        *changed = true;
    }
    hash_map_free(&marked);
    return good;
}

static bool name_all(struct writer *w) {
    bool changed = true;
    bool good = name_variables(w, w->goal);
    vec_each (const term, c, &w->conjuncts) good = good && name_variables(w, *c);
    for (uint32_t done = 0; good && changed;) {
        for (; good && done < w->twins.size; done++) good = name_variables(w, w->twins.data[done].update);
        changed = false;
        good = good && add_assumptions(w, &changed);
        changed |= done < w->twins.size;
    }
    return good && check_twins(w);
}

/* ---- the text ---- */

static void put_range(const struct writer *w, struct text *out, term t) {
    const struct terms *b = w->speech.bank;
    sort sort = term_sort(b, t);
    if (sort_kind(b, sort) == SORT_BV && sort_width(b, sort) > 1)
        text_format(out, "[%u:0] ", sort_width(b, sort) - 1);
}

static void put_twins(struct writer *w, struct text *out) {
    vec_each (const struct twin, t, &w->twins) {
        const struct system_state *s = &w->system->states.data[t->state];
        text_add(out, "reg ");
        put_range(w, out, t->now);
        text_add(out, t->name);
        if (!term_is_none(s->first)) {
            text_add(out, " = ");
            phrases_put(&w->phrases, out, speech_term(&w->speech, s->first));
        }
        text_add(out, ";\n");
    }
}

static void put_wire(void *client, term t, const char *name) {
    struct writer *w = client;
    text_add(&w->wires, "wire ");
    put_range(w, &w->wires, t);
    text_format(&w->wires, "%s = ", name);
    phrases_define(&w->phrases, &w->wires, t);
    text_add(&w->wires, ";\n");
}

static void prepare(struct writer *w) {
    term_list roots = {0};
    vec_push(&roots, w->goal);
    vec_append(&roots, w->conjuncts.data, w->conjuncts.size);
    vec_append(&roots, w->assumptions.data, w->assumptions.size);
    vec_each (const struct twin, t, &w->twins) vec_push(&roots, t->update);
    phrases_prepare(&w->phrases, roots.data, roots.size, put_wire, w);
    vec_free(&roots);
}

static void put_statement(struct writer *w, struct text *out, const char *label, const char *what, term t) {
    text_format(out, "    %s: %s (", label, what);
    phrases_put(&w->phrases, out, t);
    text_add(out, ");\n");
}

static void put_block(struct writer *w, struct text *out) {
    char label[24];
    put_edge(w, out);
    text_format(out, " begin : %s\n", phrases_claim(&w->phrases, w->property->name));
    vec_each (const struct twin, t, &w->twins) {
        text_format(out, "    %s <= ", t->name);
        phrases_put(&w->phrases, out, t->update);
        text_add(out, ";\n");
    }
    for (uint32_t i = 0; i < w->assumptions.size; i++) {
        snprintf(label, sizeof label, "a%u", i + 1);
        put_statement(w, out, label, "assume", w->assumptions.data[i]);
    }
    put_statement(w, out, "goal", "assert", w->goal);
    for (uint32_t i = 0; i < w->conjuncts.size; i++) {
        snprintf(label, sizeof label, "i%u", i + 1);
        put_statement(w, out, label, "assert", w->conjuncts.data[i]);
    }
    text_add(out, "end\n");
}

static void put_head(struct writer *w, struct text *out) {
    const struct design_name *entry = design_find(&w->system->design, DESIGN_PROPERTY,
                                                  (uint32_t)(w->property - w->system->properties.data));
    text_format(out, "// %s%s%s%s: " PROOF_MARK ".\n", w->property->name, entry && entry->source ? " (" : "",
                entry && entry->source ? entry->source : "", entry && entry->source ? ")" : "");
    text_format(out, "// For the end of the module %s. All that is asserted here is %u-inductive together.\n",
                w->system->design.top ? w->system->design.top : "at the top", w->invariant->depth);
    if (w->property->cover) text_add(out, "// The goal says that the cover property is never met.\n");
    if (w->twins.size)
        text_add(out, "// The registers are those that tools make of assertions, of $past and of a reset at "
                      "the start.\n");
}

static void collect(struct writer *w) {
    w->goal = speech_condition(&w->speech, speech_term(&w->speech, w->property->good));
    struct hash_map seen = {0};
    vec_each (const term, c, &w->invariant->conjuncts) {
        term_list parts = {0};
        term_conjuncts(w->speech.bank, speech_term(&w->speech, *c), &parts);
        vec_each (const term, part, &parts) {
            term said = speech_words(&w->speech, *part);
            if (hash_map_get(&seen, said.id) != HASH_NONE) continue;
            hash_map_put(&seen, said.id, 1);
            vec_push(&w->conjuncts, said);
        }
        vec_free(&parts);
    }
    hash_map_free(&seen);
}

static bool write(struct writer *w, struct text *out) {
    if (w->invariant->simple_path) return refuse(w, "%s", "the proof is over simple paths");
    if (!term_is(w->system->terms, w->system->init, TERM_TRUE) ||
        !term_is(w->system->terms, w->system->trans, TERM_TRUE))
        return refuse(w, "%s", "the model has relations where a design has registers");
    if (!name_all(w)) return false;
    prepare(w);
    put_head(w, out);
    put_twins(w, out);
    text_bytes(out, w->wires.data ? w->wires.data : "", w->wires.size);
    put_block(w, out);
    if (w->phrases.why.size) return refuse(w, "%s", w->phrases.why.data);
    return true;
}

bool proof_verilog(struct text *out, const struct system *system, uint32_t property,
                   const struct system_invariant *invariant, struct text *why) {
    struct writer w = {
        .system = system, .property = &system->properties.data[property], .invariant = invariant, .why = why};
    struct text text = {0};
    speech_init(&w.speech, system, true);
    phrases_init(&w.phrases, &w.speech, true);
    find_clock(&w);
    collect(&w);
    bool good = write(&w, &text);
    if (good) text_bytes(out, text.data, text.size);
    text_fini(&text);
    text_fini(&w.wires);
    vec_free(&w.twins);
    vec_free(&w.assumptions);
    vec_free(&w.conjuncts);
    phrases_fini(&w.phrases);
    speech_fini(&w.speech);
    return good;
}
