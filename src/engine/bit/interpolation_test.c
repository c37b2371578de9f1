/* imc and ipdr on hand-made circuits: verdicts, evidence judged by enumeration, options, limits, and that their debug
 * routines find what is wrong. */
#include "engine/bit/bit.h"
#include "engine/bit/ic3_internal.h"
#include "engine/bit/imc.h"
#include "engine/bit/testing_bit.h"

#include "base/random.h"

/* Judging an invariant of depth 1 by enumeration. */

static bool all_hold(const uint64_t *values, const aig_lit *literals, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!(simulate_word(values, literals[i]) & 1)) return false;
    return true;
}

static bool invariant_holds(const struct invariant *invariant, uint32_t state) {
    uint64_t *values = mem_new_array(uint64_t, aig_size(invariant->graph));
    for (uint32_t i = 0; i < invariant->latches.size; i++)
        values[aig_node(invariant->latches.data[i])] = state >> i & 1;
    simulate_words(invariant->graph, values);
    bool result = all_hold(values, invariant->conjuncts.data, invariant->conjuncts.size);
    mem_free(values);
    return result;
}

struct step {
    bool allowed; /* the constraints hold */
    bool bad;
    uint32_t next;
};

static struct step take_step(const struct circuit *c, uint32_t property, uint32_t state, uint32_t inputs) {
    uint64_t *values = mem_new_array(uint64_t, aig_size(c->graph));
    for (uint32_t i = 0; i < c->latches.size; i++) values[aig_node(c->latches.data[i].lit)] = state >> i & 1;
    for (uint32_t i = 0; i < c->inputs.size; i++) values[aig_node(c->inputs.data[i].lit)] = inputs >> i & 1;
    simulate_words(c->graph, values);
    struct step step = {.allowed = true, .bad = simulate_word(values, c->properties.data[property].bad) & 1};
    vec_each (const struct signal, s, &c->constraints) step.allowed &= simulate_word(values, s->lit) & 1;
    for (uint32_t i = 0; i < c->latches.size; i++)
        step.next |= (uint32_t)(simulate_word(values, c->latches.data[i].next) & 1) << i;
    mem_free(values);
    return step;
}

static bool is_initial(const struct circuit *c, uint32_t state) {
    for (uint32_t i = 0; i < c->latches.size; i++) {
        const struct latch *l = &c->latches.data[i];
        if (!latch_is_free(l) && (state >> i & 1) != aig_same(l->reset, AIG_TRUE)) return false;
    }
    return true;
}

/* reset & C => phi;  phi & C & T & C' => phi';  phi & C => not bad. C' is taken as "some input satisfies C". */
static void judge(const struct circuit *c, uint32_t property, const struct invariant *invariant) {
    uint32_t states = 1u << c->latches.size, inputs = 1u << c->inputs.size;
    bool *phi = mem_new_array(bool, states), *lives = mem_new_array(bool, states);
    assert_int_equal(invariant->depth, 1);
    for (uint32_t s = 0; s < states; s++) {
        phi[s] = invariant_holds(invariant, s);
        for (uint32_t i = 0; i < inputs; i++) lives[s] |= take_step(c, property, s, i).allowed;
    }
    for (uint32_t s = 0; s < states; s++) {
        if (is_initial(c, s) && lives[s]) assert_true(phi[s]);
        for (uint32_t i = 0; phi[s] && i < inputs; i++) {
            struct step step = take_step(c, property, s, i);
            if (!step.allowed) continue;
            assert_false(step.bad);
            if (lives[step.next]) assert_true(phi[step.next]);
        }
    }
    mem_free(phi);
    mem_free(lives);
}

/* Engines and their settings. */

static const struct configuration {
    const struct engine *engine;
    int64_t fixpoint, frames;
    bool suffix, generalize;
} configurations[] = {
    {&engine_imc, 0, 0, false, true}, {&engine_imc, 1, 0, false, true},  {&engine_ipdr, 0, 0, true, true},
    {&engine_ipdr, 0, 1, true, true}, {&engine_ipdr, 0, 1, false, true}, {&engine_ipdr, 0, 1, true, false},
};
enum { CONFIGURATIONS = sizeof configurations / sizeof *configurations };

