#include "engine/bit/bit.h"
#include "engine/bit/local_internal.h"
#include "engine/bit/testing_bit.h"

#include "base/random.h"
#include "pdr/frames.h"

/* A run whose first IC3 gets nothing, so that localization has to do the work. */
static void run_without_probe(struct run *run, const struct circuit *c) {
    testing_init(run, c);
    run->options.local_probe = 0;
    run->options.local_check = true;
}

/* The state of the engine itself, with plenty of work. */
static struct engine_task *open_local(struct local *s, struct run *run, const struct circuit *c) {
    static struct events events;
    static struct engine_task task;
    testing_init(run, c);
    events = (struct events){testing_listen, run};
    task = (struct engine_task){.model = model_of_circuit(c),
                                .options = &run->options,
                                .stats = &run->stats,
                                .limits = &run->limits,
                                .events = &events,
                                .found = testing_found,
                                .client = run};
    run->options.local_settled = 5;
    local_init(s, &task);
    s->left = UINT64_C(1) << 40;
    return &task;
}

static void close_local(struct local *s, struct run *run) {
    assert_null(s->broken);
    local_fini(s);
    testing_fini(run);
}

/* n latches that hold their reset value 0; bad when all are 1. Any one of them is enough for a proof. */
static struct circuit *redundant(uint32_t n) {
    struct circuit *c = circuit_new();
    aig_lit bad = AIG_TRUE;
    for (uint32_t i = 0; i < n; i++) bad = aig_and(c->graph, bad, testing_latch(c)->lit);
    testing_bad(c, bad);
    return c;
}

/* Two counters that step together and never differ; the violation also needs junk: a shift register and a toggling
 * latch that are irrelevant to the proof but in its cone. */
static struct circuit *twins_in_junk(uint32_t bits, uint32_t junk) {
    struct circuit *c = circuit_new();
    aig_lit enable = circuit_add_input(c, NULL), data = circuit_add_input(c, NULL);
    uint32_t a = testing_counter(c, bits, (1u << bits) - 3, enable);
    uint32_t b = testing_counter(c, bits, (1u << bits) - 3, enable), shift = c->latches.size;
    for (uint32_t i = 0; i < junk; i++) testing_latch(c);
    aig_lit differ = AIG_FALSE, all = AIG_TRUE;
    for (uint32_t i = 0; i < bits; i++)
        differ = aig_or(c->graph, differ,
                        aig_xor(c->graph, c->latches.data[a + i].lit, c->latches.data[b + i].lit));
    for (uint32_t i = 0; i < junk; i++) {
        struct latch *l = &c->latches.data[shift + i];
        l->next = i ? aig_xor(c->graph, c->latches.data[shift + i - 1].lit, data) : data;
        all = aig_and(c->graph, all, l->lit);
    }
    testing_bad(c, aig_and(c->graph, differ, aig_not(all)));
    return c;
}

/* Priorities. */

static void lemma(struct local *s, const struct abstraction *a, uint32_t first, uint32_t second,
                  uint32_t level, uint32_t bound) {
    pdr_lit cube[2] = {pdr_make(first, false), pdr_make(second, true)};
    local_prioritize(s, a, cube, 2, level, bound);
}

static void priority_methods(void **state) {
    (void)state;
    static const uint32_t expected[3][5] = {
        {2, 2, 3, 4, PRIORITY_NEVER}, /* PM1: the first bound */
        {0, 1, 0, 1, PRIORITY_NEVER}, /* PM2: the least distance from the bound, infinity has none */
        {0, 0, 0, 0, PRIORITY_NEVER}, /* PM3: mentioned at all */
    };
    for (int method = PRIORITY_PM1; method <= PRIORITY_PM3; method++) {
        struct circuit *c = redundant(5);
        struct local s;
        struct run run;
        open_local(&s, &run, c);
        run.options.local_priority = method;
        bool all[5] = {true, true, true, true, true};
        struct abstraction *a = abstraction_new(c, all, s.pending.open);
        lemma(&s, a, 0, 1, 1, 2);               /* distance 1 */
        lemma(&s, a, 1, 2, 1, 3);               /* distance 2 */
        lemma(&s, a, 1, 3, 3, 4);               /* distance 1 */
        lemma(&s, a, 0, 2, FRAMES_INFINITY, 5); /* unbounded */
        lemma(&s, a, 0, 1, 2, 9);               /* late and low: changes nothing */
        assert_memory_equal(s.priorities, expected[method], sizeof expected[method]);
        abstraction_free(a);
        close_local(&s, &run);
        circuit_free(c);
    }
}

