#include "transform/system/cone.h"

#include "transform/system/first.h"
#include "transform/system/view.h"

struct reaching {
    const struct system *system;
    struct hash_map positions; /* state variable, now or next -> its state */
    u8s seen;                  /* by term */
    u8s inside;                /* by state */
    term_list work;
};

static void want(struct reaching *r, term t) {
    if (term_is_none(t) || r->seen.data[t.id]) return;
    r->seen.data[t.id] = 1;
    vec_push(&r->work, t);
}

static void enter(struct reaching *r, uint32_t state) {
    if (r->inside.data[state]) return;
    r->inside.data[state] = 1;
    want(r, r->system->states.data[state].first);
    want(r, r->system->states.data[state].update);
}

static void reach(struct reaching *r) {
    const struct terms *b = r->system->terms;
    while (r->work.size) {
        term t = vec_pop(&r->work);
        uint32_t state = hash_map_get(&r->positions, t.id);
        if (state != HASH_NONE) enter(r, state);
        for (uint32_t i = 0, n = term_arity(b, t); i < n; i++) want(r, term_arg(b, t, i));
    }
}

/* Marks what the terms that are wanted so far, and the circles, depend on. */
static void find_cone(struct reaching *r, const u8s *circular) {
    const struct system *system = r->system;
    bool whole = system_theories(system) & (THEORY_UF | THEORY_NONLINEAR | THEORY_DIVISION);
    want(r, system->init);
    want(r, system->trans);
    vec_each (const term, t, &system->constraints) want(r, *t);
    for (uint32_t i = 0; whole && i < system->inputs.size; i++) want(r, system->inputs.data[i].now);
    for (uint32_t i = 0; i < system->states.size; i++)
        if (whole || circular->data[i]) enter(r, i);
    reach(r);
}

static void keep_properties(struct system_cone *cone, struct reaching *r, const uint32_t *properties,
                            uint32_t n) {
    vec_each (struct system_property, p, &cone->to->properties) p->good = term_true(cone->to->terms);
    for (uint32_t i = 0; i < n; i++) {
        term good = cone->from->properties.data[properties[i]].good;
        cone->to->properties.data[properties[i]].good = good;
        want(r, good);
    }
}

/* Moves what stays to the front. */
static void keep_variables(struct system_cone *cone, const struct reaching *r) {
    struct system *to = cone->to;
    for (uint32_t i = 0; i < to->states.size; i++) {
        struct system_state s = to->states.data[i];
        if (!r->inside.data[i]) {
            mem_free(s.name);
            continue;
        }
        to->states.data[cone->states.size] = s;
        vec_push(&cone->states, i);
    }
    for (uint32_t i = 0; i < to->inputs.size; i++) {
        struct system_input input = to->inputs.data[i];
        if (!r->seen.data[input.now.id]) {
            mem_free(input.name);
            continue;
        }
        to->inputs.data[cone->inputs.size] = input;
        vec_push(&cone->inputs, i);
    }
    vec_shrink(&to->states, cone->states.size);
    vec_shrink(&to->inputs, cone->inputs.size);
}

struct system_cone *system_cone_new(const struct system *from, const uint32_t *properties, uint32_t n) {
    struct system_cone *cone = mem_new(struct system_cone);
    *cone = (struct system_cone){.from = from, .to = system_view_new(from)};
    u32s order = {0};
    u8s circular = {0};
    struct reaching r = {.system = from};
    (void)term_true(from->terms); /* before the terms are counted */
    vec_resize(&r.seen, terms_size(from->terms));
    vec_resize(&r.inside, from->states.size);
    for (uint32_t i = 0; i < from->states.size; i++) {
        hash_map_put(&r.positions, from->states.data[i].now.id, i);
        hash_map_put(&r.positions, from->states.data[i].next.id, i);
    }
    system_first_order(from, &order, &circular);
    keep_properties(cone, &r, properties, n);
    find_cone(&r, &circular);
    keep_variables(cone, &r);
    vec_each (const uint32_t, i, &order)
        if (!r.inside.data[*i]) vec_push(&cone->dropped, *i);
    vec_free(&order);
    vec_free(&circular);
    vec_free(&r.seen);
    vec_free(&r.inside);
    vec_free(&r.work);
    hash_map_free(&r.positions);
    return cone;
}

void system_cone_free(struct system_cone *cone) {
    if (!cone) return;
    system_view_free(cone->to);
    vec_free(&cone->states);
    vec_free(&cone->inputs);
    vec_free(&cone->dropped);
    mem_free(cone);
}

/* The values of `to` in a step at their places in `from`; other inputs have default values. */
static void place(const struct system_cone *cone, const struct system_trace *trace, uint32_t step,
                  term *states, term *inputs) {
    const struct system *from = cone->from;
    for (uint32_t i = 0; i < from->inputs.size; i++)
        inputs[i] = value_default(from->terms, term_sort(from->terms, from->inputs.data[i].now));
    for (uint32_t i = 0; i < cone->inputs.size; i++)
        inputs[cone->inputs.data[i]] = trace->inputs.data[(size_t)step * cone->inputs.size + i];
    for (uint32_t i = 0; i < cone->states.size; i++)
        states[cone->states.data[i]] = trace->states.data[(size_t)step * cone->states.size + i];
}

/* Gives the dropped states their values in the step. Before, `e` has the step before; after, this one. */
static void advance(const struct system_cone *cone, struct evaluation *e, bool first, term *states,
                    const term *inputs) {
    const struct system *from = cone->from;
    vec_each (const uint32_t, i, &cone->dropped) {
        const struct system_state *s = &from->states.data[*i];
        bool follows = !first && !term_is_none(s->update);
        states[*i] =
            follows ? evaluate(e, s->update) : value_default(from->terms, term_sort(from->terms, s->now));
    }
    evaluation_reset(e);
    for (uint32_t i = 0; i < from->inputs.size; i++) evaluation_set(e, from->inputs.data[i].now, inputs[i]);
    vec_each (const uint32_t, i, &cone->states) evaluation_set(e, from->states.data[*i].now, states[*i]);
    vec_each (const uint32_t, i, &cone->dropped) {
        const struct system_state *s = &from->states.data[*i];
        if (first && !term_is_none(s->first)) states[*i] = evaluate(e, s->first);
        evaluation_set(e, s->now, states[*i]);
    }
}

struct system_trace *system_cone_trace(const struct system_cone *cone, struct system_trace *trace) {
    const struct system *from = cone->from;
    term_list states = {0}, inputs = {0};
    struct evaluation e;
    evaluation_init(&e, from->terms);
    vec_resize(&states, trace->steps * from->states.size);
    vec_resize(&inputs, trace->steps * from->inputs.size);
    for (uint32_t step = 0; step < trace->steps; step++) {
        term *states_here = states.data + (size_t)step * from->states.size,
             *inputs_here = inputs.data + (size_t)step * from->inputs.size;
        place(cone, trace, step, states_here, inputs_here);
        advance(cone, &e, step == 0, states_here, inputs_here);
    }
    evaluation_fini(&e);
    vec_free(&trace->states);
    vec_free(&trace->inputs);
    trace->states = states;
    trace->inputs = inputs;
    return trace;
}
