#include "engine/bit/bit.h"
#include "engine/bit/ic3.h"
#include "engine/bit/testing_bit.h"

#include "base/random.h"

/* A ring of n cells passes one token when the input says so; each cell also has a shadow that lags one step
 * behind. */
static void add_ring(struct circuit *c, uint32_t n) {
    uint32_t from = c->latches.size;
    aig_lit go = circuit_add_input(c, NULL);
    for (uint32_t i = 0; i < 2 * n; i++) testing_latch(c);
    struct latch *cells = c->latches.data + from;
    for (uint32_t i = 0; i < n; i++) {
        cells[i].reset = i ? AIG_FALSE : AIG_TRUE;
        cells[i].next = aig_ite(c->graph, go, cells[(i + n - 1) % n].lit, cells[i].lit);
        cells[n + i].next = cells[i].lit;
    }
}

/* Two counters step together under the input; they never differ. */
static void add_twins(struct circuit *c, uint32_t bits) {
    aig_lit enable = circuit_add_input(c, NULL);
    uint32_t last = (1u << bits) - 3;
    uint32_t a = testing_counter(c, bits, last, enable), b = testing_counter(c, bits, last, enable);
    aig_lit differ = AIG_FALSE;
    for (uint32_t i = 0; i < bits; i++) {
        aig_lit x = c->latches.data[a + i].lit, y = c->latches.data[b + i].lit;
        differ = aig_or(c->graph, differ, aig_xor(c->graph, x, y));
    }
    testing_bad(c, differ);
    testing_bad(c, testing_equals(c, a, bits, last + 1));
}

/* Random next-state functions over many latches, with bad states picked at random: mostly safe, never
 * trivial. */
static struct circuit *random_circuit(uint64_t seed, uint32_t latches) {
    struct random r;
    random_init(&r, seed);
    struct circuit *c = circuit_new();
    aig_lits pool = {0};
    for (int i = 0; i < 3; i++) vec_push(&pool, circuit_add_input(c, NULL));
    for (uint32_t i = 0; i < latches; i++) vec_push(&pool, testing_latch(c)->lit);
#define PICK() aig_not_if(pool.data[random_below(&r, pool.size)], random_one_in(&r, 2))
    for (uint32_t i = 0; i < 4 * latches; i++) {
        aig_lit x = PICK(), y = PICK();
        vec_push(&pool, random_one_in(&r, 4) ? aig_xor(c->graph, x, y) : aig_and(c->graph, x, y));
    }
    vec_each (struct latch, l, &c->latches) l->next = PICK();
    for (int p = 0; p < 3; p++) {
        aig_lit bad = AIG_TRUE;
        for (int i = 0; i < 5; i++)
            bad = aig_and(c->graph, bad,
                          aig_not_if(c->latches.data[random_below(&r, latches)].lit, random_one_in(&r, 2)));
        testing_bad(c, bad);
    }
#undef PICK
    vec_free(&pool);
    return c;
}

static struct circuit *ring_and_twins(void) {
    struct circuit *c = circuit_new();
    add_ring(c, 6);
    const struct latch *cells = c->latches.data;
    testing_bad(c, aig_and(c->graph, cells[0].lit, cells[3].lit));
    testing_bad(c, aig_and(c->graph, cells[6].lit, cells[8].lit));
    add_twins(c, 4);
    return c;
}

enum { CIRCUITS = 60 };

static struct circuit *suite(uint32_t i) {
    return i ? random_circuit(i, 10 + i % 12) : ring_and_twins();
}

static void set(struct options *options, const char *name, const char *value) {
    struct messages messages = {0};
    assert_int_equal(options_set(options, name, value, &messages), STATUS_OK);
    messages_fini(&messages);
}

/* Runs the suite under the given settings ("name=value name=value") and returns the sum of a statistic.
 * Verdicts must not depend on the settings; traces are replayed by testing_bit.h. */
