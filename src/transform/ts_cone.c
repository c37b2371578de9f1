#include "transform/ts_cone.h"

#include "transform/ts_first.h"
#include "transform/ts_view.h"

struct reaching {
    const struct ts *ts;
    struct hash_map positions; /* variable, now or next -> state */
    u8s seen;                  /* by term */
    u8s *inside;               /* by state */
    term_list work;
};

static void want(struct reaching *r, term t) {
    if (term_is_none(t) || r->seen.data[t.id]) return;
    r->seen.data[t.id] = 1;
    vec_push(&r->work, t);
}

static void enter(struct reaching *r, uint32_t state) {
    if (r->inside->data[state]) return;
    r->inside->data[state] = 1;
    want(r, r->ts->states.data[state].first);
    want(r, r->ts->states.data[state].update);
}

static void reach(struct reaching *r) {
    const struct terms *b = r->ts->terms;
    while (r->work.size) {
        term t = vec_pop(&r->work);
        if (term_is(b, t, TERM_VARIABLE)) {
            uint32_t state = hash_map_get(&r->positions, t.id);
            if (state != HASH_NONE) enter(r, state);
            continue;
        }
        for (uint32_t i = 0, n = term_arity(b, t); i < n; i++) want(r, term_arg(b, t, i));
    }
}

static void find_cone(struct reaching *r, const u8s *circular) {
    const struct ts *ts = r->ts;
    vec_resize(&r->seen, terms_size(ts->terms));
    vec_resize(r->inside, ts->states.size);
    for (uint32_t i = 0; i < ts->states.size; i++) {
        hash_map_put(&r->positions, ts->states.data[i].now.id, i);
        hash_map_put(&r->positions, ts->states.data[i].next.id, i);
    }
    want(r, ts->init);
    want(r, ts->trans);
    vec_each (const term, t, &ts->constraints) want(r, *t);
    vec_each (const struct ts_property, p, &ts->properties) want(r, p->good);
    for (uint32_t i = 0; i < ts->states.size; i++)
        if (circular->data[i]) enter(r, i);
    reach(r);
}

struct ts_cone *ts_cone_new(const struct ts *from) {
    struct ts_cone *cone = mem_new(struct ts_cone);
    *cone = (struct ts_cone){.from = from, .to = ts_view_new(from)};
    bool whole = ts_theories(from) & (THEORY_UF | THEORY_NONLINEAR | THEORY_DIVISION);
    u32s order = {0};
    u8s circular = {0};
    struct reaching r = {.ts = from, .inside = &cone->inside};
    ts_first_order(from, &order, &circular);
    find_cone(&r, &circular);
    for (uint32_t i = 0; whole && i < from->states.size; i++) cone->inside.data[i] = 1;
    vec_each (const uint32_t, i, &order) {
        if (cone->inside.data[*i]) continue;
        vec_push(&cone->free, *i);
        cone->to->states.data[*i].first = cone->to->states.data[*i].update = TERM_NONE;
    }
    vec_free(&order);
    vec_free(&circular);
    vec_free(&r.seen);
    vec_free(&r.work);
    hash_map_free(&r.positions);
    return cone;
}

void ts_cone_free(struct ts_cone *cone) {
    if (!cone) return;
    ts_view_free(cone->to);
    vec_free(&cone->inside);
    vec_free(&cone->free);
    mem_free(cone);
}

/* Gives the free states their values in the step; `e` has the step before. */
static void advance(const struct ts_cone *cone, struct evaluation *e, struct ts_trace *trace, uint32_t step) {
    const struct ts *ts = cone->from;
    term *values = trace->states.data + (size_t)step * ts->states.size;
    if (step)
        vec_each (const uint32_t, i, &cone->free)
            if (!term_is_none(ts->states.data[*i].update))
                values[*i] = evaluate(e, ts->states.data[*i].update);
    evaluation_reset(e);
    for (uint32_t i = 0; i < ts->inputs.size; i++)
        evaluation_set(e, ts->inputs.data[i].now, trace->inputs.data[(size_t)step * ts->inputs.size + i]);
    for (uint32_t i = 0; i < ts->states.size; i++)
        if (cone->inside.data[i]) evaluation_set(e, ts->states.data[i].now, values[i]);
    vec_each (const uint32_t, i, &cone->free) {
        const struct ts_state *s = &ts->states.data[*i];
        if (!step && !term_is_none(s->first)) values[*i] = evaluate(e, s->first);
        evaluation_set(e, s->now, values[*i]);
    }
}

struct ts_trace *ts_cone_trace(const struct ts_cone *cone, struct ts_trace *trace) {
    if (!cone->free.size) return trace;
    struct evaluation e;
    evaluation_init(&e, cone->from->terms);
    for (uint32_t step = 0; step < trace->steps; step++) advance(cone, &e, trace, step);
    evaluation_fini(&e);
    return trace;
}