/* IC3's first run gives priorities to latches of the proof; what no clause mentions has none. */
static void probe_sets_priorities(void **state) {
    (void)state;
    struct circuit *c = twins_in_junk(3, 40);
    struct local s;
    struct run run;
    open_local(&s, &run, c);
    local_probe(&s);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    uint32_t mentioned = 0, junk = 0;
    for (uint32_t i = 0; i < c->latches.size; i++) {
        assert_int_not_equal(s.priorities[i], 0); /* a bound is never 0 */
        mentioned += i < 6 && s.priorities[i] != PRIORITY_NEVER;
        junk += i >= 6 && s.priorities[i] != PRIORITY_NEVER;
    }
    assert_true(mentioned >= 4);
    assert_true(junk < 20);
    assert_int_equal(run.stats.local_prioritized, mentioned + junk);
    close_local(&s, &run);
    circuit_free(c);
}

/* Refinement methods. */

static uint32_t localized(struct circuit *c, const uint32_t *priorities, int hints, bool pba,
                          struct stats *stats) {
    struct local s;
    struct run run;
    open_local(&s, &run, c);
    run.options.local_hints = hints;
    run.options.local_pba = pba;
    run.options.local_sat = false;
    run.options.local_check = true;
    memcpy(s.priorities, priorities, c->latches.size * sizeof *priorities);
    local_localize(&s);
    uint32_t set = 0;
    for (uint32_t i = 0; i < c->latches.size; i++) set |= (uint32_t)s.included[i] << i;
    *stats = run.stats;
    assert_true(s.clear >= 5);
    close_local(&s, &run);
    return set;
}

static void hints_change_what_is_included(void **state) {
    (void)state;
    struct circuit *c = redundant(4);
    struct stats stats;
    const uint32_t none[4] = {PRIORITY_NEVER, PRIORITY_NEVER, PRIORITY_NEVER, PRIORITY_NEVER};
    const uint32_t third[4] = {5, PRIORITY_NEVER, 2, 3}, two[4] = {7, 2, 2, PRIORITY_NEVER};
    /* Without hints all cutpoints of the trace are refined. */
    assert_int_equal(localized(c, third, HINTS_NONE, false, &stats), 0xf);
    assert_int_equal(stats.local_refined, 4);
    assert_int_equal(localized(c, none, HINTS_RM1, false, &stats), 0xf);
    /* RM1 takes those of the highest priority only. */
    assert_int_equal(localized(c, third, HINTS_RM1, false, &stats), 0x4);
    assert_int_equal(stats.local_refined, 1);
    assert_int_equal(localized(c, two, HINTS_RM1, false, &stats), 0x6);
    /* RM2 starts with them: nothing is left to refine. */
    assert_int_equal(localized(c, two, HINTS_RM2, false, &stats), 0x6);
    assert_int_equal(stats.local_seeded, 2);
    assert_int_equal(stats.local_refinements, 0);
    /* No priority at all is no reason to start with everything. */
    (void)localized(c, none, HINTS_RM2, false, &stats);
    assert_int_equal(stats.local_seeded, 0);
    assert_int_equal(stats.local_refinements, 1);
    circuit_free(c);
}

