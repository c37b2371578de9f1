#include "transform/between/circuit_to_system.h"

struct work {
    const struct circuit *circuit;
    struct system *system;
    term *terms; /* node -> term */
};

/* The symbol or a letter and a number, printable in SMT-LIB, and unlike every name (and primed name) so far. */
static char *variable_name(const struct work *w, const char *symbol, char letter, uint32_t number) {
    char *name = symbol && *symbol ? mem_strdup(symbol) : mem_format("%c%u", letter, number);
    for (char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f || *c == '|' || *c == '\\') *c = '_';
    for (;;) {
        char *primed = mem_format("%s'", name);
        bool taken = !term_is_none(term_find_variable(w->system->terms, name)) ||
                     !term_is_none(term_find_variable(w->system->terms, primed));
        mem_free(primed);
        if (!taken) return name;
        char *longer = mem_format("%s#%c%u", name, letter, number);
        mem_free(name);
        name = longer;
    }
}

static void add_variables(struct work *w) {
    const struct circuit *c = w->circuit;
    for (uint32_t i = 0; i < c->inputs.size; i++) {
        char *name = variable_name(w, c->inputs.data[i].name, 'i', i);
        w->terms[aig_node(c->inputs.data[i].lit)] = system_add_input(w->system, name, sort_bool())->now;
        mem_free(name);
    }
    for (uint32_t i = 0; i < c->latches.size; i++) {
        char *name = variable_name(w, c->latches.data[i].name, 'l', i);
        w->terms[aig_node(c->latches.data[i].lit)] =
            system_add_state(w->system, name, sort_bool(), NULL)->now;
        mem_free(name);
    }
}

static term literal(const struct work *w, aig_lit l) {
    term t = w->terms[aig_node(l)];
    return aig_sign(l) ? term_not(w->system->terms, t) : t;
}

/* Gates in their order; those that are exclusive ors or choices are written as such. */
static void add_gates(struct work *w) {
    const struct aig *g = w->circuit->graph;
    struct terms *b = w->system->terms;
    w->terms[0] = term_false(b);
    for (uint32_t n = 1; n < aig_size(g); n++) {
        if (!aig_is_gate(g, n)) continue;
        aig_lit condition, then, otherwise;
        if (!aig_match_ite(g, n, &condition, &then, &otherwise))
            w->terms[n] = term_and2(b, literal(w, aig_left(g, n)), literal(w, aig_right(g, n)));
        else if (aig_same(then, aig_not(otherwise)))
            w->terms[n] = term_xor(b, literal(w, condition), literal(w, otherwise));
        else
            w->terms[n] = term_ite(b, literal(w, condition), literal(w, then), literal(w, otherwise));
    }
}

struct system *circuit_to_system(const struct circuit *c, enum terms_mode mode) {
    struct work w = {c, system_new(mode), mem_new_array(term, aig_size(c->graph))};
    struct system *system = w.system;
    add_variables(&w);
    add_gates(&w);
    for (uint32_t i = 0; i < c->latches.size; i++) {
        const struct latch *l = &c->latches.data[i];
        system->states.data[i].update = literal(&w, l->next);
        if (!latch_is_free(l)) system->states.data[i].first = literal(&w, l->reset);
    }
    vec_each (const struct signal, s, &c->constraints) vec_push(&system->constraints, literal(&w, s->lit));
    for (uint32_t i = 0; i < c->outputs.size; i++) {
        const char *name = c->outputs.data[i].name;
        vec_push(&system->outputs, (struct system_output){literal(&w, c->outputs.data[i].lit),
                                                          name ? mem_strdup(name) : mem_format("o%u", i)});
    }
    vec_each (const struct property, p, &c->properties)
        system_add_property(system, literal(&w, aig_not(p->bad)), p->name, p->index);
    for (uint32_t i = 0; i < c->justice.size; i++)
        vec_push(&system->unsupported, (struct system_unsupported){.name = circuit_justice_name(c, i),
                                                                   .what = mem_strdup("justice property")});
    mem_free(w.terms);
    return system;
}
