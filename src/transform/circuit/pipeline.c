/* The order of the transforms, as two stages, and evidence through each of them.
 *
 * Cheap transforms come first so that the expensive ones see less: `simplify` are those that cost little more than
 * reading the circuit, `merge` are sweeping and signal correspondence. Merging makes gates and latches useless and
 * creates new equalities, so that its transforms are repeated while they remove one latch in fifty or one gate in
 * twenty. */
#include "transform/circuit/circuit_stages.h"

#include "transform/circuit/transform.h"

/* What a stage did. */
struct pipeline {
    const struct stage_context *context;
    /* The source with the properties that are asked about only; NULL: the source itself. */
    struct circuit *selected;
    VEC(struct transform *) transforms;
    const struct circuit *result; /* borrowed from the last of them, from `selected` or from the source */
    struct invariant *facts;      /* of all of them, about the source; NULL until a proof needs them */
};

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

static struct pipeline *new_pipeline(const struct stage *s, const struct circuit *first) {
    struct pipeline *p = mem_new(struct pipeline);
    p->context = &s->context;
    p->result = first;
    return p;
}

static bool add(struct pipeline *p, struct transform *t) {
    if (!t) return false;
    vec_push(&p->transforms, t);
    p->result = t->to;
    return true;
}

typedef struct transform *(*transformer)(const struct circuit *, const struct stage_context *);

static bool run(struct pipeline *p, bool enabled, const char *name, transformer f) {
    if (!enabled || limits_stopped(p->context->limits)) return false;
    events_send(p->context->events, (struct event){.kind = EVENT_STAGE, .text = name});
    return add(p, f(p->result, p->context));
}

/* A simple-path proof compares states latch by latch, so it does not survive that latches are merged or lose
 * their influence. */
static bool may_change_states(const struct options *o) {
    return o->preprocess && !o->simple_path;
}

static void run_cheap(struct pipeline *p) {
    const struct options *o = p->context->options;
    run(p, o->preprocess && o->coi, "coi", transform_coi);
    add(p, transform_resets(p->result, p->context)); /* whatever the limits: engines rely on it */
    if (!may_change_states(o)) return;
    if (run(p, o->ternary, "ternary", transform_ternary)) run(p, o->coi, "coi", transform_coi);
    run(p, o->rewrite, "rewrite", transform_rewrite);
    if (run(p, o->coi, "coi", transform_coi)) run(p, o->rewrite, "rewrite", transform_rewrite);
}

enum { ROUNDS = 3 };

static void run_merging(struct pipeline *p) {
    const struct options *o = p->context->options;
    struct stats *stats = p->context->stats;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t latches = p->result->latches.size, gates = p->result->graph->gates;
        run(p, o->scorr, "scorr", transform_scorr_latches);
        run(p, o->coi, "coi", transform_coi);
        run(p, o->sweep, "sweep", transform_sweep);
        uint64_t unfinished = stats->scorr_unfinished;
        run(p, o->scorr && !p->context->of_program, "scorr", transform_scorr);
        run(p, o->coi, "coi", transform_coi);
        if (stats->scorr_unfinished > unfinished) break; /* it would hardly fare better next time */
        if (p->result->latches.size + latches / 50 >= latches &&
            p->result->graph->gates + gates / 20 >= gates)
            break;
    }
    run(p, o->rewrite && p->transforms.size, "rewrite", transform_rewrite);
}

/* The pipeline has run since `start`: its result is the stage's. */
static enum status finish(struct stage *s, struct pipeline *p, uint64_t start) {
    struct stats *stats = s->context.stats;
    s->own = p;
    s->to = model_of_circuit(p->result);
    stats->final_inputs = p->result->inputs.size;
    stats->final_latches = p->result->latches.size;
    stats->final_ands = p->result->graph->gates;
    stats->preprocess_us += clock_us() - start;
    return STATUS_OK;
}

static enum status simplify(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)messages;
    uint64_t start = clock_us();
    struct circuit *selected = select_properties(s->from.circuit, asked);
    struct pipeline *p = new_pipeline(s, selected);
    p->selected = selected;
    vec_append(&s->properties, asked->data, asked->size);
    run_cheap(p);
    return finish(s, p, start);
}

