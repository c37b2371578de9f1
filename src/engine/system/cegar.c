#include "engine/system/cegar.h"

#include "engine/system/predicates.h"

void cegar_init(struct cegar *c, struct pending *pending) {
    struct engine_task *task = pending->task;
    *c = (struct cegar){.pending = pending, .system = task->model.system};
    atoms_init(&c->predicates, c->system->terms);
    c->refiner = refiner_new(c->system, task->options, task->stats, task->limits);
    c->simulation = unfold_new(c->system, task);
}

void cegar_fini(struct cegar *c) {
    atoms_fini(&c->predicates);
    refiner_free(c->refiner);
    unfold_free(c->simulation);
}

/* True: one is new. */
static bool add(struct cegar *c, const term_list *formulas) {
    uint32_t before = c->predicates.formulas.size;
    term_list atoms = {0};
    predicates_of(c->system->terms, formulas, &atoms);
    vec_each (const term, atom, &atoms) (void)atoms_literal(&c->predicates, *atom);
    vec_free(&atoms);
    c->pending->task->stats->predicates = c->predicates.formulas.size;
    return c->predicates.formulas.size > before;
}

void cegar_begin(struct cegar *c, uint32_t property) {
    term_list formulas = {0};
    predicates_first(c->system, c->pending->task->options, property, &formulas);
    (void)add(c, &formulas);
    vec_free(&formulas);
}

static enum cegar_result stop(struct cegar *c, const char *reason) {
    if (!limits_stopped_slow(c->pending->task->limits)) c->pending->reason = reason;
    return CEGAR_STOPPED;
}

static enum cegar_result refine_path(struct cegar *c, const struct spurious_path *path) {
    term_list fresh = {0};
    enum cegar_result result = CEGAR_REFINED;
    switch (refine(c->refiner, path, &c->predicates.formulas, &fresh)) {
    case STATUS_OK:
        if (!add(c, &fresh)) result = stop(c, "refinement found no new predicate");
        break;
    case STATUS_STOPPED: result = CEGAR_STOPPED; break;
    default: result = stop(c, "no refinement found"); break;
    }
    vec_free(&fresh);
    return result;
}

enum cegar_result cegar_counterexample(struct cegar *c, uint32_t property, const term_list *cubes,
                                       uint32_t steps) {
    struct system_trace *trace = NULL;
    enum smt_result result = unfold_follow(c->simulation, property, cubes, steps, &trace);
    if (trace) {
        pending_decide(c->pending, evidence_of_system_trace(trace));
        return CEGAR_REFUTED;
    }
    if (result == SMT_SAT) return stop(c, "the SMT solver gave no values");
    if (result == SMT_UNKNOWN) return stop(c, smt_excuse(c->pending->task));
    struct spurious_path path = {.property = property, .steps = steps, .cubes = cubes};
    return refine_path(c, &path);
}
