#include "transform/system/inputs.h"

#include "transform/system/view.h"

/* Everything that must not mention inputs. */
static void collect_roots(const struct ts *ts, term_list *roots) {
    vec_push(roots, ts->init);
    vec_each (const struct ts_state, s, &ts->states)
        if (!term_is_none(s->first)) vec_push(roots, s->first);
    vec_append(roots, ts->constraints.data, ts->constraints.size);
    vec_each (const struct ts_property, p, &ts->properties) vec_push(roots, p->good);
}

/* The inputs to lift: by position, true or false. */
static u8s lifted_inputs(const struct ts *ts) {
    term_list roots = {0}, variables = {0};
    collect_roots(ts, &roots);
    term_variables(ts->terms, roots.data, roots.size, &variables);
    struct hash_map used = {0};
    vec_each (const term, v, &variables) hash_map_put(&used, v->id, 1);
    u8s lifted = {0};
    vec_each (const struct ts_input, i, &ts->inputs)
        vec_push(&lifted, hash_map_get(&used, i->now.id) != HASH_NONE);
    hash_map_free(&used);
    vec_free(&variables);
    vec_free(&roots);
    return lifted;
}

static void lift(struct ts_lifted *l, uint32_t position) {
    const struct ts_input *input = &l->from->inputs.data[position];
    struct terms *bank = l->from->terms;
    struct ts_state state = {.now = input->now,
                             .next = term_fresh(bank, input->name, term_sort(bank, input->now)),
                             .name = mem_strdup(input->name)};
    vec_push(&l->to->states, state);
    vec_push(&l->states, position);
}

struct ts_lifted *ts_lift_inputs(const struct ts *from) {
    struct ts_lifted *l = mem_new(struct ts_lifted);
    *l = (struct ts_lifted){.from = from, .to = ts_view_new(from)};
    u8s lifted = lifted_inputs(from);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < from->inputs.size; i++) {
        struct ts_input *input = &l->to->inputs.data[i];
        if (lifted.data[i]) {
            lift(l, i);
            mem_free(input->name);
        } else {
            l->to->inputs.data[kept++] = *input;
            vec_push(&l->inputs, i);
        }
    }
    vec_shrink(&l->to->inputs, kept);
    vec_free(&lifted);
    return l;
}

void ts_lifted_free(struct ts_lifted *l) {
    if (!l) return;
    ts_view_free(l->to);
    vec_free(&l->states);
    vec_free(&l->inputs);
    mem_free(l);
}

struct ts_trace *ts_lifted_trace(const struct ts_lifted *l, struct ts_trace *trace) {
    uint32_t kept = l->from->states.size, states = l->to->states.size;
    uint32_t all = l->from->inputs.size, inputs = l->to->inputs.size;
    term_list state_values = {0}, input_values = {0};
    vec_resize(&input_values, trace->steps * all);
    for (uint32_t step = 0; step < trace->steps; step++) {
        for (uint32_t i = 0; i < kept; i++) vec_push(&state_values, trace->states.data[step * states + i]);
        for (uint32_t i = 0; i < l->states.size; i++)
            input_values.data[step * all + l->states.data[i]] = trace->states.data[step * states + kept + i];
        for (uint32_t i = 0; i < l->inputs.size; i++)
            input_values.data[step * all + l->inputs.data[i]] = trace->inputs.data[step * inputs + i];
    }
    vec_free(&trace->states);
    vec_free(&trace->inputs);
    trace->states = state_values;
    trace->inputs = input_values;
    return trace;
}
