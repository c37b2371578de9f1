#include "transform/system/inputs.h"

#include "transform/system/view.h"

/* Everything that must not mention inputs. */
static void collect_roots(const struct system *system, term_list *roots) {
    vec_push(roots, system->init);
    vec_each (const struct system_state, s, &system->states)
        if (!term_is_none(s->first)) vec_push(roots, s->first);
    vec_append(roots, system->constraints.data, system->constraints.size);
    vec_each (const struct system_property, p, &system->properties) vec_push(roots, p->good);
}

/* The inputs to lift: by position, true or false. */
static u8s lifted_inputs(const struct system *system) {
    term_list roots = {0}, variables = {0};
    collect_roots(system, &roots);
    term_variables(system->terms, roots.data, roots.size, &variables);
    struct hash_map used = {0};
    vec_each (const term, v, &variables) hash_map_put(&used, v->id, 1);
    u8s lifted = {0};
    vec_each (const struct system_input, i, &system->inputs)
        vec_push(&lifted, hash_map_get(&used, i->now.id) != HASH_NONE);
    hash_map_free(&used);
    vec_free(&variables);
    vec_free(&roots);
    return lifted;
}

static void lift(struct system_lifted *l, uint32_t position) {
    const struct system_input *input = &l->from->inputs.data[position];
    struct terms *bank = l->from->terms;
    struct system_state state = {.now = input->now,
                                 .next = term_fresh(bank, input->name, term_sort(bank, input->now)),
                                 .name = mem_strdup(input->name)};
    vec_push(&l->to->states, state);
    vec_push(&l->states, position);
}

struct system_lifted *system_lift_inputs(const struct system *from) {
    struct system_lifted *l = mem_new(struct system_lifted);
    *l = (struct system_lifted){.from = from, .to = system_view_new(from)};
    u8s lifted = lifted_inputs(from);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < from->inputs.size; i++) {
        struct system_input *input = &l->to->inputs.data[i];
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

void system_lifted_free(struct system_lifted *l) {
    if (!l) return;
    system_view_free(l->to);
    vec_free(&l->states);
    vec_free(&l->inputs);
    mem_free(l);
}

struct system_trace *system_lifted_trace(const struct system_lifted *l, struct system_trace *trace) {
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