static void proofs_drop_what_they_do_without(void **state) {
    (void)state;
    struct circuit *c = redundant(6);
    struct stats stats;
    const uint32_t equal[6] = {1, 1, 1, 1, 1, 1};
    assert_int_equal(localized(c, equal, HINTS_NONE, false, &stats), 0x3f);
    assert_int_equal(stats.local_dropped, 0);
    for (int hints = HINTS_RM2; hints <= HINTS_NONE; hints++) {
        uint32_t left = localized(c, equal, hints, true, &stats);
        assert_true(left && left != 0x3f);
        assert_int_equal(__builtin_popcount(left) + stats.local_dropped, 6);
    }
    circuit_free(c);
}

/* A latch of the seed that matters only later survives the proofs for smaller depths, and is not refined again. */
static void the_seed_survives_until_the_end(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    for (int i = 0; i < 4; i++) {
        struct latch *l = testing_latch(
            c); /* a chain from the constant 0: latch 3 is needed for depth 0, latch 0 from depth 3 on */
        l->next = i ? c->latches.data[i - 1].lit : l->lit;
    }
    testing_bad(c, c->latches.data[3].lit);
    struct stats stats;
    const uint32_t all[4] = {1, 1, 1, 1}, last[4] = {2, 2, 2, 1};
    assert_int_equal(localized(c, all, HINTS_RM2, true, &stats), 0xf);
    assert_int_equal(stats.local_refinements, 0);
    assert_int_equal(localized(c, last, HINTS_RM2, true, &stats), 0xf);
    assert_int_equal(stats.local_refinements, 3);
    circuit_free(c);
}

/* Explanations. */

static struct circuit *random_circuit(struct random *r, uint32_t latches) {
    struct circuit *c = circuit_new();
    aig_lits pool = {0};
    for (int i = 0; i < 4; i++) vec_push(&pool, circuit_add_input(c, NULL));
    for (uint32_t i = 0; i < latches; i++) vec_push(&pool, testing_latch(c)->lit);
#define PICK() aig_not_if(pool.data[random_below(r, pool.size)], random_one_in(r, 2))
    for (uint32_t i = 0; i < 4 * latches; i++) {
        aig_lit gate = aig_and(c->graph, PICK(), PICK());
        vec_push(&pool, gate);
    }
    vec_each (struct latch, l, &c->latches) {
        l->next = PICK();
        l->reset = random_one_in(r, 5) ? l->lit : random_one_in(r, 2) ? AIG_TRUE : AIG_FALSE;
    }
    aig_lit bad = AIG_TRUE;
    for (int i = 0; i < 4; i++) bad = aig_and(c->graph, bad, PICK());
    testing_bad(c, bad);
    if (random_one_in(r, 2)) circuit_add_constraint(c, aig_or(c->graph, PICK(), PICK()), NULL);
#undef PICK
    vec_free(&pool);
    return c;
}

/* In ternary simulation of the abstraction, these values alone force the constraints and the violation. */
static void assert_forced(const struct abstraction *a, const struct trace *t, const assigned_list *values) {
    const struct circuit *c = a->circuit;
    uint8_t *nodes = mem_new_array(uint8_t, aig_size(c->graph)),
            *state = mem_new_array(uint8_t, c->latches.size + 1);
    for (uint32_t i = 0; i < c->latches.size; i++) state[i] = t->initial.data[i];
    for (uint32_t step = 0; step < t->steps; step++) {
        for (uint32_t i = 0; i < c->latches.size; i++) nodes[aig_node(c->latches.data[i].lit)] = state[i];
        for (uint32_t i = 0; i < c->inputs.size; i++) nodes[aig_node(c->inputs.data[i].lit)] = TERNARY_X;
        vec_each (const struct assigned, v, values) {
            if (v->step != step) continue;
            assert_int_equal(v->value, trace_inputs(t, step)[v->input]);
            nodes[aig_node(c->inputs.data[v->input].lit)] = v->value;
        }
        simulate_ternary(c->graph, nodes);
        vec_each (const struct signal, s, &c->constraints)
            assert_int_equal(simulate_ternary_value(nodes, s->lit), TERNARY_TRUE);
        for (uint32_t i = 0; i < c->latches.size; i++)
            state[i] = (uint8_t)simulate_ternary_value(nodes, c->latches.data[i].next);
    }
    assert_int_equal(simulate_ternary_value(nodes, c->properties.data[t->property].bad), TERNARY_TRUE);
    mem_free(nodes);
    mem_free(state);
}