static uint64_t sum_of(const char *statistic, const char *settings) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < CIRCUITS; i++) {
        struct circuit *c = suite(i);
        struct run plain, run;
        testing_init(&plain, c);
        testing_run(&plain, &engine_ic3);
        testing_init(&run, c);
        char *copy = mem_strdup(settings);
        for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
            char *equals = strchr(word, '=');
            *equals = 0;
            set(&run.options, word, equals + 1);
        }
        mem_free(copy);
        testing_run(&run, &engine_ic3);
        for (uint32_t p = 0; p < c->properties.size; p++) {
            assert_true(run.outcomes[p].verdict != VERDICT_UNKNOWN);
            assert_int_equal(run.outcomes[p].verdict, plain.outcomes[p].verdict);
        }
        uint64_t value = 0;
        assert_true(stats_find(&run.stats, statistic, &value));
        sum += value;
        testing_fini(&plain);
        testing_fini(&run);
        circuit_free(c);
    }
    return sum;
}

/* Each heuristic leaves its mark in its statistic; switched off, none. */
static const struct {
    const char *option, *statistic, *also;
} heuristics[] = {
    {"lift", "lifted", ""},
    {"flip", "flipped", ""},
    {"generalize", "drops-tried", ""},
    {"ctg", "ctgs-blocked", "effort=off"},
    {"effort", "effort-raised", "ctg-from=2 ctg-more-from=4"},
    {"activity", "activity-bumps", ""},
    {"parent", "parent-hits", ""},
    {"reject", "drops-rejected", ""},
    {"push-now", "pushed-now", ""},
    {"infinity", "infinity-lemmas", ""},
    {"joint-infinity", "infinity-joint", ""},
    {"triggered-push", "push-skipped", ""},
    {"requeue", "requeued", ""},
    {"drop-obligations", "dropped-obligations", "drop-from=2"},
    {"subsume", "subsumed", ""},
    {"domain", "domain-variables", ""},
    {"share", "shared-proofs", ""},
    {"check-frames", "frame-checks", ""},
};

static void switches_silence_their_statistics(void **state) {
    (void)state;
    for (uint32_t i = 0; i < sizeof heuristics / sizeof *heuristics; i++) {
        char *on = mem_format("%s %s=on", heuristics[i].also, heuristics[i].option);
        char *off = mem_format("%s %s=off", heuristics[i].also, heuristics[i].option);
        if (!sum_of(heuristics[i].statistic, on))
            fail_msg("%s on: %s is 0", heuristics[i].option, heuristics[i].statistic);
        if (sum_of(heuristics[i].statistic, off))
            fail_msg("%s off: %s is not 0", heuristics[i].option, heuristics[i].statistic);
        mem_free(on);
        mem_free(off);
    }
}

static void elimination_leaves_fewer_variables(void **state) {
    (void)state;
    assert_true(sum_of("domain-variables", "eliminate=on") < sum_of("domain-variables", "eliminate=off"));
}

static void frame_invariants_hold(void **state) {
    (void)state;
    assert_true(sum_of("frame-checks", "check-frames=on") > 1000);
    assert_true(sum_of("frame-checks", "check-frames=on effort=off joint-infinity=on subsume=off") > 1000);
    assert_true(sum_of("frame-checks", "check-frames=on ctg-from=1 ctg-more-from=2 drop-from=3 domain=off") >
                1000);
}

/* Bradley's way leaves lemmas on the way down; the frames stay what they should be. */
static void falling_back(void **state) {
    (void)state;
    assert_true(sum_of("fall-backs", "block=bradley check-frames=on") > 50);
    assert_true(sum_of("fall-backs", "block=bradley push-now=off requeue=off generalize=off") > 50);
    assert_int_equal(sum_of("fall-backs", "block=pdr"), 0);
}

/* The same input and options give the same lemmas. */
static void runs_are_reproducible(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 10; i++) {
        struct circuit *c = suite(i);
        struct run a, b;
        testing_init(&a, c);
        testing_run(&a, &engine_ic3);
        testing_init(&b, c);
        testing_run(&b, &engine_ic3);
        assert_int_equal(a.stats.queries, b.stats.queries);
        assert_int_equal(a.stats.lemma_literals, b.stats.lemma_literals);
        assert_int_equal(a.stats.conflicts, b.stats.conflicts);
        testing_fini(&a);
        testing_fini(&b);
        circuit_free(c);
    }
}

/* An observer that keeps the lemmas in the frames at the end. */

