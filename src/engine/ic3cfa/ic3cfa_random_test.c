/* Random automata of bit vectors, and the same as automata of integers: ic3cfa with random options against
 * explicit-state search, under the judge. The seed of a failing trial is printed;
 * `unit-engine-program-ic3cfa_random_test FIRST COUNT` repeats trials. */
#include "engine/program_engines.h"
#include "engine/testing_program.h"
#include "model/testing_program.h"
#include "transform/program/integers.h"

#include <stdlib.h>

static uint64_t first_seed = 1, trials = 200;

static void vary(struct options *o, struct random *r) {
    static const char *const groups[] = {"ic3cfa", "frames"};
    for (unsigned row = 0; row < option_count; row++) {
        const struct option_row *option = &option_rows[row];
        bool ours = !strcmp(option->group, groups[0]) || !strcmp(option->group, groups[1]);
        struct messages messages = {0};
        if (ours && option->kind == OPTION_BOOL && random_one_in(r, 3))
            (void)options_set(o, option->name, option->initial ? "off" : "on", &messages);
        messages_fini(&messages);
    }
    static const int64_t limits[] = {1, 2, 5, 16};
    o->predecessors = random_below(r, 2);
    o->split_limit = limits[random_below(r, 4)];
    o->contexts = 1 + random_below(r, 20);
    o->check_frames = random_one_in(r, 3);
}

/* The engine's evidence is about the integers, the judge's about the bits. */
struct translation {
    struct run *run;
    struct program_integers *integers;
};

static void proved(struct translation *t, struct program_invariant *invariant) {
    struct program_invariant *bits = program_integers_invariant(t->integers, invariant);
    assert_non_null(bits);
    program_invariant_free(invariant);
    testing_proved(t->run, bits);
}

static void refuted(struct translation *t, struct program_trace *trace) {
    struct program_trace *bits = program_integers_trace(t->integers, trace);
    assert_non_null(bits);
    program_trace_free(trace);
    testing_refuted(t->run, bits);
}

static void found(void *client, struct evidence e) {
    if (e.refutes)
        refuted(client, e.program_trace);
    else
        proved(client, e.program_invariant);
}

/* False: the automaton has no encoding. */
static bool run_on_integers(struct run *r) {
    struct messages messages = {0};
    struct translation t = {.run = r};
    bool encoded = program_integers_run(&t.integers, r->program, &messages) == STATUS_OK;
    messages_fini(&messages);
    if (!encoded) return false;
    struct engine_task task = testing_task(r, NULL);
    task.model.program = program_integers_automaton(t.integers);
    task.found = found;
    task.client = &t;
    struct gossip gossip;
    gossip_init(&gossip, task.model.program, r->gossip);
    if (r->gossip) task.port = &gossip.port;
    r->reason = engine_ic3cfa.run(&task);
    gossip_fini(&gossip);
    program_integers_free(t.integers);
    return true;
}

static uint64_t believed, doubted; /* lemmas of others */

static void trial(uint64_t seed, unsigned verdicts[3], unsigned *integers) {
    struct random random;
    random_init(&random, seed);
    struct testing_program g;
    struct testing_program_shape shape = {.variables = 2 + random_below(&random, 2),
                                          .width = 1 + random_below(&random, 3),
                                          .locations = 3 + random_below(&random, 6),
                                          .points = 4 + random_below(&random, 6),
                                          .choices = random_one_in(&random, 2),
                                          .mode = TERMS_SIMPLIFY};
    testing_program_random(&g, &shape, seed);
    enum verdict expected = testing_program_unsafe(g.program) ? VERDICT_UNSAFE : VERDICT_SAFE;
    struct run r;
    testing_init(&r, g.program);
    vary(&r.options, &random);
    if (random_one_in(&random, 2)) r.gossip = seed;
    if (random_one_in(&random, 2) && run_on_integers(&r))
        ++*integers;
    else
        (void)testing_run(&r, &engine_ic3cfa);
    believed += r.stats.lemmas_accepted + r.stats.lemmas_lowered;
    doubted += r.stats.lemmas_rejected;
    if (r.verdict != expected)
        print_error("seed %llu: %s, not %s (%s)\n", (unsigned long long)seed, verdict_word(r.verdict),
                    verdict_word(expected), r.reason ? r.reason : "no reason");
    assert_int_equal(r.verdict, expected);
    verdicts[expected]++;
    testing_program_fini(&g);
}

static void random_automata(void **state) {
    (void)state;
    unsigned verdicts[3] = {0}, integers = 0;
    for (uint64_t seed = first_seed; seed < first_seed + trials; seed++) trial(seed, verdicts, &integers);
    /* Both verdicts and both kinds of automata must occur, or the test shows little. */
    assert_true(trials < 100 ||
                (verdicts[VERDICT_SAFE] > trials / 10 && verdicts[VERDICT_UNSAFE] > trials / 10));
    assert_true(trials < 100 || integers > trials / 10);
    assert_true(trials < 100 || (believed > trials / 10 && doubted > trials / 10));
}

int main(int argc, char **argv) {
    if (argc == 3) {
        first_seed = strtoull(argv[1], NULL, 10);
        trials = strtoull(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_automata)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