/* With the inputs of the trace and its values of these cutpoints, the others may do what they like: 64 random ways. */
static void assert_explained(const struct abstraction *a, const struct trace *t, const u32s *cutpoints,
                             struct random *r) {
    const struct circuit *c = a->circuit;
    uint64_t *nodes = mem_new_array(uint64_t, aig_size(c->graph)),
             *state = mem_new_array(uint64_t, c->latches.size + 1);
    for (uint32_t i = 0; i < c->latches.size; i++) state[i] = t->initial.data[i] ? UINT64_MAX : 0;
    for (uint32_t step = 0; step < t->steps; step++) {
        for (uint32_t i = 0; i < c->latches.size; i++) nodes[aig_node(c->latches.data[i].lit)] = state[i];
        for (uint32_t i = 0; i < c->inputs.size; i++) {
            bool fixed = a->inputs.data[i].kind == LEAF_INPUT;
            vec_each (const uint32_t, latch, cutpoints)
                fixed |= a->inputs.data[i].kind == LEAF_LATCH && a->inputs.data[i].index == *latch;
            uint64_t value = trace_inputs(t, step)[i] ? UINT64_MAX : 0;
            nodes[aig_node(c->inputs.data[i].lit)] = fixed ? value : random_word(r);
        }
        simulate_words(c->graph, nodes);
        vec_each (const struct signal, s, &c->constraints)
            assert_true(simulate_word(nodes, s->lit) == UINT64_MAX);
        for (uint32_t i = 0; i < c->latches.size; i++)
            state[i] = simulate_word(nodes, c->latches.data[i].next);
    }
    assert_true(simulate_word(nodes, c->properties.data[t->property].bad) == UINT64_MAX);
    mem_free(nodes);
    mem_free(state);
}

static void explanations_force_the_violation(void **unused) {
    (void)unused;
    struct random r;
    random_init(&r, 1);
    uint32_t explained = 0, smaller = 0;
    for (int round = 0; round < 400; round++) {
        struct circuit *c = random_circuit(&r, 8);
        struct local s;
        struct run run;
        open_local(&s, &run, c);
        local_bmc_start(&s);
        for (uint32_t i = 0; i < c->latches.size; i++) s.included[i] = random_one_in(&r, 2);
        uint32_t last = random_below(&r, 5);
        if (s.pending.count && local_bmc(&s, last) == SAT_SATISFIED) {
            struct abstraction *a = local_abstraction(&s);
            struct trace *t = local_bmc_trace(&s, a, last);
            assigned_list values = {0};
            u32s ternary = {0}, both = {0};
            local_justify(a, t, &values);
            assert_forced(a, t, &values);
            run.options.local_sat = false;
            local_explain(&s, a, t, &ternary);
            assert_explained(a, t, &ternary, &r);
            run.options.local_sat = true;
            run.options.local_tries = round % 3;
            local_explain(&s, a, t, &both);
            assert_explained(a, t, &both, &r);
            assert_true(both.size <= ternary.size);
            explained += both.size > 0;
            smaller += both.size < ternary.size;
            vec_free(&values);
            vec_free(&ternary);
            vec_free(&both);
            trace_free(t);
            abstraction_free(a);
        }
        close_local(&s, &run);
        circuit_free(c);
    }
    assert_true(explained > 50);
    assert_true(smaller > 0);
}

/* Whole runs. */

static void irrelevant_latches_stay_out(void **state) {
    (void)state;
    for (int hints = HINTS_RM2; hints <= HINTS_NONE; hints++) {
        struct circuit *c = twins_in_junk(4, 200);
        struct run run;
        run_without_probe(&run, c);
        run.options.local_hints = hints;
        testing_run(&run, &engine_ic3_local);
        assert_null(run.reason);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
        assert_int_equal(run.stats.local_rounds, 1);
        assert_true(run.stats.local_latches >= 6 && run.stats.local_latches <= 9);
        assert_true(run.stats.local_checks > 10);
        testing_fini(&run);
        circuit_free(c);
    }
}