static void keep_cube(void *client, const struct cube *cube, uint32_t level) {
    (void)level;
    vec_push((cubes *)client, cube_new(cube->literals, cube->size));
}

static void watch(struct run *run, const struct circuit *c, struct ic3_observer *observer) {
    testing_init(run, c);
    run->options.check_frames = true;
    struct engine_task task = {.model = model_of_circuit(c),
                               .options = &run->options,
                               .stats = &run->stats,
                               .limits = &run->limits,
                               .found = testing_found,
                               .client = run};
    assert_null(ic3_run(&task, observer));
    for (uint32_t p = 0; p < c->properties.size; p++)
        assert_int_equal(run->outcomes[p].verdict, VERDICT_SAFE);
}

/* What a run leaves behind makes the next one on the same circuit short; what does not hold is not adopted. */
static void candidates_that_hold_become_lemmas(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    add_twins(c, 5);
    struct run first, second, third;
    cubes left = {0}, none = {0}, wrong = {0};
    struct ic3_observer observer = {.last = keep_cube, .client = &left};
    watch(&first, c, &observer);
    assert_true(left.size > 5);
    observer = (struct ic3_observer){.last = keep_cube, .client = &none};
    observer.candidates = left.data;
    observer.candidate_count = left.size;
    watch(&second, c, &observer);
    assert_true(2 * second.stats.obligations < first.stats.obligations);
    assert_true(second.stats.adopted > 5);
    pdr_lit initial[2] = {pdr_make(0, true), pdr_make(1, true)}, reachable[1] = {pdr_make(0, false)};
    vec_push(&wrong, cube_new(initial, 2));
    vec_push(&wrong, cube_new(reachable, 1));
    observer = (struct ic3_observer){.candidates = wrong.data, .candidate_count = 2};
    watch(&third, c, &observer);
    assert_int_equal(third.stats.adopted, 0);
    cubes *all[3] = {&left, &none, &wrong};
    for (int i = 0; i < 3; i++) {
        vec_each (struct cube *, cube, all[i]) cube_free(*cube);
        vec_free(all[i]);
    }
    testing_fini(&first);
    testing_fini(&second);
    testing_fini(&third);
    circuit_free(c);
}

static struct evidence left_behind;

static void leave(void *client, struct evidence lemmas) {
    (void)client;
    left_behind = lemmas;
}

static void run_with(struct run *run, const struct circuit *c, const struct evidence *lemmas, uint64_t work) {
    testing_init(run, c);
    struct engine_task task = {.model = model_of_circuit(c),
                               .options = &run->options,
                               .stats = &run->stats,
                               .limits = &run->limits,
                               .found = testing_found,
                               .client = run,
                               .learnt = work ? leave : NULL,
                               .lemmas = lemmas,
                               .work = work};
    assert_null(engine_ic3.run(&task));
}

/* The same by the task: a short run leaves lemmas to one that has all the time. */
static void tasks_hand_lemmas_on(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    add_twins(c, 4);
    add_twins(c, 8);
    struct run alone, first, second, third;
    run_with(&alone, c, NULL, 0);
    run_with(&first, c, NULL, alone.stats.propagations * 3 / 4);
    assert_int_equal(first.outcomes[1].verdict, VERDICT_SAFE);
    assert_int_equal(first.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_true(left_behind.invariant->conjuncts.size > 0);
    run_with(&second, c, &left_behind, 0);
    assert_int_equal(second.outcomes[0].verdict, VERDICT_SAFE);
    assert_in_range(second.stats.adopted, 1, left_behind.invariant->conjuncts.size);
    assert_true(second.stats.obligations < alone.stats.obligations);
    /* What is no clause, or not true of the first states, is no lemma. */
    struct evidence wrong = evidence_of_nothing(model_of_circuit(c));
    struct invariant *i = wrong.invariant;
    invariant_add(i, aig_xor(i->graph, i->latches.data[0], i->latches.data[1]));
    invariant_add(i, AIG_FALSE);
    invariant_add(i, i->latches.data[0]);
    run_with(&third, c, &wrong, 0);
    assert_int_equal(third.outcomes[0].verdict, VERDICT_SAFE);
    assert_int_equal(third.stats.adopted, 0);
    evidence_free(&wrong);
    evidence_free(&left_behind);
    testing_fini(&alone);
    testing_fini(&first);
    testing_fini(&second);
    testing_fini(&third);
    circuit_free(c);
}

static enum verdict verdict_of(struct circuit *c, uint32_t *steps) {
    struct run run;
    testing_init(&run, c);
    testing_run(&run, &engine_ic3);
    enum verdict verdict = run.outcomes[0].verdict;
    if (steps) *steps = run.outcomes[0].steps;
    testing_fini(&run);
    circuit_free(c);
    return verdict;
}

static void deep_counterexamples_are_found(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 5, 31, AIG_TRUE), steps;
    testing_bad(c, testing_equals(c, from, 5, 29));
    assert_int_equal(verdict_of(c, &steps), VERDICT_UNSAFE);
    assert_int_equal(steps, 30);
}

