/* Random automata of bit vectors: the tree engines with random options against explicit-state search,
 * under the judge. The seed of a failing trial is printed; `unit-engine-program-tree_random_test FIRST COUNT
 * [ENGINE]` repeats trials. */
#include "engine/program_engines.h"
#include "engine/testing_program.h"
#include "model/testing_program.h"

#include <stdlib.h>

static const struct engine *const engines[] = {&engine_tree_ic3,          &engine_tree_ic3_itp,
                                               &engine_tree_ic3_itp_mono, &engine_tree_itp,
                                               &engine_tree_ic3ia,        &engine_tree_pa};
enum { ENGINES = sizeof engines / sizeof *engines };

static uint64_t first_seed = 1, trials = 80;
static const char *only;

static void vary(struct options *o, struct random *r) {
    for (unsigned row = 0; row < option_count; row++) {
        const struct option_row *option = &option_rows[row];
        struct messages messages = {0};
        bool flip = !strcmp(option->group, "tree") && option->kind == OPTION_BOOL && random_one_in(r, 4);
        if (flip) (void)options_set(o, option->name, option->initial ? "off" : "on", &messages);
        messages_fini(&messages);
    }
    o->tree_strengthen = random_below(r, 3);
    o->tree_check = true;
    o->preimage = random_below(r, 3);
    o->preimage_cubes = 1 + random_below(r, 3);
    o->tree_order = random_below(r, 2);
    o->tree_cnf = 1 + random_below(r, 6);
}

static void trial(uint64_t seed, const struct engine *engine, unsigned verdicts[3]) {
    struct random random;
    random_init(&random, seed);
    struct testing_program g;
    struct testing_program_shape shape = {.variables = 2 + random_below(&random, 2),
                                          .width = 1 + random_below(&random, 3),
                                          .locations = 3 + random_below(&random, 6),
                                          .choices = random_one_in(&random, 2),
                                          .mode = TERMS_SIMPLIFY};
    testing_program_random(&g, &shape, seed);
    enum verdict expected = testing_program_unsafe(g.program) ? VERDICT_UNSAFE : VERDICT_SAFE;
    struct run r;
    testing_init(&r, g.program);
    vary(&r.options, &random);
    if (random_one_in(&random, 2)) r.gossip = seed;
    enum verdict verdict = testing_run(&r, engine);
    if (verdict != expected)
        print_error("seed %llu, %s: %s, not %s (%s)\n", (unsigned long long)seed, engine->name,
                    verdict_word(verdict), verdict_word(expected), r.reason ? r.reason : "no reason");
    assert_int_equal(verdict, expected);
    verdicts[verdict]++;
    testing_program_fini(&g);
}

static void random_automata(void **state) {
    (void)state;
    unsigned verdicts[3] = {0};
    for (uint64_t seed = first_seed; seed < first_seed + trials; seed++)
        for (int i = 0; i < ENGINES; i++)
            if (!only || !strcmp(only, engines[i]->name)) trial(seed, engines[i], verdicts);
    /* Both verdicts must occur, or the test shows little. */
    assert_true(trials < 50 || (verdicts[VERDICT_SAFE] > trials && verdicts[VERDICT_UNSAFE] > trials / 2));
}

int main(int argc, char **argv) {
    if (argc >= 3) {
        first_seed = strtoull(argv[1], NULL, 10);
        trials = strtoull(argv[2], NULL, 10);
        if (argc > 3) only = argv[3];
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_automata)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
