#include "engine/bit/induction.h"

#include "engine/bit/unroll.h"

/* The solver holds, for depth k:
 *
 *     C_0 & T_0 & ... & C_k
 *     hypothesis[p]  =>  not bad_p in steps 0..k-1       for every property p that is not refuted
 *     distinct       =>  the states of some pairs of steps differ
 *
 * All but the first line is switched by assumptions, so that a core tells what a proof has used. */
struct induction {
    struct pending *pending;
    struct engine_task *task;
    struct sat *sat;
    struct unroll *unroll;
    uint32_t depth;
    sat_lit *hypotheses;           /* [0..properties[ */
    struct invariant **invariants; /* [0..properties[: of the proved that may strengthen others, else NULL */
    bool simple_path;
    sat_lit distinct;
};

struct induction *induction_new(struct pending *pending, bool simple_path) {
    struct induction *s = mem_new(struct induction);
    uint32_t n = pending->task->circuit->properties.size;
    s->pending = pending;
    s->task = pending->task;
    s->sat = sat_cadical(s->task->limits);
    s->unroll = unroll_new(s->task->circuit, s->sat, UNROLL_ANY);
    s->hypotheses = mem_new_array(sat_lit, n + 1);
    for (uint32_t p = 0; p < n; p++) s->hypotheses[p] = sat_make(sat_variable(s->sat), false);
    s->invariants = mem_new_array(struct invariant *, n + 1);
    s->simple_path = simple_path;
    s->distinct = sat_make(sat_variable(s->sat), false);
    unroll_assert_constraints(s->unroll, 0);
    return s;
}

void induction_free(struct induction *s) {
    if (!s) return;
    for (uint32_t p = 0; p < s->task->circuit->properties.size; p++) invariant_free(s->invariants[p]);
    mem_free(s->invariants);
    mem_free(s->hypotheses);
    unroll_free(s->unroll);
    sat_free(s->sat);
    mem_free(s);
}

static aig_lit bad_at(struct induction *s, uint32_t property, uint32_t step) {
    return unroll_at(s->unroll, s->task->circuit->properties.data[property].bad, step);
}

void induction_deepen(struct induction *s) {
    for (uint32_t p = 0; p < s->task->circuit->properties.size; p++)
        if (s->pending->open[p] || s->invariants[p])
            unroll_assert_if(s->unroll, s->hypotheses[p], aig_not(bad_at(s, p, s->depth)));
    s->depth++;
    unroll_assert_constraints(s->unroll, s->depth);
}

/* Simple paths. Telling all pairs of steps apart costs a quadratic number of disequalities, most of which no
 * model would break; they are added only for pairs that are equal in a model. */

static void tell_apart(struct induction *s, uint32_t i, uint32_t j) {
    struct aig *graph = unroll_graph(s->unroll);
    aig_lits differences = {0};
    vec_each (const struct latch, l, &s->task->circuit->latches) {
        aig_lit a = unroll_at(s->unroll, l->lit, i), b = unroll_at(s->unroll, l->lit, j);
        vec_push(&differences, aig_xor(graph, a, b));
    }
    unroll_assert_if(s->unroll, s->distinct, aig_or_all(graph, differences.data, differences.size));
    vec_free(&differences);
}

/* The states of steps 0..k in the model, one byte per latch, one step after the other. */
static u8s model_states(const struct induction *s) {
    u8s states = {0};
    for (uint32_t step = 0; step <= s->depth; step++)
        vec_each (const struct latch, l, &s->task->circuit->latches)
            vec_push(&states, unroll_value(s->unroll, l->lit, step));
    return states;
}

/* Tells each step apart from the last one before it that has the same state in the model. False when the
 * model is a simple path already. */
static bool refine_paths(struct induction *s) {
    size_t width = s->task->circuit->latches.size;
    u8s states = model_states(s);
    bool refined = false;
    for (uint32_t j = 1; j <= s->depth; j++) {
        for (uint32_t i = j; i-- > 0;) {
            if (width && memcmp(states.data + i * width, states.data + j * width, width)) continue;
            tell_apart(s, i, j);
            refined = true;
            break;
        }
    }
    vec_free(&states);
    return refined;
}

