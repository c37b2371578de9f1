#include "transform/system/view.h"

struct system *system_view_new(const struct system *from) {
    struct system *to = mem_new(struct system);
    to->terms = from->terms;
    to->init = from->init;
    to->trans = from->trans;
    vec_append(&to->constraints, from->constraints.data, from->constraints.size);
    vec_append(&to->states, from->states.data, from->states.size);
    vec_append(&to->inputs, from->inputs.data, from->inputs.size);
    vec_append(&to->properties, from->properties.data, from->properties.size);
    vec_each (struct system_state, s, &to->states) s->name = mem_strdup(s->name);
    vec_each (struct system_input, i, &to->inputs) i->name = mem_strdup(i->name);
    vec_each (struct system_property, p, &to->properties) p->name = mem_strdup(p->name);
    return to;
}

void system_view_free(struct system *system) {
    if (!system) return;
    vec_each (struct system_state, s, &system->states) mem_free(s->name);
    vec_each (struct system_input, i, &system->inputs) mem_free(i->name);
    vec_each (struct system_property, p, &system->properties) mem_free(p->name);
    vec_free(&system->states);
    vec_free(&system->inputs);
    vec_free(&system->properties);
    vec_free(&system->constraints);
    mem_free(system);
}
