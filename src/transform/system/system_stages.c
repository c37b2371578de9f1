#include "transform/system/system_stages.h"

#include "transform/system/cone.h"
#include "transform/system/definitions.h"
#include "transform/system/functional.h"
#include "transform/system/inputs.h"
#include "transform/system/view.h"

/* ---- lemmas ---- */

/* The lemmas that speak of the variables of a system alone: all models of a chain share one bank. */
static void keep_sayable(const struct system *system, struct evidence *lemmas) {
    struct hash_map known = {0};
    term_list variables = {0}, *conjuncts = &lemmas->system_invariant->conjuncts;
    uint32_t kept = 0;
    vec_each (const struct system_state, s, &system->states) hash_map_put(&known, s->now.id, 1);
    vec_each (const term, c, conjuncts) {
        bool sayable = true;
        vec_clear(&variables);
        term_variables(system->terms, c, 1, &variables);
        vec_each (const term, v, &variables) sayable &= hash_map_get(&known, v->id) != HASH_NONE;
        if (sayable) conjuncts->data[kept++] = *c;
    }
    vec_shrink(conjuncts, kept);
    vec_free(&variables);
    hash_map_free(&known);
}

static void lemmas_back(struct stage *s, struct evidence *lemmas) {
    keep_sayable(s->from.system, lemmas);
}

static void lemmas_forward(struct stage *s, struct evidence *lemmas) {
    keep_sayable(s->to.system, lemmas);
}

/* ---- functional ---- */

/* Programs are encoded by functions. */
static enum status apply_functional(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    if (s->context.of_program || !s->context.options->preprocess) return stage_rest(s);
    struct system *to = system_view_new(s->from.system);
    system_make_functional(to);
    s->own = to;
    s->to = model_of_system(to);
    return STATUS_OK;
}

static void free_functional(struct stage *s) {
    system_view_free(s->own);
}

const struct stage_kind stage_functional = {
    .name = "functional",
    .from = LEVEL_SYSTEM,
    .to = LEVEL_SYSTEM,
    .apply = apply_functional,
    .lemmas_back = lemmas_back,
    .lemmas_forward = lemmas_forward,
    .free = free_functional,
};

/* ---- cone ---- */

/* Programs were sliced. */
static enum status apply_cone(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)messages;
    const struct options *o = s->context.options;
    if (s->context.of_program || !o->preprocess || !o->coi) return stage_rest(s);
    struct system_cone *cone = system_cone_new(s->from.system, asked->data, asked->size);
    s->context.stats->coi_states = cone->dropped.size;
    s->own = cone;
    s->to = model_of_system(cone->to);
    return STATUS_OK;
}

static enum stage_back cone_trace_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    e->system_trace = system_cone_trace(s->own, e->system_trace);
    return STAGE_CARRIED;
}

static void free_cone(struct stage *s) {
    system_cone_free(s->own);
}

const struct stage_kind stage_cone = {
    .name = "cone",
    .from = LEVEL_SYSTEM,
    .to = LEVEL_SYSTEM,
    .apply = apply_cone,
    .trace_back = cone_trace_back,
    .lemmas_back = lemmas_back,
    .lemmas_forward = lemmas_forward,
    .free = free_cone,
};

/* ---- select ---- */

/* All but the properties is shared with the source. */
static enum status apply_select(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)messages;
    struct system *to = mem_new(struct system);
    *to = *s->from.system;
    memset(&to->properties, 0, sizeof to->properties);
    vec_each (const uint32_t, i, asked) vec_push(&to->properties, s->from.system->properties.data[*i]);
    vec_append(&s->properties, asked->data, asked->size);
    s->own = to;
    s->to = model_of_system(to);
    return STATUS_OK;
}

static enum stage_back select_invariant_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    s->context.stats->invariant_clauses += e->system_invariant->conjuncts.size;
    return STAGE_CARRIED;
}

static void free_select(struct stage *s) {
    struct system *to = s->own;
    vec_free(&to->properties);
    mem_free(to);
}

const struct stage_kind stage_select = {
    .name = "select",
    .from = LEVEL_SYSTEM,
    .to = LEVEL_SYSTEM,
    .apply = apply_select,
    .invariant_back = select_invariant_back,
    .lemmas_back = lemmas_back,
    .lemmas_forward = lemmas_forward,
    .free = free_select,
};

/* ---- definitions ---- */

static enum status apply_definitions(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    struct system_inlined *inlined = system_inline_definitions(s->from.system);
    s->own = inlined;
    s->to = model_of_system(inlined->to);
    return STATUS_OK;
}

static enum stage_back definitions_trace_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    e->system_trace = system_inlined_trace(s->own, e->system_trace);
    return STAGE_CARRIED;
}

static enum stage_back definitions_invariant_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    system_inlined_conjuncts(s->own, &e->system_invariant->conjuncts);
    return STAGE_CARRIED;
}

/* What was dropped is a function of what stayed. */
static void definitions_lemmas_forward(struct stage *s, struct evidence *lemmas) {
    const struct system_inlined *inlined = s->own;
    struct substitution functions;
    substitution_init(&functions, s->to.system->terms);
    for (uint32_t i = 0; i < inlined->dropped.size; i++)
        substitution_bind(&functions, s->from.system->states.data[inlined->dropped.data[i]].now,
                          inlined->values.data[i]);
    vec_each (term, c, &lemmas->system_invariant->conjuncts) *c = substitution_apply(&functions, *c);
    substitution_fini(&functions);
    keep_sayable(s->to.system, lemmas);
}

static void free_definitions(struct stage *s) {
    system_inlined_free(s->own);
}

const struct stage_kind stage_definitions = {
    .name = "definitions",
    .from = LEVEL_SYSTEM,
    .to = LEVEL_SYSTEM,
    .apply = apply_definitions,
    .trace_back = definitions_trace_back,
    .invariant_back = definitions_invariant_back,
    .lemmas_back = lemmas_back,
    .lemmas_forward = definitions_lemmas_forward,
    .free = free_definitions,
};

/* ---- states ---- */

static enum status apply_states(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    struct system_lifted *lifted = system_lift_inputs(s->from.system);
    system_make_functional(lifted->to);
    s->own = lifted;
    s->to = model_of_system(lifted->to);
    return STATUS_OK;
}

static enum stage_back states_trace_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    e->system_trace = system_lifted_trace(s->own, e->system_trace);
    return STAGE_CARRIED;
}

static void free_states(struct stage *s) {
    system_lifted_free(s->own);
}

const struct stage_kind stage_states = {
    .name = "states",
    .from = LEVEL_SYSTEM,
    .to = LEVEL_SYSTEM,
    .apply = apply_states,
    .trace_back = states_trace_back,
    .lemmas_back = lemmas_back,
    .lemmas_forward = lemmas_forward,
    .free = free_states,
};