/* Every latch gets a value in every step of a model. */
static void encode_states(struct induction *s) {
    for (uint32_t step = 0; step <= s->depth; step++)
        vec_each (const struct latch, l, &s->task->circuit->latches)
            (void)unroll_encode(s->unroll, unroll_at(s->unroll, l->lit, step));
}

static enum sat_result solve(struct induction *s, const sat_lits *assumptions) {
    if (limits_stopped_slow(s->task->limits)) return SAT_UNKNOWN;
    enum sat_result result = sat_solve(s->sat, assumptions->data, assumptions->size);
    s->task->stats->queries++;
    s->task->stats->queries_sat += result == SAT_SATISFIED;
    return result;
}

static enum sat_result try_step(struct induction *s, uint32_t property) {
    sat_lits assumptions = {0};
    vec_push(&assumptions, unroll_encode(s->unroll, bad_at(s, property, s->depth)));
    vec_push(&assumptions, s->hypotheses[property]);
    for (uint32_t q = 0; q < s->task->circuit->properties.size; q++)
        if (s->invariants[q]) vec_push(&assumptions, s->hypotheses[q]);
    if (s->simple_path) vec_push(&assumptions, s->distinct);
    /* C_0 & T_0 & ... & C_k & (not bad, and every proved property, in steps 0..k-1) & bad_k
     * & (the states of steps 0..k are pairwise different, with simple paths)   unsat? */
    enum sat_result result = solve(s, &assumptions);
    while (result == SAT_SATISFIED && s->simple_path && refine_paths(s)) result = solve(s, &assumptions);
    vec_free(&assumptions);
    return result;
}

/* After SAT_REFUTED in try_step: not bad, and the invariants of the properties in the core.
 *
 * A property q may be assumed in steps 0..k-1 because the evidence contains its invariant, whose depth is at
 * most k; so the conjunction is k-inductive, over simple paths if the step needs them (the invariant of q
 * needs none). */
static struct invariant *make_invariant(struct induction *s, uint32_t property) {
    const struct circuit *c = s->task->circuit;
    struct invariant *invariant = invariant_new(c);
    aig_lit *map = mem_alloc(aig_size(c->graph) * sizeof *map);
    memset(map, 0xff, aig_size(c->graph) * sizeof *map); /* AIG_NONE */
    map[0] = AIG_FALSE;
    for (uint32_t i = 0; i < c->inputs.size; i++)
        map[aig_node(c->inputs.data[i].lit)] = invariant->inputs.data[i];
    for (uint32_t i = 0; i < c->latches.size; i++)
        map[aig_node(c->latches.data[i].lit)] = invariant->latches.data[i];
    aig_lit bad = aig_copy_cone(invariant->graph, c->graph, c->properties.data[property].bad, map);
    mem_free(map);
    invariant_add(invariant, aig_not(bad));
    for (uint32_t q = 0; q < c->properties.size; q++)
        if (s->invariants[q] && sat_failed(s->sat, s->hypotheses[q]))
            invariant_conjoin(invariant, s->invariants[q]);
    invariant->depth = s->depth;
    invariant->simple_path = s->simple_path && sat_failed(s->sat, s->distinct);
    return invariant;
}

bool induction_prove(struct induction *s) {
    assert(s->depth);
    if (s->simple_path) encode_states(s);
    for (uint32_t p = 0; p < s->task->circuit->properties.size; p++) {
        if (!s->pending->open[p]) continue;
        enum sat_result result = try_step(s, p);
        if (result == SAT_UNKNOWN) return false;
        if (result == SAT_SATISFIED) continue;
        struct invariant *invariant = make_invariant(s, p);
        if (!invariant->simple_path) s->invariants[p] = invariant_copy(invariant);
        pending_prove(s->pending, p, invariant);
    }
    return true;
}
