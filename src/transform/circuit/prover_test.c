#include "transform/circuit/prover.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

enum { LEAVES = 6 }; /* all assignments fit into one simulation word */

static void truth_tables(const struct aig *g, uint64_t *words) {
    static const uint64_t leaves[LEAVES] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                            0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    for (uint32_t i = 0; i < LEAVES; i++) words[i + 1] = leaves[i];
    simulate_words(g, words);
}

/* Queries about a graph that grows in between, under more and more assumptions, against truth tables. */
static void agrees_with_truth_tables(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < testing_rounds(200); seed++) {
        struct random r;
        random_init(&r, seed);
        struct aig *g = aig_new();
        aig_lits pool = {0};
        for (int i = 0; i < LEAVES; i++) vec_push(&pool, aig_leaf(g));
        struct prover p;
        prover_init(&p, g, NULL, -1);
        uint64_t allowed = ~UINT64_C(0);
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 3; i++) {
                aig_lit gate = random_one_in(&r, 3)
                                   ? aig_ite(g, testing_pick(&r, &pool), testing_pick(&r, &pool),
                                             testing_pick(&r, &pool))
                                   : aig_and(g, testing_pick(&r, &pool), testing_pick(&r, &pool));
                vec_push(&pool, gate);
            }
            uint64_t *words = mem_new_array(uint64_t, aig_size(g));
            truth_tables(g, words);
            aig_lit a = testing_pick(&r, &pool),
                    b = random_one_in(&r, 4) ? AIG_FALSE : testing_pick(&r, &pool);
            uint64_t different = (simulate_word(words, a) ^ simulate_word(words, b)) & allowed;
            enum proof proof = prover_equal(&p, a, b);
            assert_int_equal(proof, different ? PROOF_DIFFERENT : PROOF_EQUAL);
            if (proof == PROOF_DIFFERENT) {
                /* Every completion of the model is a witness. */
                uint64_t model = ~UINT64_C(0);
                for (int i = 0; i < LEAVES; i++)
                    if (prover_knows(&p, pool.data[i]))
                        model &= words[i + 1] ^ (prover_value(&p, pool.data[i]) ? 0 : ~UINT64_C(0));
                assert_true(model != 0 && !(model & ~different));
            }
            aig_lit c = testing_pick(&r, &pool);
            if (random_one_in(&r, 8) && simulate_word(words, c) & allowed) {
                prover_assume(&p, c);
                allowed &= simulate_word(words, c);
            }
            mem_free(words);
        }
        assert_true(p.work > 0);
        prover_fini(&p);
        vec_free(&pool);
        aig_free(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_truth_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
