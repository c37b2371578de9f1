#include "engine/system/stepcase.h"

#include "engine/system/known_terms.h"

/* The solver holds, for depth k:
 *
 *     C_0 & T_0 & ... & C_k
 *     hypothesis[p]  =>  p in steps 0..k-1               for every property p that is not refuted
 *     facts          =>  the first `told` of what is known, in steps 0..k
 *     distinct       =>  the states of some pairs of steps differ
 *
 * All but the first line is switched by assumptions, so that a core tells what a proof has used. */
struct stepcase {
    struct pending *pending;
    struct engine_task *task;
    const struct system *system;
    struct unfold *unfold;
    uint32_t depth;
    term *hypotheses; /* [0..properties[: Boolean variables */
    struct system_invariant *
        *invariants; /* [0..properties[: of the proved that may strengthen others, else NULL */
    bool simple_path;
    term distinct;
    const struct known_terms *known;
    uint32_t told;
    term facts;
};

static bool init_has_inputs(const struct system *system) {
    term init = system_init_formula(system);
    term_list variables = {0};
    term_variables(system->terms, &init, 1, &variables);
    struct hash_map inputs = {0};
    vec_each (const struct system_input, i, &system->inputs) hash_map_put(&inputs, i->now.id, 1);
    bool found = false;
    vec_each (const term, v, &variables) found |= hash_map_get(&inputs, v->id) != HASH_NONE;
    hash_map_free(&inputs);
    vec_free(&variables);
    return found;
}

struct stepcase *stepcase_new(struct pending *pending, bool simple_path, const struct known_terms *known) {
    struct stepcase *s = mem_new(struct stepcase);
    s->pending = pending;
    s->task = pending->task;
    s->system = s->task->model.system;
    s->unfold = unfold_new(s->system, s->task);
    uint32_t n = s->system->properties.size;
    s->hypotheses = mem_new_array(term, n + 1);
    for (uint32_t p = 0; p < n; p++)
        s->hypotheses[p] = term_fresh(s->system->terms, "hypothesis", sort_bool());
    s->invariants = mem_new_array(struct system_invariant *, n + 1);
    s->simple_path = simple_path && !init_has_inputs(s->system);
    s->distinct = term_fresh(s->system->terms, "distinct", sort_bool());
    s->known = known;
    s->facts = term_fresh(s->system->terms, "facts", sort_bool());
    unfold_constrain(s->unfold, 0);
    return s;
}

void stepcase_free(struct stepcase *s) {
    if (!s) return;
    for (uint32_t p = 0; p < s->system->properties.size; p++) system_invariant_free(s->invariants[p]);
    mem_free(s->invariants);
    mem_free(s->hypotheses);
    unfold_free(s->unfold);
    mem_free(s);
}

static term good_at(struct stepcase *s, uint32_t property, uint32_t step) {
    return unfold_at(s->unfold, s->system->properties.data[property].good, step);
}

static void assert_known(struct stepcase *s, term known, uint32_t step) {
    smt_assert(s->unfold->smt, term_implies(s->system->terms, s->facts, unfold_at(s->unfold, known, step)));
}

static void learn(struct stepcase *s) {
    uint32_t known = s->known ? s->known->formulas.size : 0;
    if (!known) return;
    term fresh = known_terms_from(s->known, s->told), all = known_terms_from(s->known, 0);
    for (uint32_t step = 0; step < s->depth && known > s->told; step++) assert_known(s, fresh, step);
    assert_known(s, all, s->depth);
    s->told = known;
}

void stepcase_deepen(struct stepcase *s) {
    for (uint32_t p = 0; p < s->system->properties.size; p++)
        if (s->pending->open[p] || s->invariants[p])
            smt_assert(s->unfold->smt,
                       term_implies(s->system->terms, s->hypotheses[p], good_at(s, p, s->depth)));
    unfold_connect(s->unfold, s->depth);
    s->depth++;
    unfold_constrain(s->unfold, s->depth);
    learn(s);
}

/* Simple paths. Telling all pairs of steps apart costs a quadratic number of disequalities, most of which no
 * model would break; they are added only for pairs that are equal in a model. */

static void tell_apart(struct stepcase *s, uint32_t i, uint32_t j) {
    struct terms *bank = s->system->terms;
    term_list differences = {0};
    for (uint32_t x = 0; x < s->system->states.size; x++) {
        term a = system_state_at(&s->unfold->at, x, i), b = system_state_at(&s->unfold->at, x, j);
        vec_push(&differences, term_not(bank, term_eq(bank, a, b)));
    }
    smt_assert(s->unfold->smt,
               term_implies(bank, s->distinct, term_or(bank, differences.data, differences.size)));
    vec_free(&differences);
}