static void configure(struct run *run, const struct configuration *configuration) {
    run->options.check_interpolants = run->options.check_frames = true;
    run->options.imc_fixpoint = configuration->fixpoint;
    run->options.imc_sweep = 1000;
    run->options.ipdr_frames = configuration->frames;
    run->options.ipdr_suffix = configuration->suffix;
    run->options.generalize = configuration->generalize;
}

/* Runs every configuration on a circuit; verdicts are given as 's' and 'u', one per property. */
static void decide(struct circuit *c, const char *verdicts) {
    for (uint32_t i = 0; i < CONFIGURATIONS; i++) {
        struct run run;
        testing_init(&run, c);
        configure(&run, &configurations[i]);
        testing_run(&run, configurations[i].engine);
        assert_null(run.reason);
        for (uint32_t p = 0; p < c->properties.size; p++) {
            const struct outcome *o = &run.outcomes[p];
            assert_int_equal(o->verdict, verdicts[p] == 's' ? VERDICT_SAFE : VERDICT_UNSAFE);
            if (o->verdict == VERDICT_SAFE) judge(c, p, o->invariant);
        }
        testing_fini(&run);
    }
    circuit_free(c);
}

static void counters(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 4, 9, circuit_add_input(c, NULL));
    testing_bad(c, testing_equals(c, from, 4, 12));
    testing_bad(c, testing_equals(c, from, 4, 7));
    testing_bad(c, testing_equals(c, from, 4, 10));
    testing_bad(c, testing_equals(c, from, 4, 0)); /* in the first step */
    decide(c, "susu");
}

static void twins(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit enable = circuit_add_input(c, NULL);
    uint32_t a = testing_counter(c, 3, 5, enable), b = testing_counter(c, 3, 5, enable);
    aig_lit differ = AIG_FALSE;
    for (uint32_t i = 0; i < 3; i++)
        differ = aig_or(c->graph, differ,
                        aig_xor(c->graph, c->latches.data[a + i].lit, c->latches.data[b + i].lit));
    testing_bad(c, differ);
    testing_bad(c, aig_and(c->graph, testing_equals(c, a, 3, 5), testing_equals(c, b, 3, 5)));
    decide(c, "su");
}

/* A constraint forbids a value on the way, a value beyond, or every step but the first. */
static void constraints(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct circuit *c = circuit_new();
        uint32_t from = testing_counter(c, 3, 7, circuit_add_input(c, NULL));
        testing_bad(c, testing_equals(c, from, 3, 5));
        aig_lit forbidden = testing_equals(c, from, 3, kind == 0 ? 4 : 6);
        if (kind == 2) forbidden = aig_not(testing_equals(c, from, 3, 0));
        circuit_add_constraint(c, aig_not(forbidden), NULL);
        decide(c, kind == 1 ? "u" : "s");
    }
    struct circuit *c = circuit_new(); /* over inputs, and it fails in the bad step itself */
    aig_lit x = circuit_add_input(c, NULL), y = circuit_add_input(c, NULL);
    testing_latch(c)->next = y;
    testing_bad(c, aig_and(c->graph, x, c->latches.data[0].lit));
    circuit_add_constraint(c, aig_not(aig_and(c->graph, x, c->latches.data[0].lit)), NULL);
    testing_bad(c, aig_and(c->graph, x, y));
    decide(c, "su");
    c = circuit_new(); /* no step at all */
    testing_latch(c)->next = AIG_TRUE;
    testing_bad(c, AIG_TRUE);
    circuit_add_constraint(c, AIG_FALSE, NULL);
    decide(c, "s");
}

