/* The pipeline of transforms as a stage. */
#include "transform/circuit/stages.h"

#include "transform/circuit/transform.h"

static enum status apply(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)messages;
    struct pipeline *p = pipeline_run(s->from.circuit, asked->data, asked->size, &s->context);
    s->own = p;
    s->to = model_of_circuit(p->result);
    vec_append(&s->properties, asked->data, asked->size);
    return STATUS_OK;
}

static enum stage_back trace_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    e->trace = pipeline_trace_back(s->own, e->trace);
    return STAGE_CARRIED;
}

static enum stage_back invariant_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    e->invariant = pipeline_invariant_back(s->own, e->invariant);
    s->context.stats->invariant_clauses += e->invariant->conjuncts.size;
    return STAGE_CARRIED;
}

static void release(struct stage *s) {
    pipeline_free(s->own);
}

const struct stage_kind stage_preprocess = {
    .name = "preprocess",
    .from = LEVEL_CIRCUIT,
    .to = LEVEL_CIRCUIT,
    .apply = apply,
    .trace_back = trace_back,
    .invariant_back = invariant_back,
    .free = release,
};