static void constraints_count_in_every_step(void **state) {
    (void)state;
    for (int forbidden = 0; forbidden < 2; forbidden++) {
        struct circuit *c = circuit_new();
        uint32_t from = testing_counter(c, 3, 7, circuit_add_input(c, NULL));
        testing_bad(c, testing_equals(c, from, 3, 6));
        /* forbids a value on the way, or one beyond */
        circuit_add_constraint(c, aig_not(testing_equals(c, from, 3, forbidden ? 4 : 7)), NULL);
        assert_int_equal(verdict_of(c, NULL), forbidden ? VERDICT_SAFE : VERDICT_UNSAFE);
    }
    struct circuit *c = circuit_new(); /* the constraint fails in the bad step itself */
    aig_lit x = circuit_add_input(c, NULL);
    testing_bad(c, x);
    circuit_add_constraint(c, aig_not(x), NULL);
    assert_int_equal(verdict_of(c, NULL), VERDICT_SAFE);
}

static void resets_of_all_kinds(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) { /* 0, 1, uninitialised */
        struct circuit *c = circuit_new();
        struct latch *l = testing_latch(c);
        l->reset = kind == 0 ? AIG_FALSE : kind == 1 ? AIG_TRUE : l->lit;
        testing_bad(c, l->lit);
        assert_int_equal(verdict_of(c, NULL), kind == 0 ? VERDICT_SAFE : VERDICT_UNSAFE);
    }
}

static void degenerate_circuits(void **state) {
    (void)state;
    struct circuit *c = circuit_new(); /* nothing but constants */
    testing_bad(c, AIG_FALSE);
    assert_int_equal(verdict_of(c, NULL), VERDICT_SAFE);
    c = circuit_new();
    testing_bad(c, AIG_TRUE);
    assert_int_equal(verdict_of(c, NULL), VERDICT_UNSAFE);
    c = circuit_new(); /* two latches with the same and opposite next state */
    aig_lit x = circuit_add_input(c, NULL);
    for (int i = 0; i < 3; i++) testing_latch(c)->next = i < 2 ? x : aig_not(x);
    c->latches.data[2].reset = AIG_TRUE;
    testing_bad(c, aig_and(c->graph, c->latches.data[0].lit, c->latches.data[2].lit));
    assert_int_equal(verdict_of(c, NULL), VERDICT_SAFE);
}

static void interruption_ends_the_search(void **state) {
    (void)state;
    struct circuit *c = random_circuit(7, 20);
    struct run run;
    testing_init(&run, c);
    limits_interrupt(&run.limits);
    testing_run(&run, &engine_ic3);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_null(run.reason);
    testing_fini(&run);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switches_silence_their_statistics),
        cmocka_unit_test(elimination_leaves_fewer_variables),
        cmocka_unit_test(frame_invariants_hold),
        cmocka_unit_test(falling_back),
        cmocka_unit_test(runs_are_reproducible),
        cmocka_unit_test(candidates_that_hold_become_lemmas),
        cmocka_unit_test(tasks_hand_lemmas_on),
        cmocka_unit_test(deep_counterexamples_are_found),
        cmocka_unit_test(constraints_count_in_every_step),
        cmocka_unit_test(resets_of_all_kinds),
        cmocka_unit_test(degenerate_circuits),
        cmocka_unit_test(interruption_ends_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