static void resets(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    for (int kind = 0; kind < 3; kind++) { /* 0, 1, uninitialised */
        struct latch *l = testing_latch(c);
        l->next = l->lit;
        l->reset = kind == 0 ? AIG_FALSE : kind == 1 ? AIG_TRUE : l->lit;
        testing_bad(c, l->lit);
    }
    /* Uninitialised, but both are the same from the second step on. */
    aig_lit x = circuit_add_input(c, NULL);
    for (int i = 0; i < 2; i++) {
        struct latch *l = testing_latch(c);
        l->next = x;
        l->reset = l->lit;
    }
    struct latch *second = testing_latch(c);
    second->next = AIG_TRUE;
    aig_lit differ = aig_xor(c->graph, c->latches.data[3].lit, c->latches.data[4].lit);
    testing_bad(c, differ);
    testing_bad(c, aig_and(c->graph, differ, c->latches.data[5].lit));
    decide(c, "suuus");
}

static void degenerate_circuits(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    testing_bad(c, AIG_FALSE);
    testing_bad(c, AIG_TRUE);
    aig_lit x = circuit_add_input(c, NULL);
    testing_bad(c, x);
    testing_bad(c, aig_raw_and(c->graph, x, aig_not(x)));
    decide(c, "suus");
    c = circuit_new(); /* latches with the same, opposite and constant next state; a latch that only holds its value */
    x = circuit_add_input(c, NULL);
    for (int i = 0; i < 3; i++) testing_latch(c)->next = i < 2 ? x : aig_not(x);
    c->latches.data[2].reset = AIG_TRUE;
    struct latch *constant = testing_latch(c);
    constant->next = AIG_FALSE;
    struct latch *keeper = testing_latch(c);
    keeper->next = keeper->lit;
    testing_bad(c, aig_and(c->graph, c->latches.data[0].lit, c->latches.data[2].lit));
    testing_bad(c, aig_xor(c->graph, c->latches.data[0].lit, c->latches.data[1].lit));
    testing_bad(c, aig_or(c->graph, c->latches.data[3].lit, c->latches.data[4].lit));
    testing_bad(c, c->latches.data[1].lit);
    decide(c, "sssu");
}

/* Depths are reported, counterexamples of imc are shortest, and the bound ends it. */
static void bound_and_depth(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 4, 15, AIG_TRUE);
    testing_bad(c, testing_equals(c, from, 4, 9));
    for (int64_t bound = 8; bound <= 9; bound++) {
        struct run run;
        testing_init(&run, c);
        run.options.imc_bound = bound;
        testing_run(&run, &engine_imc);
        assert_int_equal(run.outcomes[0].depth, 8);
        if (bound == 8) {
            assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
            assert_string_equal(run.reason, "bound reached");
        } else {
            assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
            assert_int_equal(run.outcomes[0].steps, 10);
        }
        testing_fini(&run);
    }
    circuit_free(c);
}

static void statistics_count(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 5, 20, circuit_add_input(c, NULL));
    testing_bad(c, testing_equals(c, from, 5, 27));
    for (uint32_t i = 0; i < CONFIGURATIONS; i++) {
        struct run run;
        testing_init(&run, c);
        configure(&run, &configurations[i]);
        testing_run(&run, configurations[i].engine);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
        const struct stats *s = &run.stats;
        assert_true(s->interpolants && s->interpolant_ands && s->frames && s->queries && s->frame_checks);
        assert_true(s->proof_steps > s->proof_core_steps / s->interpolants && s->proof_links);
        assert_int_equal(s->ipdr_cubes > 0, configurations[i].engine == &engine_ipdr);
        testing_fini(&run);
    }
    circuit_free(c);
}

static void interruption_ends_the_search(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 5, 20, circuit_add_input(c, NULL));
    testing_bad(c, testing_equals(c, from, 5, 27));
    const struct engine *engines[] = {&engine_imc, &engine_ipdr};
    for (int i = 0; i < 2; i++) {
        struct run run;
        testing_init(&run, c);
        limits_interrupt(&run.limits);
        testing_run(&run, engines[i]);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
        assert_null(run.reason);
        testing_fini(&run);
    }
    circuit_free(c);
}

/* Frontier extensions that break P1, P3 and P4 of ic3's frames. */

static void lie(struct ic3 *s, uint32_t level, bool negated) {
    pdr_lit cube = pdr_make(0, negated);
    if (level && !frames_at(s->frames, 0, level)->size) ic3_add_lemma(s, level, &cube, 1);
}

