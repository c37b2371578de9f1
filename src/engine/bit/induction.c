#include "engine/bit/induction.h"

#include "engine/bit/known.h"
#include "engine/bit/unroll.h"

/* The solver holds, for depth k:
 *
 *     C_0 & T_0 & ... & C_k
 *     hypothesis[p]  =>  not bad_p in steps 0..k-1       for every property p that is not refuted
 *     goal[p]        =>  hypothesis[p] & bad_p in step k  for those that were open when k was reached
 *     facts          =>  the first `told` of what is known, in steps 0..k
 *     distinct       =>  the states of some pairs of steps differ
 *
 * All but the first line is switched by assumptions, so that a core tells what a proof has used.
 *
 * Files may have tens of thousands of properties, so as few questions as possible are about single ones: a
 * model of "some goal" rules out every property whose goal it meets, and when there is none all that are left
 * are proved. Only a proof that needs other properties, or simple paths, is then sought for each property by
 * itself, because the evidence must name what it used. */
struct induction {
    struct pending *pending;
    struct engine_task *task;
    struct sat *sat;
    struct unroll *unroll;
    uint32_t depth;
    sat_lit *hypotheses; /* [0..properties[ */
    sat_lit *goals;      /* [0..properties[, of the current depth */
    u32s helpers;        /* the properties proved without simple paths: they may be assumed for others */
    bool *helps;         /* [0..properties[: it is among them */
    u32s *uses;          /* [0..properties[: the helpers in the core of its proof */
    bool simple_path;
    sat_lit distinct;
    const struct known *known;
    uint32_t told;
    sat_lit facts;
    bool *leans; /* [0..properties[: the step of its proof needs what is known */
};

struct induction *induction_new(struct pending *pending, bool simple_path, const struct known *known) {
    struct induction *s = mem_new(struct induction);
    uint32_t n = pending->task->model.circuit->properties.size;
    s->pending = pending;
    s->task = pending->task;
    s->sat = sat_cadical(s->task->limits);
    sat_seed(s->sat, (uint64_t)s->task->options->seed);
    s->unroll = unroll_new(s->task->model.circuit, s->sat, UNROLL_ANY);
    s->hypotheses = mem_new_array(sat_lit, n + 1);
    for (uint32_t p = 0; p < n; p++) s->hypotheses[p] = sat_make(sat_variable(s->sat), false);
    s->goals = mem_new_array(sat_lit, n + 1);
    s->helps = mem_new_array(bool, n + 1);
    s->uses = mem_new_array(u32s, n + 1);
    s->simple_path = simple_path;
    s->distinct = sat_make(sat_variable(s->sat), false);
    s->known = known;
    s->facts = sat_make(sat_variable(s->sat), false);
    s->leans = mem_new_array(bool, n + 1);
    unroll_assert_constraints(s->unroll, 0);
    return s;
}

void induction_free(struct induction *s) {
    if (!s) return;
    for (uint32_t p = 0; p < s->task->model.circuit->properties.size; p++) vec_free(&s->uses[p]);
    mem_free(s->uses);
    mem_free(s->leans);
    mem_free(s->helps);
    vec_free(&s->helpers);
    mem_free(s->goals);
    mem_free(s->hypotheses);
    unroll_free(s->unroll);
    sat_free(s->sat);
    mem_free(s);
}

static aig_lit bad_at(struct induction *s, uint32_t property, uint32_t step) {
    return unroll_at(s->unroll, s->task->model.circuit->properties.data[property].bad, step);
}

static void assert_known(struct induction *s, uint32_t from, uint32_t to, uint32_t step) {
    known_assert(s->known, from, to - from, s->task->model.circuit, s->sat, s->unroll, step, &s->facts);
}

void induction_deepen(struct induction *s) {
    for (uint32_t p = 0; p < s->task->model.circuit->properties.size; p++)
        if (s->pending->open[p] || s->helps[p])
            unroll_assert_if(s->unroll, s->hypotheses[p], aig_not(bad_at(s, p, s->depth)));
    s->depth++;
    unroll_assert_constraints(s->unroll, s->depth);
    uint32_t known = known_worth(s->known, s->told, s->depth);
    for (uint32_t step = 0; step < s->depth && known > s->told; step++) assert_known(s, s->told, known, step);
    if (known) assert_known(s, 0, known, s->depth);
    s->told = known;
}

/* Simple paths. Telling all pairs of steps apart costs a quadratic number of disequalities, most of which no
 * model would break; they are added only for pairs that are equal in a model. */