/* Without localization the abstraction is empty: counterexamples of IC3 have to refine it. */
static void spurious_counterexamples_refine(void **state) {
    (void)state;
    struct circuit *c = twins_in_junk(3, 50);
    struct run run;
    run_without_probe(&run, c);
    run.options.local_localize = 0;
    testing_run(&run, &engine_ic3_local);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    assert_int_equal(run.stats.local_latches, 0);
    assert_true(run.stats.local_spurious >= 1);
    assert_true(run.stats.local_final >= 6 && run.stats.local_final <= 8);
    testing_fini(&run);
    circuit_free(c);
}

/* What IC3 learnt about the whole circuit, or a coarser abstraction, is of use on the next one. */
static void clauses_survive_refinement(void **state) {
    (void)state;
    uint64_t adopted[2];
    for (int reuse = 0; reuse < 2; reuse++) {
        struct circuit *c = twins_in_junk(6, 20);
        struct run run;
        testing_init(&run, c);
        run.options.local_work = 30;
        run.options.local_reuse = reuse;
        run.options.check_frames = true;
        testing_run(&run, &engine_ic3_local);
        assert_null(run.reason);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
        adopted[reuse] = run.stats.adopted;
        testing_fini(&run);
        circuit_free(c);
    }
    assert_int_equal(adopted[0], 0);
    assert_true(adopted[1] > 0);
}

static void real_counterexamples_are_reported(void **state) {
    (void)state;
    for (int localize = 0; localize < 2; localize++) {
        struct circuit *c = circuit_new();
        uint32_t from = testing_counter(c, 5, 31, AIG_TRUE);
        testing_bad(c, testing_equals(c, from, 5, 29));
        struct run run;
        run_without_probe(&run, c);
        run.options.local_localize = localize;
        testing_run(&run, &engine_ic3_local);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
        assert_int_equal(run.outcomes[0].steps, 30);
        assert_true(run.stats.local_refinements > 0);
        assert_true(localize || run.stats.local_spurious > 0);
        testing_fini(&run);
        circuit_free(c);
    }
}

/* An uninitialised latch that is a cutpoint starts as the counterexample says. */
static void free_resets_of_cutpoints(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    struct latch *l = testing_latch(c);
    l->reset = l->lit;
    testing_bad(c, l->lit);
    struct run run;
    run_without_probe(&run, c);
    testing_run(&run, &engine_ic3_local);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
    assert_int_equal(run.outcomes[0].steps, 1);
    assert_int_equal(run.outcomes[0].first, 1);
    assert_int_equal(run.stats.local_refinements, 0);
    testing_fini(&run);
    circuit_free(c);
}

static void several_properties(void **state) {
    (void)state;
    for (int probe = 0; probe < 2; probe++) {
        struct circuit *c = twins_in_junk(3, 30);
        uint32_t from = testing_counter(c, 4, 12, c->inputs.data[1].lit);
        testing_bad(c, testing_equals(c, from, 4, 14)); /* safe: beyond the last value */
        testing_bad(c, testing_equals(c, from, 4, 11)); /* unsafe */
        testing_bad(c, AIG_FALSE);
        testing_bad(c, AIG_TRUE);
        struct run run;
        run_without_probe(&run, c);
        run.options.local_probe = probe;
        testing_run(&run, &engine_ic3_local);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
        assert_int_equal(run.outcomes[1].verdict, VERDICT_SAFE);
        assert_int_equal(run.outcomes[2].verdict, VERDICT_UNSAFE);
        assert_int_equal(run.outcomes[2].steps, 12);
        assert_int_equal(run.outcomes[3].verdict, VERDICT_SAFE);
        assert_int_equal(run.outcomes[4].verdict, VERDICT_UNSAFE);
        assert_int_equal(run.stats.local_latches > 0, !probe);
        testing_fini(&run);
        circuit_free(c);
    }
}

