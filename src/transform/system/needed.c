/* The conjuncts of an invariant that a property needs: a stage that changes nothing but the proofs that pass it.
 *
 * The lemmas of an inductive frame, together with the facts that later stages have used, are inductive here.
 * Starting from a core of "they exclude the bad states", each one that is needed brings along a core of "they
 * imply it in the next step", until nothing new comes. What is left is inductive by construction, and often a
 * small part; all hold in the initial states. If the solver gives up on the way, or the depth is not 1,
 * everything is the invariant. */
#include "transform/system/system_stages.h"

#include "smt/smt.h"

struct selection {
    const struct stage_context *context;
    const struct system *system;
    struct smt *smt;
    struct system_unrolling at;
    const term_list *conjuncts;
    smt_lits switches; /* per conjunct, in step 0 */
    u8s needed;        /* per conjunct */
    u32s queue;        /* needed conjuncts whose step is to be justified */
    smt_lits query;
};

static void setup(struct selection *s, const struct stage *stage, const term_list *conjuncts) {
    const struct system *system = stage->from.system;
    *s = (struct selection){.context = &stage->context, .system = system, .conjuncts = conjuncts};
    struct smt_settings settings = {.theories = system_theories(system),
                                    .purpose = SMT_BATCH,
                                    .limits = s->context->limits,
                                    .stats = s->context->stats,
                                    .seed = (uint32_t)s->context->options->seed};
    s->smt = smt_new(system->terms, &settings);
    system_unrolling_init(&s->at, system, "@");
    vec_resize(&s->needed, conjuncts->size);
}

static void teardown(struct selection *s) {
    smt_free(s->smt);
    system_unrolling_fini(&s->at);
    vec_free(&s->switches);
    vec_free(&s->needed);
    vec_free(&s->queue);
    vec_free(&s->query);
}

static void require(struct selection *s, term formula, uint32_t step) {
    smt_assert(s->smt, system_at(&s->at, formula, step));
}

/* The conjuncts & not formula, in that step, unsat? Then those of the core are needed. */
static bool follows(struct selection *s, term formula, uint32_t step) {
    vec_clear(&s->query);
    vec_append(&s->query, s->switches.data, s->switches.size);
    vec_push(&s->query, smt_not(smt_label(s->smt, system_at(&s->at, formula, step))));
    if (limits_stopped_slow(s->context->limits)) return false;
    if (smt_check(s->smt, s->query.data, s->query.size) != SMT_UNSAT) return false;
    for (uint32_t i = 0; i < s->conjuncts->size; i++) {
        if (!smt_in_core(s->smt, i) || s->needed.data[i]) continue;
        s->needed.data[i] = true;
        vec_push(&s->queue, i);
    }
    return true;
}

static bool select_needed(struct selection *s, term good) {
    term constraint = system_constraint_formula(s->system);
    require(s, constraint, 0);
    vec_each (const term, c, s->conjuncts)
        vec_push(&s->switches, smt_switch(s->smt, s->system->terms, system_at(&s->at, *c, 0)));
    /* the conjuncts & C & not P unsat */
    if (!follows(s, good, 0)) return false;
    require(s, system_trans_formula(s->system), 0);
    require(s, constraint, 1);
    for (uint32_t next = 0; next < s->queue.size; next++)
        /* the conjuncts & C & T & C' & not conjunct' unsat */
        if (!follows(s, s->conjuncts->data[s->queue.data[next]], 1)) return false;
    return true;
}

static enum status apply(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)s, (void)asked, (void)messages;
    return STATUS_OK;
}

static enum stage_back invariant_back(struct stage *stage, struct evidence *e, struct text *why) {
    (void)why;
    term_list *conjuncts = &e->system_invariant->conjuncts;
    if (e->system_invariant->depth != 1) return STAGE_CARRIED;
    struct selection s;
    setup(&s, stage, conjuncts);
    if (select_needed(&s, stage->from.system->properties.data[e->property].good)) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < conjuncts->size; i++)
            if (s.needed.data[i]) conjuncts->data[kept++] = conjuncts->data[i];
        stage->context.stats->minimized_clauses += conjuncts->size - kept;
        vec_shrink(conjuncts, kept);
    }
    teardown(&s);
    return STAGE_CARRIED;
}

static void keep_all(struct stage *s, struct evidence *lemmas) {
    (void)s, (void)lemmas;
}

const struct stage_kind stage_needed = {
    .name = "needed",
    .from = LEVEL_SYSTEM,
    .to = LEVEL_SYSTEM,
    .apply = apply,
    .invariant_back = invariant_back,
    .lemmas_back = keep_all,
    .lemmas_forward = keep_all,
};
