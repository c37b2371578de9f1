#include "engine/explicit/abstraction.h"

#include "engine/system/unfold.h"

enum { STARTED = 0 }; /* the latch; predicate p has latch p + 1 and input p */

/* What is built while rows come in. */
struct building {
    struct abstraction *abstraction;
    bool steps; /* rows are steps: the state before, then the one after; else initial states */
    aig_lits initial, step, bad; /* disjuncts */
    struct hash_map known;       /* bad cubes of inputs: code of the literal */
};

static aig_lit cube_of(struct abstraction *a, bool latches, const bool *values) {
    struct circuit *c = a->circuit;
    aig_lits literals = {0};
    for (uint32_t p = 0; p < a->predicates->size; p++) {
        aig_lit leaf = latches ? c->latches.data[p + 1].lit : c->inputs.data[p].lit;
        vec_push(&literals, aig_not_if(leaf, !values[p]));
    }
    aig_lit cube = aig_and_all(c->graph, literals.data, literals.size);
    vec_free(&literals);
    return cube;
}

/* The last value says whether the state arrived at is good. */
static void add_row(void *client, const bool *values) {
    struct building *b = client;
    struct abstraction *a = b->abstraction;
    uint32_t n = a->predicates->size;
    const bool *arrival = b->steps ? values + n : values;
    aig_lit after = cube_of(a, false, arrival);
    a->rows++;
    if (b->steps)
        vec_push(&b->step, aig_and(a->circuit->graph, cube_of(a, true, values), after));
    else
        vec_push(&b->initial, after);
    if (arrival[n] || hash_map_get(&b->known, after.code) != HASH_NONE) return;
    hash_map_put(&b->known, after.code, 1);
    vec_push(&b->bad, after);
}

/* The predicates of one state, and the property where the row ends. */
static void label_state(struct abstraction *a, struct smt *smt, struct system_unrolling *primes, bool last,
                        smt_lits *labels) {
    term_list formulas = {0};
    vec_append(&formulas, a->predicates->data, a->predicates->size);
    if (last) vec_push(&formulas, a->system->properties.data[a->property].good);
    vec_each (const term, f, &formulas)
        vec_push(labels, smt_label(smt, primes ? system_primed(primes, *f) : *f));
    vec_free(&formulas);
}

static enum all_smt_result list_rows(struct building *b, struct engine_task *task, bool steps,
                                     uint64_t *work) {
    struct abstraction *a = b->abstraction;
    struct system_unrolling primes;
    system_unrolling_init(&primes, a->system, "@");
    struct smt *smt = smt_for_system(a->system, task, SMT_INCREMENTAL);
    smt_lits labels = {0};
    term constraint = system_constraint_formula(a->system);
    b->steps = steps;
    /* exists X. init & C & HP(X, XP);  exists X, X', inputs. C & T & C' & HP(X, XP) & HP(X', XP') */
    smt_assert(smt, constraint);
    smt_assert(smt, steps ? system_trans_formula(a->system) : system_init_formula(a->system));
    if (steps) {
        smt_assert(smt, system_primed(&primes, constraint));
        label_state(a, smt, NULL, false, &labels);
    }
    label_state(a, smt, steps ? &primes : NULL, true, &labels);
    struct all_smt all = {.smt = smt,
                          .labels = labels.data,
                          .n = labels.size,
                          .work = *work,
                          .limits = task->limits,
                          .row = add_row,
                          .client = b};
    enum all_smt_result result = all_smt(&all);
    *work = all.work;
    vec_free(&labels);
    smt_free(smt);
    system_unrolling_fini(&primes);
    return result;
}

static void make_leaves(struct abstraction *a) {
    struct circuit *c = a->circuit = circuit_new();
    (void)circuit_add_latch(c, "started");
    vec_last(&c->latches).next = AIG_TRUE;
    for (uint32_t p = 0; p < a->predicates->size; p++) {
        (void)circuit_add_latch(c, NULL);
        vec_last(&c->latches).next = circuit_add_input(c, NULL);
    }
}

static void finish(struct building *b) {
    struct circuit *c = b->abstraction->circuit;
    aig_lit initial = aig_or_all(c->graph, b->initial.data, b->initial.size),
            step = aig_or_all(c->graph, b->step.data, b->step.size),
            bad = aig_or_all(c->graph, b->bad.data, b->bad.size);
    circuit_add_constraint(c, aig_ite(c->graph, c->latches.data[STARTED].lit, step, initial), NULL);
    circuit_add_property(c, bad, NULL, 0);
}

enum all_smt_result abstraction_init(struct abstraction *a, struct engine_task *task,
                                     const term_list *predicates, uint32_t property, uint64_t work) {
    *a = (struct abstraction){.system = task->model.system, .predicates = predicates, .property = property};
    struct building b = {.abstraction = a};
    make_leaves(a);
    enum all_smt_result result = list_rows(&b, task, false, &work);
    if (result == ALL_SMT_DONE) result = list_rows(&b, task, true, &work);
    if (result == ALL_SMT_DONE) finish(&b);
    vec_free(&b.initial);
    vec_free(&b.step);
    vec_free(&b.bad);
    hash_map_free(&b.known);
    return result;
}

void abstraction_fini(struct abstraction *a) {
    circuit_free(a->circuit);
}

term_list *abstraction_cubes(const struct abstraction *a, const struct trace *trace) {
    term_list *cubes = mem_new_array(term_list, trace->steps);
    for (uint32_t i = 0; i < trace->steps; i++)
        for (uint32_t p = 0; p < a->predicates->size; p++) {
            uint8_t value = trace_inputs(trace, i)[p];
            term predicate = a->predicates->data[p];
            if (value != TRACE_X)
                vec_push(&cubes[i], value ? predicate : term_not(a->system->terms, predicate));
        }
    return cubes;
}

/* What a clause over latches says of a state that was arrived at: `started` is true there. */
static term clause_of(const struct abstraction *a, const u32s *clause) {
    struct terms *bank = a->system->terms;
    term_list literals = {0};
    vec_each (const uint32_t, code, clause) {
        uint32_t latch = *code / 2;
        term atom = latch == STARTED ? term_true(bank) : a->predicates->data[latch - 1];
        vec_push(&literals, *code % 2 ? term_not(bank, atom) : atom);
    }
    term result = term_or(bank, literals.data, literals.size);
    vec_free(&literals);
    return result;
}

/* Inv(started, l) & listed(l, n) => Inv(true, n), and not bad(n): so Inv(true, p(X)) and the property together hold
 * initially and are inductive. */
struct system_invariant *abstraction_invariant(const struct abstraction *a, const struct invariant *found) {
    struct system_invariant *invariant = system_invariant_new();
    u32s clause = {0};
    bool good = found->depth == 1;
    vec_each (const aig_lit, conjunct, &found->conjuncts) {
        vec_clear(&clause);
        good = good && invariant_clause(found, *conjunct, &clause);
        if (good) vec_push(&invariant->conjuncts, clause_of(a, &clause));
    }
    vec_push(&invariant->conjuncts, a->system->properties.data[a->property].good);
    vec_free(&clause);
    if (good) return invariant;
    system_invariant_free(invariant);
    return NULL;
}
