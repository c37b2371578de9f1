#include "transform/system/view.h"

struct ts *ts_view_new(const struct ts *from) {
    struct ts *to = mem_new(struct ts);
    to->terms = from->terms;
    to->init = from->init;
    to->trans = from->trans;
    vec_append(&to->constraints, from->constraints.data, from->constraints.size);
    vec_append(&to->states, from->states.data, from->states.size);
    vec_append(&to->inputs, from->inputs.data, from->inputs.size);
    vec_append(&to->properties, from->properties.data, from->properties.size);
    vec_each (struct ts_state, s, &to->states) s->name = mem_strdup(s->name);
    vec_each (struct ts_input, i, &to->inputs) i->name = mem_strdup(i->name);
    vec_each (struct ts_property, p, &to->properties) p->name = mem_strdup(p->name);
    return to;
}

void ts_view_free(struct ts *ts) {
    if (!ts) return;
    vec_each (struct ts_state, s, &ts->states) mem_free(s->name);
    vec_each (struct ts_input, i, &ts->inputs) mem_free(i->name);
    vec_each (struct ts_property, p, &ts->properties) mem_free(p->name);
    vec_free(&ts->states);
    vec_free(&ts->inputs);
    vec_free(&ts->properties);
    vec_free(&ts->constraints);
    mem_free(ts);
}