static enum block_result exclude_initial(struct ic3 *s, uint32_t level, uint32_t property) {
    lie(s, level, true); /* bit 0 is 1: the initial state has 0 */
    return ic3_block(s, level, property);
}

static enum block_result exclude_reachable(struct ic3 *s, uint32_t level, uint32_t property) {
    lie(s, level, false); /* bit 0 is 0: not after one step */
    return ic3_block(s, level, property);
}

static enum block_result claim(struct ic3 *s, uint32_t level, uint32_t property) {
    (void)s;
    (void)level;
    (void)property;
    return BLOCK_DONE;
}

static const char *run_with(const struct circuit *c, ic3_blocker block) {
    struct run run;
    testing_init(&run, c);
    run.options.check_frames = true;
    struct engine_task task = {.model = model_of_circuit(c),
                               .options = &run.options,
                               .stats = &run.stats,
                               .limits = &run.limits,
                               .found = testing_found,
                               .client = &run};
    const char *reason = ic3_run_with(&task, NULL, block);
    testing_fini(&run);
    return reason;
}

static void frame_check_finds_what_is_wrong(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 3, 5, AIG_TRUE);
    testing_bad(c, testing_equals(c, from, 3, 7));
    assert_null(run_with(c, ic3_block));
    assert_ptr_equal(strstr(run_with(c, exclude_initial), "P1"), run_with(c, exclude_initial));
    assert_ptr_equal(strstr(run_with(c, exclude_reachable), "P4"), run_with(c, exclude_reachable));
    assert_ptr_equal(strstr(run_with(c, claim), "P3"), run_with(c, claim));
    circuit_free(c);
}

/* imc_check on frames made by hand: a counter from 0 that counts up and stops at 3, bad at 5. */
static const char *check_frames(const struct circuit *c, const uint32_t *sets, uint32_t n) {
    struct run run;
    testing_init(&run, c);
    run.options.check_interpolants = true;
    struct engine_task task = {
        .model = model_of_circuit(c), .options = &run.options, .stats = &run.stats, .limits = &run.limits};
    struct sequence sequence = {0};
    struct imc imc = {.task = &task, .graph = steps_graph(c), .sequences = &sequence};
    for (uint32_t i = 0; i < n; i++) {
        aig_lit frame = AIG_FALSE; /* sets[i] has bit v for value v */
        for (uint32_t v = 0; v < 8; v++) {
            aig_lit bits[3];
            for (uint32_t k = 0; k < 3; k++) bits[k] = aig_make(1 + k, !(v >> k & 1));
            if (sets[i] >> v & 1) frame = aig_or(imc.graph, frame, aig_and_all(imc.graph, bits, 3));
        }
        vec_push(&sequence.frames, frame);
        if (!i) imc.initial = frame;
    }
    imc_check(&imc, 0);
    vec_free(&sequence.frames);
    aig_free(imc.graph);
    return imc.broken;
}

static void imc_check_finds_what_is_wrong(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 3, 7, AIG_TRUE);
    aig_lit stop = testing_equals(c, from, 3, 3);
    vec_each (struct latch, l, &c->latches) l->next = aig_ite(c->graph, stop, l->lit, l->next);
    testing_bad(c, testing_equals(c, from, 3, 5));
    const uint32_t good[] = {0x01, 0x42, 0x84}, bad[] = {0x01, 0x02, 0x24}, broken[] = {0x01, 0x02, 0x08};
    assert_null(check_frames(c, good, 3)); /* {0}, {1, 6}, {2, 7} */
    assert_non_null(strstr(check_frames(c, bad, 3), "P3"));
    assert_non_null(strstr(check_frames(c, broken, 3), "P4"));
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters),
        cmocka_unit_test(twins),
        cmocka_unit_test(constraints),
        cmocka_unit_test(resets),
        cmocka_unit_test(degenerate_circuits),
        cmocka_unit_test(bound_and_depth),
        cmocka_unit_test(statistics_count),
        cmocka_unit_test(interruption_ends_the_search),
        cmocka_unit_test(frame_check_finds_what_is_wrong),
        cmocka_unit_test(imc_check_finds_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
