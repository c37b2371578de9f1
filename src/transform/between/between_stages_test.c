/* Lemmas all the way from programs to circuits and back: what is true of the reachable states of one end stays true on
 * the other. */
#include "transform/between/between_stages.h"

#include "transform/chain.h"
#include "transform/circuit/circuit_stages.h"
#include "transform/program/program_stages.h"
#include "transform/system/system_stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/testing_program.h"
#include "transform/circuit/testing_circuit.h"

static const struct stage_kind *const way[] = {&stage_whole_blocks, &stage_counter, &stage_bits,
                                               &stage_functional,   &stage_cone,    &stage_bitblast,
                                               &stage_simplify,     &stage_merge};
enum { STAGES = sizeof way / sizeof *way };

static bool true_of_program(const struct program *program, const u8s *reached,
                            const struct program_invariant *lemmas) {
    uint32_t states = testing_program_states(program);
    bool holds = true;
    for (uint32_t l = 0; l < program->locations.size; l++)
        for (uint32_t s = 0; s < states && !term_is_none(lemmas->at.data[l]); s++)
            if (reached->data[l * states + s])
                holds = holds && testing_program_holds(program, s, lemmas->at.data[l]);
    return holds;
}

struct tally {
    uint32_t forward, back, returned;
};

static void check_forward(struct testing_program *g, struct chain *chain, const u8s *reached,
                          const bool *reached_there, struct tally *t) {
    struct program_invariant *lemma = program_invariant_new(g->program);
    lemma->at.data[random_below(&g->random, lemma->at.size)] = testing_program_truth(g, 1);
    bool holds = true_of_program(g->program, reached, lemma);
    struct evidence e = evidence_of_program_invariant(lemma);
    chain_lemmas(chain, &e, 0, STAGES);
    if (holds) assert_true(testing_says_in(e.invariant, reached_there));
    t->forward += holds && e.invariant->conjuncts.size;
    bool still = testing_says_in(e.invariant, reached_there);
    chain_lemmas(chain, &e, STAGES, 0);
    if (still) assert_true(true_of_program(g->program, reached, e.program_invariant));
    vec_each (const term, at, &e.program_invariant->at) t->returned += !term_is_none(*at);
    evidence_free(&e);
}

static void check_back(struct testing_program *g, struct chain *chain, const u8s *reached,
                       const bool *reached_there, struct tally *t) {
    struct invariant *lemma = testing_lemma(chain_last(chain).circuit, &g->random);
    bool holds = testing_says_in(lemma, reached_there), any = false;
    struct evidence e = evidence_of_invariant(0, lemma);
    chain_lemmas(chain, &e, STAGES, 0);
    vec_each (const term, at, &e.program_invariant->at) any |= !term_is_none(*at);
    if (holds) assert_true(true_of_program(g->program, reached, e.program_invariant));
    t->back += holds && any;
    evidence_free(&e);
}

static void lemmas_go_all_the_way(void **state) {
    (void)state;
    struct tally t = {0};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct testing_context c;
        struct testing_program g;
        struct testing_program_shape shape = {
            .variables = 2, .width = 2, .locations = 5, .mode = TERMS_SIMPLIFY};
        struct chain chain;
        testing_init(&c);
        testing_program_random(&g, &shape, seed);
        chain_init(&chain, model_of_program(g.program), (const uint32_t[]){0}, 1);
        for (int i = 0; i < STAGES; i++)
            assert_int_equal(chain_apply(&chain, way[i], &c.context, NULL), STATUS_OK);
        const struct circuit *last = chain_last(&chain).circuit;
        if (last->latches.size <= 8 && last->inputs.size <= 6) {
            u8s reached = {0};
            testing_program_reach(g.program, &reached);
            bool *reached_there = testing_reached(last, false);
            for (int round = 0; round < 60; round++) {
                check_forward(&g, &chain, &reached, reached_there, &t);
                check_back(&g, &chain, &reached, reached_there, &t);
            }
            mem_free(reached_there);
            vec_free(&reached);
        }
        chain_fini(&chain);
        testing_program_fini(&g);
    }
    assert_true(t.forward > 30 && t.back > 20 && t.returned > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lemmas_go_all_the_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