/* Work: the time limit is divided as if it were work, and rounds grow until one is enough. */
static void rounds_grow_until_one_is_enough(void **state) {
    (void)state;
    static const uint64_t milliseconds[3] = {1, 60000, 0};
    uint64_t rounds[3];
    for (int i = 0; i < 3; i++) {
        struct circuit *c = twins_in_junk(6, 20);
        struct run run;
        run_without_probe(&run, c);
        run.options.timeout_ms = milliseconds[i];
        run.options.local_work = 2; /* without a time limit */
        testing_run(&run, &engine_ic3_local);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
        rounds[i] = run.stats.local_rounds;
        testing_fini(&run);
        circuit_free(c);
    }
    assert_true(rounds[0] > 1);
    assert_int_equal(rounds[1], 1);
    assert_true(rounds[2] > rounds[0]);
}

static void a_bound_on_work_allows_the_first_run_only(void **state) {
    (void)state;
    struct circuit *c = twins_in_junk(4, 30);
    struct run run;
    testing_init(&run, c);
    struct engine_task task = {.model = model_of_circuit(c),
                               .options = &run.options,
                               .stats = &run.stats,
                               .limits = &run.limits,
                               .found = testing_found,
                               .client = &run,
                               .work = 1000};
    assert_null(engine_ic3_local.run(&task));
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_int_equal(run.stats.local_rounds, 0);
    assert_true(run.stats.propagations > 1000 && run.stats.propagations < 100000);
    testing_fini(&run);
    circuit_free(c);
}

static void runs_are_reproducible(void **state) {
    (void)state;
    for (int preset = 0; preset < 3; preset++) {
        struct circuit *c = twins_in_junk(5, 60);
        struct run runs[2];
        for (int i = 0; i < 2; i++) {
            testing_init(&runs[i], c);
            runs[i].options.local_hints = preset;
            runs[i].options.local_work = 40;
            testing_run(&runs[i], &engine_ic3_local);
            assert_int_equal(runs[i].outcomes[0].verdict, VERDICT_SAFE);
        }
        const struct stats *a = &runs[0].stats, *b = &runs[1].stats;
        assert_int_equal(a->queries, b->queries);
        assert_int_equal(a->propagations, b->propagations);
        assert_int_equal(a->conflicts, b->conflicts);
        assert_int_equal(a->local_refined, b->local_refined);
        assert_int_equal(a->local_dropped, b->local_dropped);
        assert_int_equal(runs[0].outcomes[0].invariant->conjuncts.size,
                         runs[1].outcomes[0].invariant->conjuncts.size);
        for (int i = 0; i < 2; i++) testing_fini(&runs[i]);
        circuit_free(c);
    }
}

static void interruption_ends_the_search(void **state) {
    (void)state;
    struct circuit *c = twins_in_junk(4, 10);
    struct run run;
    testing_init(&run, c);
    limits_interrupt(&run.limits);
    testing_run(&run, &engine_ic3_local);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_null(run.reason);
    testing_fini(&run);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(priority_methods),
        cmocka_unit_test(probe_sets_priorities),
        cmocka_unit_test(hints_change_what_is_included),
        cmocka_unit_test(proofs_drop_what_they_do_without),
        cmocka_unit_test(the_seed_survives_until_the_end),
        cmocka_unit_test(explanations_force_the_violation),
        cmocka_unit_test(irrelevant_latches_stay_out),
        cmocka_unit_test(spurious_counterexamples_refine),
        cmocka_unit_test(clauses_survive_refinement),
        cmocka_unit_test(real_counterexamples_are_reported),
        cmocka_unit_test(free_resets_of_cutpoints),
        cmocka_unit_test(several_properties),
        cmocka_unit_test(rounds_grow_until_one_is_enough),
        cmocka_unit_test(a_bound_on_work_allows_the_first_run_only),
        cmocka_unit_test(runs_are_reproducible),
        cmocka_unit_test(interruption_ends_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
