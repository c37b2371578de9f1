/* The order of the stages, and evidence through all of them.
 *
 * Cheap stages come first so that the expensive ones see less. Merging makes gates and latches useless and
 * creates new equalities, so that the last stages are repeated while they remove one latch in fifty or one
 * gate in twenty. */
#include "transform/circuit/transform.h"

static const struct circuit *current(const struct pipeline *p) {
    return p->stages.size ? vec_last(&p->stages)->to : p->selected;
}

/* The user's circuit without what engines do not read. The graph is kept as it is. */
static struct circuit *select_properties(const struct circuit *user, const u32s *properties) {
    struct circuit *c = mem_new(struct circuit);
    c->graph = aig_copy(user->graph);
    c->bad_section = user->bad_section;
    vec_each (const struct signal, s, &user->inputs)
        vec_push(&c->inputs, (struct signal){s->lit, mem_strdup(s->name)});
    vec_each (const struct latch, l, &user->latches)
        vec_push(&c->latches, (struct latch){l->lit, l->next, l->reset, mem_strdup(l->name)});
    vec_each (const struct signal, s, &user->constraints) circuit_add_constraint(c, s->lit, s->name);
    vec_each (const uint32_t, i, properties) {
        const struct property *p = &user->properties.data[*i];
        circuit_add_property(c, p->bad, p->name, p->index);
    }
    return c;
}

typedef struct transform *(*stage)(const struct circuit *, const struct stage_context *);

static bool run(struct pipeline *p, const struct stage_context *context, bool enabled, const char *name,
                stage f) {
    if (!enabled || limits_stopped(context->limits)) return false;
    events_send(context->events, (struct event){.kind = EVENT_STAGE, .text = name});
    struct transform *t = f(current(p), context);
    if (t) vec_push(&p->stages, t);
    return t != NULL;
}

enum { ROUNDS = 3 };

static void run_rounds(struct pipeline *p, const struct stage_context *context) {
    const struct options *o = context->options;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t latches = current(p)->latches.size, gates = current(p)->graph->gates;
        run(p, context, o->scorr, "scorr", transform_scorr_latches);
        run(p, context, o->coi, "coi", transform_coi);
        run(p, context, o->sweep, "sweep", transform_sweep);
        uint64_t unfinished = context->stats->scorr_unfinished;
        run(p, context, o->scorr && !context->of_program, "scorr", transform_scorr);
        run(p, context, o->coi, "coi", transform_coi);
        if (context->stats->scorr_unfinished > unfinished) break; /* it would hardly fare better next time */
        if (current(p)->latches.size + latches / 50 >= latches &&
            current(p)->graph->gates + gates / 20 >= gates)
            break;
    }
}

struct pipeline *pipeline_run(const struct circuit *user, const uint32_t *properties, uint32_t n,
                              const struct stage_context *context) {
    uint64_t start = clock_us();
    const struct options *o = context->options;
    struct pipeline *p = mem_new(struct pipeline);
    p->user = user;
    vec_append(&p->properties, properties, n);
    p->selected = select_properties(user, &p->properties);
    run(p, context, o->preprocess && o->coi, "coi", transform_coi);
    /* Not subject to limits: engines rely on it. */
    struct transform *resets = transform_resets(current(p), context);
    if (resets) vec_push(&p->stages, resets);
    /* A simple-path proof compares states latch by latch, so it does not survive that latches are merged or
     * lose their influence. */
    if (o->preprocess && !o->simple_path) {
        if (run(p, context, o->ternary, "ternary", transform_ternary))
            run(p, context, o->coi, "coi", transform_coi);
        run(p, context, o->rewrite, "rewrite", transform_rewrite);
        const struct circuit *before = current(p);
        run_rounds(p, context);
        run(p, context, o->rewrite && current(p) != before, "rewrite", transform_rewrite);
    }
    p->result = current(p);
    context->stats->final_inputs = p->result->inputs.size;
    context->stats->final_latches = p->result->latches.size;
    context->stats->final_ands = p->result->graph->gates;
    context->stats->preprocess_us += clock_us() - start;
    return p;
}

void pipeline_free(struct pipeline *p) {
    if (!p) return;
    while (p->stages.size) transform_free(vec_pop(&p->stages));
    vec_free(&p->stages);
    vec_free(&p->properties);
    circuit_free(p->selected);
    invariant_free(p->facts);
    mem_free(p);
}

static void settle(u8s *values) {
    vec_each (uint8_t, v, values)
        if (*v == TRACE_X) *v = 0;
}

struct trace *pipeline_trace_back(const struct pipeline *p, struct trace *trace) {
    if (p->stages.size) {
        settle(&trace->initial);
        settle(&trace->values);
    }
    for (uint32_t i = p->stages.size; i-- > 0;) {
        /* What the first cone of influence drops is disconnected in the user's circuit. */
        bool disconnected = i == 0 && !strcmp(p->stages.data[0]->name, "coi");
        trace = transform_trace_back(p->stages.data[i], trace, disconnected ? TRACE_X : 0);
    }
    trace->property = p->properties.data[trace->property];
    return trace;
}

static struct invariant *all_facts(const struct pipeline *p) {
    struct invariant *facts = invariant_new(p->result);
    for (uint32_t i = p->stages.size; i-- > 0;) facts = transform_invariant_back(p->stages.data[i], facts);
    return facts;
}

/* The facts are the same for all properties, and may be many: they go through the stages once. */
struct invariant *pipeline_invariant_back(struct pipeline *p, struct invariant *invariant) {
    if (!p->facts) p->facts = all_facts(p);
    for (uint32_t i = p->stages.size; i-- > 0;)
        invariant = transform_rename_back(p->stages.data[i], invariant);
    if (!p->facts->conjuncts.size) return invariant;
    struct invariant *both = invariant_copy(p->facts);
    invariant_conjoin(both, invariant);
    invariant_free(invariant);
    return both;
}