static enum status merge(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    const struct options *o = s->context.options;
    if (!may_change_states(o) || !(o->sweep || o->scorr)) return stage_rest(s);
    uint64_t start = clock_us();
    struct pipeline *p = new_pipeline(s, s->from.circuit);
    run_merging(p);
    return finish(s, p, start);
}

static void release(struct stage *s) {
    struct pipeline *p = s->own;
    while (p->transforms.size) transform_free(vec_pop(&p->transforms));
    vec_free(&p->transforms);
    circuit_free(p->selected);
    invariant_free(p->facts);
    mem_free(p);
}

/* ---- evidence ---- */

static void settle(u8s *values) {
    vec_each (uint8_t, v, values)
        if (*v == TRACE_X) *v = 0;
}

/* Values that do not matter are set to 0, unless they do not matter structurally: what is TRACE_X in the result need
 * not be so for the ternary simulation of a less simplified circuit. */
static enum stage_back trace_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    const struct pipeline *p = s->own;
    if (p->transforms.size) {
        settle(&e->trace->initial);
        settle(&e->trace->values);
    }
    for (uint32_t i = p->transforms.size; i-- > 0;) {
        /* What the first cone of influence drops is disconnected in the user's circuit. */
        bool disconnected = p->selected && i == 0 && !strcmp(p->transforms.data[0]->name, "coi");
        e->trace = transform_trace_back(p->transforms.data[i], e->trace, disconnected ? TRACE_X : 0);
    }
    return STAGE_CARRIED;
}

static struct invariant *all_facts(const struct pipeline *p) {
    struct invariant *facts = invariant_new(p->result);
    for (uint32_t i = p->transforms.size; i-- > 0;)
        facts = transform_invariant_back(p->transforms.data[i], facts);
    return facts;
}

/* The facts are the same for all properties, and may be many: they go through the transforms once. */
static enum stage_back invariant_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    struct pipeline *p = s->own;
    if (!p->facts) p->facts = all_facts(p);
    for (uint32_t i = p->transforms.size; i-- > 0;)
        e->invariant = transform_rename_back(p->transforms.data[i], e->invariant);
    if (!p->facts->conjuncts.size) return STAGE_CARRIED;
    struct invariant *both = invariant_copy(p->facts);
    invariant_conjoin(both, e->invariant);
    invariant_free(e->invariant);
    e->invariant = both;
    return STAGE_CARRIED;
}

static enum stage_back whole_invariant_back(struct stage *s, struct evidence *e, struct text *why) {
    enum stage_back back = invariant_back(s, e, why);
    s->context.stats->invariant_clauses += e->invariant->conjuncts.size;
    return back;
}

static void lemmas_back(struct stage *s, struct evidence *lemmas) {
    const struct pipeline *p = s->own;
    for (uint32_t i = p->transforms.size; i-- > 0;)
        lemmas->invariant = transform_lemmas_back(p->transforms.data[i], lemmas->invariant);
}

static void lemmas_forward(struct stage *s, struct evidence *lemmas) {
    const struct pipeline *p = s->own;
    vec_each (struct transform *const, t, &p->transforms)
        lemmas->invariant = transform_lemmas_forward(*t, lemmas->invariant);
}

const struct stage_kind stage_simplify = {
    .name = "simplify",
    .from = LEVEL_CIRCUIT,
    .to = LEVEL_CIRCUIT,
    .apply = simplify,
    .trace_back = trace_back,
    .invariant_back = whole_invariant_back,
    .lemmas_back = lemmas_back,
    .lemmas_forward = lemmas_forward,
    .free = release,
};

const struct stage_kind stage_merge = {
    .name = "merge",
    .from = LEVEL_CIRCUIT,
    .to = LEVEL_CIRCUIT,
    .apply = merge,
    .trace_back = trace_back,
    .invariant_back = invariant_back,
    .lemmas_back = lemmas_back,
    .lemmas_forward = lemmas_forward,
    .free = release,
};