/* The values of the states in steps 0..k of the model, one step after the other. */
static term_list model_states(struct stepcase *s) {
    term_list values = {0};
    for (uint32_t step = 0; step <= s->depth; step++)
        for (uint32_t x = 0; x < s->system->states.size; x++)
            vec_push(&values, smt_value(s->unfold->smt, system_state_at(&s->unfold->at, x, step)));
    return values;
}

static bool equal_states(const term_list *values, uint32_t width, uint32_t i, uint32_t j) {
    for (uint32_t x = 0; x < width; x++)
        if (!term_same(values->data[i * width + x], values->data[j * width + x]) ||
            term_is_none(values->data[i * width + x]))
            return false;
    return true;
}

/* Tells each step apart from the last one before it that has the same state in the model. False when the
 * model is a simple path already. */
static bool refine_paths(struct stepcase *s) {
    uint32_t width = s->system->states.size;
    term_list values = model_states(s);
    bool refined = false;
    for (uint32_t j = 1; j <= s->depth; j++) {
        for (uint32_t i = j; i-- > 0;) {
            if (!equal_states(&values, width, i, j)) continue;
            tell_apart(s, i, j);
            refined = true;
            break;
        }
    }
    vec_free(&values);
    return refined;
}

/* The assumptions of a step: position 0 the violation, 1 the property's own hypothesis, then those of the
 * proved properties (listed in `proved`), then `distinct` with simple paths, and last what is known, if anything. */
static void assume(struct stepcase *s, uint32_t property, smt_lits *assumptions, u32s *proved) {
    struct smt *smt = s->unfold->smt;
    vec_push(assumptions, smt_not(smt_label(smt, good_at(s, property, s->depth))));
    vec_push(assumptions, smt_label(smt, s->hypotheses[property]));
    for (uint32_t q = 0; q < s->system->properties.size; q++) {
        if (!s->invariants[q]) continue;
        vec_push(assumptions, smt_label(smt, s->hypotheses[q]));
        vec_push(proved, q);
    }
    if (s->simple_path) vec_push(assumptions, smt_label(smt, s->distinct));
    if (s->told) vec_push(assumptions, smt_label(smt, s->facts));
}

/* After SMT_UNSAT: the property, and the invariants of the properties in the core.
 *
 * A property q may be assumed in steps 0..k-1 because the evidence contains its invariant, whose depth is at
 * most k; so the conjunction is k-inductive, over simple paths if the step needs them (the invariant of q
 * needs none). What is known is inductive at depth 1. */
static struct system_invariant *make_invariant(struct stepcase *s, uint32_t property, const u32s *proved) {
    struct system_invariant *invariant = system_invariant_new();
    vec_push(&invariant->conjuncts, s->system->properties.data[property].good);
    for (uint32_t i = 0; i < proved->size; i++)
        if (smt_in_core(s->unfold->smt, 2 + i)) {
            const term_list *more = &s->invariants[proved->data[i]]->conjuncts;
            vec_append(&invariant->conjuncts, more->data, more->size);
        }
    if (s->told && smt_in_core(s->unfold->smt, 2 + proved->size + s->simple_path))
        vec_append(&invariant->conjuncts, s->known->formulas.data, s->told);
    invariant->depth = s->depth;
    invariant->simple_path = s->simple_path && smt_in_core(s->unfold->smt, 2 + proved->size);
    return invariant;
}

static struct system_invariant *keep_invariant(const struct system_invariant *invariant) {
    struct system_invariant *kept = system_invariant_new();
    vec_append(&kept->conjuncts, invariant->conjuncts.data, invariant->conjuncts.size);
    kept->depth = invariant->depth;
    return kept;
}

static enum smt_result try_step(struct stepcase *s, uint32_t property) {
    smt_lits assumptions = {0};
    u32s proved = {0};
    assume(s, property, &assumptions, &proved);
    /* C_0 & T_0 & ... & C_k & (p, and every proved property, in steps 0..k-1) & not p in step k
     * & what is known in steps 0..k & (the states of steps 0..k are pairwise different, with simple paths)   unsat? */
    enum smt_result result = unfold_check(s->unfold, assumptions.data, assumptions.size);
    while (result == SMT_SAT && s->simple_path && refine_paths(s))
        result = unfold_check(s->unfold, assumptions.data, assumptions.size);
    if (result == SMT_UNSAT) {
        struct system_invariant *invariant = make_invariant(s, property, &proved);
        if (!invariant->simple_path) s->invariants[property] = keep_invariant(invariant);
        pending_decide(s->pending, evidence_of_system_invariant(property, invariant));
    }
    vec_free(&assumptions);
    vec_free(&proved);
    return result;
}

bool stepcase_prove(struct stepcase *s) {
    assert(s->depth);
    for (uint32_t p = 0; p < s->system->properties.size; p++) {
        if (!s->pending->open[p] || try_step(s, p) != SMT_UNKNOWN) continue;
        s->pending->reason = smt_excuse(s->task);
        return false;
    }
    return true;
}
