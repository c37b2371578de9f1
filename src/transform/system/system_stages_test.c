/* Lemmas through the stages of systems: what is true of the reachable states of one side stays true on the other, and
 * what is not dropped is what it was. */
#include "transform/system/system_stages.h"

#include "transform/chain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/system/testing_system.h"

/* One side of a stage: everything about the system, and which pairs of a state and inputs a run can have. */
struct side {
    struct testing_table table;
    bool *reached;
};

static void side_init(struct side *s, const struct system *system) {
    struct testing_table *t = &s->table;
    testing_table_init(t, system);
    s->reached = mem_new_array(bool, t->states * t->inputs);
    for (uint32_t at = 0; at < t->states * t->inputs; at++) s->reached[at] = t->init[at] && t->allowed[at];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t at = 0; at < t->states * t->inputs; at++)
            for (uint32_t n = 0; s->reached[at] && n < t->states; n++)
                for (uint32_t i = 0; t->step[(size_t)at * t->states + n] && i < t->inputs; i++) {
                    uint32_t next = n * t->inputs + i;
                    if (s->reached[next] || !t->allowed[next]) continue;
                    changed = s->reached[next] = true;
                }
    }
}

static void side_fini(struct side *s) {
    mem_free(s->reached);
    testing_table_fini(&s->table);
}

static bool is_true_of(const struct side *s, term lemma) {
    bool *holds = testing_tabulate(&s->table, lemma), all = true;
    for (uint32_t at = 0; at < s->table.states * s->table.inputs; at++) all &= !s->reached[at] || holds[at];
    mem_free(holds);
    return all;
}

/* They say the same wherever a run of this side gets. */
static bool agree(const struct side *s, term a, term b) {
    return is_true_of(s, term_eq(s->table.system->terms, a, b));
}

/* Random formulas about the first side, one by one to the second and back. Variables with a definition are said in
 * other words; else nothing changes. How many arrived. */
static uint32_t check_lemmas(struct chain *chain, const struct side *here, const struct side *there,
                             bool forward, uint64_t seed) {
    const struct testing_shape shape = {.width = 2};
    struct testing_system g = {.shape = &shape, .bank = here->table.system->terms};
    bool inlined = forward && chain->stages.data[0]->kind == &stage_definitions;
    random_init(&g.random, seed);
    vec_each (const struct system_state, s, &here->table.system->states) testing_offer(&g, s->now);
    uint32_t arrived = 0;
    for (int round = 0; round < 20; round++) {
        term lemma = testing_truth(&g, 2);
        struct evidence e = evidence_of_system_invariant(0, system_invariant_new());
        term_list *conjuncts = &e.system_invariant->conjuncts;
        vec_push(conjuncts, lemma);
        chain_lemmas(chain, &e, forward ? 0 : 1, forward ? 1 : 0);
        assert_true(conjuncts->size || !inlined);
        if (conjuncts->size) {
            assert_int_equal(conjuncts->size, 1);
            term said = conjuncts->data[0];
            assert_true(inlined || term_same(said, lemma));
            if (is_true_of(here, lemma)) assert_true(is_true_of(there, said));
            chain_lemmas(chain, &e, forward ? 1 : 0, forward ? 0 : 1);
            assert_int_equal(conjuncts->size, 1);
            assert_true(agree(here, lemma, conjuncts->data[0]));
            arrived++;
        }
        evidence_free(&e);
    }
    vec_free(&g.words);
    vec_free(&g.truths);
    vec_free(&g.arrays);
    return arrived;
}

static void check_stage(const struct stage_kind *kind) {
    struct options options;
    struct stats stats = {0};
    struct limits limits;
    struct messages messages = {0};
    options_init(&options);
    limits_init(&limits, 0);
    struct stage_context context = {.options = &options, .stats = &stats, .limits = &limits};
    const struct testing_shape shape = {
        .states = 2, .inputs = 1, .width = 2, .relations = true, .mode = TERMS_SIMPLIFY};
    uint32_t arrived[2] = {0, 0};
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct system *system = testing_random_system(seed, &shape);
        struct chain chain;
        chain_init(&chain, model_of_system(system), (const uint32_t[]){0}, 1);
        assert_int_equal(chain_apply(&chain, kind, &context, &messages), STATUS_OK);
        struct side from, to;
        side_init(&from, system);
        side_init(&to, chain_last(&chain).system);
        arrived[0] += check_lemmas(&chain, &from, &to, true, seed);
        arrived[1] += check_lemmas(&chain, &to, &from, false, seed);
        side_fini(&from);
        side_fini(&to);
        chain_fini(&chain);
        system_free(system);
    }
    assert_true(arrived[0] > 100 && arrived[1] > 100);
}

static void functional(void **state) {
    (void)state;
    check_stage(&stage_functional);
}

static void cone(void **state) {
    (void)state;
    check_stage(&stage_cone);
}

static void selected(void **state) {
    (void)state;
    check_stage(&stage_select);
}

static void definitions(void **state) {
    (void)state;
    check_stage(&stage_definitions);
}

static void states(void **state) {
    (void)state;
    check_stage(&stage_states);
}

static void needed(void **state) {
    (void)state;
    check_stage(&stage_needed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functional),  cmocka_unit_test(cone),   cmocka_unit_test(selected),
        cmocka_unit_test(definitions), cmocka_unit_test(states), cmocka_unit_test(needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