static void tell_apart(struct induction *s, uint32_t i, uint32_t j) {
    struct aig *graph = unroll_graph(s->unroll);
    aig_lits differences = {0};
    vec_each (const struct latch, l, &s->task->model.circuit->latches) {
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
        vec_each (const struct latch, l, &s->task->model.circuit->latches)
            vec_push(&states, unroll_value(s->unroll, l->lit, step));
    return states;
}

/* Tells each step apart from the last one before it that has the same state in the model. False when the
 * model is a simple path already. */
static bool refine_paths(struct induction *s) {
    size_t width = s->task->model.circuit->latches.size;
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
        vec_each (const struct latch, l, &s->task->model.circuit->latches)
            (void)unroll_encode(s->unroll, unroll_at(s->unroll, l->lit, step));
}

static enum sat_result solve(struct induction *s, const sat_lits *assumptions) {
    if (limits_stopped_slow(s->task->limits)) return SAT_UNKNOWN;
    enum sat_result result = sat_solve(s->sat, assumptions->data, assumptions->size);
    s->task->stats->queries++;
    s->task->stats->queries_sat += result == SAT_SATISFIED;
    return result;
}

/* Solves until there is no model, or one that is a simple path if it has to be. */
static enum sat_result solve_step(struct induction *s, const sat_lits *assumptions, bool simple_path) {
    enum sat_result result = solve(s, assumptions);
    while (result == SAT_SATISFIED && simple_path && refine_paths(s)) result = solve(s, assumptions);
    return result;
}

/* What may be assumed in the step of every property. */
static void assume_helpers(const struct induction *s, sat_lits *assumptions) {
    vec_each (const uint32_t, q, &s->helpers) vec_push(assumptions, s->hypotheses[*q]);
    if (s->simple_path) vec_push(assumptions, s->distinct);
}

static bool model_meets_goal(const struct induction *s, uint32_t property) {
    aig_lit bad = s->task->model.circuit->properties.data[property].bad;
    if (unroll_value(s->unroll, bad, s->depth) != 1) return false;
    for (uint32_t step = 0; step < s->depth; step++)
        if (unroll_value(s->unroll, bad, step) == 1) return false;
    return true;
}

/* Drops those properties from the first on whose goals the model meets; there are some. */
static void drop_violated(struct induction *s, u32s *properties, uint32_t first) {
    uint32_t kept = first;
    for (uint32_t i = first; i < properties->size; i++)
        if (!model_meets_goal(s, properties->data[i])) properties->data[kept++] = properties->data[i];
    assert(kept < properties->size);
    properties->size = kept;
}

/* Is there a model that meets the goal of one of these properties? The question is switched by *asked, which
 * the caller makes false when the model is no longer needed. */
static enum sat_result solve_some(struct induction *s, const uint32_t *properties, uint32_t n, bool helped,
                                  sat_lit *asked) {
    sat_lit some = sat_make(sat_variable(s->sat), false);
    sat_lits clause = {0}, assumptions = {0};
    vec_push(&clause, sat_not(some));
    for (uint32_t i = 0; i < n; i++) vec_push(&clause, s->goals[properties[i]]);
    sat_add(s->sat, clause.data, clause.size);
    vec_push(&assumptions, some);
    vec_push(&assumptions, s->facts);
    if (helped) assume_helpers(s, &assumptions);
    /* C_0 & T_0 & ... & C_k & (for some of the properties: not bad in steps 0..k-1, and bad_k)
     * & what is known in steps 0..k
     * & (helped: every helper in steps 0..k-1, and the states of steps 0..k different)   unsat? */
    enum sat_result result = solve_step(s, &assumptions, helped && s->simple_path);
    vec_free(&clause);
    vec_free(&assumptions);
    *asked = some;
    return result;
}

/* Keeps those of the properties whose step holds, alone or with the help of the helpers and of simple paths.
 * False when the limits stopped it. Asks about a portion at a time: every conflict of a query looks at the
 * whole disjunction. */
static bool keep_inductive(struct induction *s, u32s *properties, bool helped) {
    enum { PORTION = 64 };
    uint32_t held = 0; /* the first ones, which stay */
    while (held < properties->size) {
        uint32_t n = properties->size - held;
        if (n > PORTION) n = PORTION;
        sat_lit asked;
        enum sat_result result = solve_some(s, properties->data + held, n, helped, &asked);
        if (result == SAT_UNKNOWN) return false;
        bool leans = result == SAT_REFUTED && sat_failed(s->sat, s->facts);
        for (uint32_t i = 0; leans && i < n; i++) s->leans[properties->data[held + i]] = true;
        if (result == SAT_REFUTED) held += n;
        if (result == SAT_SATISFIED) drop_violated(s, properties, held);
        sat_add1(s->sat, sat_not(asked));
    }
    return true;
}

/* The property and all that its proof rests on: the helpers it used, those that they used, and so on. */
static u32s foundation(const struct induction *s, uint32_t property) {
    bool *seen = mem_new_array(bool, s->task->model.circuit->properties.size);
    u32s found = {0};
    vec_push(&found, property);
    seen[property] = true;
    for (uint32_t i = 0; i < found.size; i++)
        vec_each (const uint32_t, q, &s->uses[found.data[i]]) {
            if (seen[*q]) continue;
            seen[*q] = true;
            vec_push(&found, *q);
        }
    mem_free(seen);
    return found;
}

/* Reports that the step holds, given that s->uses[property] are assumed. The invariant: what the proof rests
 * on is good.
 *
 * A helper q may be assumed in steps 0..k-1 because the evidence contains what q itself rests on, which was
 * proved at a depth of at most k; so the conjunction is k-inductive, over simple paths if the step needs them
 * (that of q needs none). What is known is inductive at depth 1, and contained if the property or a helper needs it. */
static void prove(struct induction *s, uint32_t property, bool simple_path) {
    const struct circuit *c = s->task->model.circuit;
    struct invariant *invariant = invariant_new(c);
    aig_lit *map = mem_alloc(aig_size(c->graph) * sizeof *map);
    memset(map, 0xff, aig_size(c->graph) * sizeof *map); /* AIG_NONE */
    map[0] = AIG_FALSE;
    for (uint32_t i = 0; i < c->inputs.size; i++)
        map[aig_node(c->inputs.data[i].lit)] = invariant->inputs.data[i];
    for (uint32_t i = 0; i < c->latches.size; i++)
        map[aig_node(c->latches.data[i].lit)] = invariant->latches.data[i];
    u32s conjuncts = foundation(s, property);
    vec_each (const uint32_t, q, &conjuncts)
        invariant_add(invariant,
                      aig_not(aig_copy_cone(invariant->graph, c->graph, c->properties.data[*q].bad, map)));
    bool leans = false;
    vec_each (const uint32_t, q, &conjuncts) leans |= s->leans[*q];
    for (uint32_t i = 0; leans && i < s->told; i++)
        invariant_add_clause(invariant, s->known->clauses.data[i].data, s->known->clauses.data[i].size);
    vec_free(&conjuncts);
    mem_free(map);
    invariant->depth = s->depth;
    invariant->simple_path = simple_path;
    if (!simple_path) {
        vec_push(&s->helpers, property);
        s->helps[property] = true;
    }
    pending_decide(s->pending, evidence_of_invariant(property, invariant));
}

/* Proves a property that keep_inductive found to hold with help, and finds out which it needs. */
static bool prove_with_help(struct induction *s, uint32_t property) {
    sat_lits assumptions = {0};
    vec_push(&assumptions, s->goals[property]);
    vec_push(&assumptions, s->facts);
    assume_helpers(s, &assumptions);
    /* C_0 & T_0 & ... & C_k & (not bad, and every helper, in steps 0..k-1) & bad_k
     * & what is known in steps 0..k & (the states of steps 0..k are pairwise different, with simple paths)   unsat? */
    enum sat_result result = solve_step(s, &assumptions, s->simple_path);
    vec_free(&assumptions);
    assert(result != SAT_SATISFIED);
    if (result != SAT_REFUTED) return false;
    s->leans[property] |= sat_failed(s->sat, s->facts);
    vec_each (const uint32_t, q, &s->helpers)
        if (sat_failed(s->sat, s->hypotheses[*q])) vec_push(&s->uses[property], *q);
    prove(s, property, s->simple_path && sat_failed(s->sat, s->distinct));
    return true;
}

static u32s open_properties(const struct induction *s) {
    u32s open = {0};
    for (uint32_t p = 0; p < s->task->model.circuit->properties.size; p++)
        if (s->pending->open[p]) vec_push(&open, p);
    return open;
}

static bool prove_alone(struct induction *s) {
    u32s properties = open_properties(s);
    bool finished = keep_inductive(s, &properties, false);
    if (finished)
        vec_each (const uint32_t, p, &properties) prove(s, *p, false);
    vec_free(&properties);
    return finished;
}

/* As long as there are new helpers. */
static bool prove_together(struct induction *s) {
    bool finished = true;
    uint32_t helpers = UINT32_MAX;
    while (finished && s->pending->count && helpers != s->helpers.size &&
           (s->helpers.size || s->simple_path)) {
        helpers = s->helpers.size;
        u32s properties = open_properties(s);
        finished = keep_inductive(s, &properties, true);
        for (uint32_t i = 0; finished && i < properties.size; i++)
            finished = prove_with_help(s, properties.data[i]);
        vec_free(&properties);
    }
    return finished;
}

bool induction_prove(struct induction *s) {
    assert(s->depth);
    if (s->simple_path) encode_states(s);
    for (uint32_t p = 0; p < s->task->model.circuit->properties.size; p++) {
        if (!s->pending->open[p]) continue;
        s->goals[p] = sat_make(sat_variable(s->sat), false);
        sat_add2(s->sat, sat_not(s->goals[p]), s->hypotheses[p]);
        unroll_assert_if(s->unroll, s->goals[p], bad_at(s, p, s->depth));
    }
    return prove_alone(s) && prove_together(s);
}
