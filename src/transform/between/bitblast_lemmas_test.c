/* Lemmas of systems as lemmas of their circuits, and back: what has words on the other side says the same there, in
 * every state, and the rest is dropped. */
#include "transform/between/bitblast_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"
#include "transform/system/testing_system.h"

enum { ARRAY_BITS = 64, SAMPLES = 200 };

struct pair {
    const struct system *system;
    struct bitblast *blast;
    const struct circuit *circuit;
    struct random random;
    struct limits limits;
};

static const struct bit_origin *origin_of(const struct pair *p, uint32_t leaf) {
    uint32_t inputs = p->circuit->inputs.size;
    return leaf < inputs ? &p->blast->inputs.data[leaf] : &p->blast->latches.data[leaf - inputs];
}

/* Values of the leaves, inputs first, as an allowed step can have them. */
static void choose_leaves(struct pair *p, u8s *leaves) {
    vec_clear(leaves);
    for (uint32_t i = 0; i < p->circuit->inputs.size + p->circuit->latches.size; i++)
        vec_push(leaves, origin_of(p, i)->kind == BIT_PATH || random_one_in(&p->random, 2));
}

static bool circuit_says(const struct invariant *v, const u8s *leaves) {
    uint8_t *values = mem_alloc(aig_size(v->graph));
    bool says = true;
    for (uint32_t i = 0; i < leaves->size; i++) {
        aig_lit leaf = i < v->inputs.size ? v->inputs.data[i] : v->latches.data[i - v->inputs.size];
        values[aig_node(leaf)] = leaves->data[i];
    }
    simulate_ternary(v->graph, values);
    vec_each (const aig_lit, c, &v->conjuncts) says &= simulate_ternary_value(values, *c) == 1;
    mem_free(values);
    return says;
}

static bool system_says(const struct pair *p, const struct system_invariant *v, const u8s *leaves) {
    struct evaluation e;
    uint32_t states = 0, inputs = 0, at = 0;
    u32s state_at = {0}, input_at = {0};
    vec_each (const struct system_state, s, &p->system->states) {
        vec_push(&state_at, at);
        at += testing_sort_bits(p->system->terms, term_sort(p->system->terms, s->now));
    }
    at = 0;
    vec_each (const struct system_input, i, &p->system->inputs) {
        vec_push(&input_at, at);
        at += testing_sort_bits(p->system->terms, term_sort(p->system->terms, i->now));
    }
    for (uint32_t i = 0; i < leaves->size; i++) {
        const struct bit_origin *o = origin_of(p, i);
        uint32_t value = leaves->data[i];
        if (o->kind == BIT_STATE) states |= value << (state_at.data[o->position] + o->bit);
        if (o->kind == BIT_INPUT) inputs |= value << (input_at.data[o->position] + o->bit);
    }
    evaluation_init(&e, p->system->terms);
    testing_set_states(&e, p->system, states, false);
    testing_set_inputs(&e, p->system, inputs);
    bool says = true;
    vec_each (const term, c, &v->conjuncts) says &= testing_holds(&e, *c);
    evaluation_fini(&e);
    vec_free(&state_at);
    vec_free(&input_at);
    return says;
}

static void assert_agreement(struct pair *p, const struct system_invariant *words,
                             const struct invariant *bits) {
    u8s leaves = {0};
    for (int i = 0; i < SAMPLES; i++) {
        choose_leaves(p, &leaves);
        assert_int_equal(system_says(p, words, &leaves), circuit_says(bits, &leaves));
    }
    vec_free(&leaves);
}

/* ---- forward ---- */

static bool mentions_next(const struct system *system, term t) {
    term_list variables = {0};
    bool found = false;
    term_variables(system->terms, &t, 1, &variables);
    vec_each (const term, v, &variables)
        vec_each (const struct system_state, s, &system->states) found |= term_same(*v, s->next);
    vec_free(&variables);
    return found;
}

/* How many formulas the circuit has no words for. */
static uint32_t check_forward(struct pair *p, const struct testing_shape *shape) {
    struct testing_system g = {.shape = shape, .bank = p->system->terms, .random = p->random};
    uint32_t dropped = 0;
    vec_each (const struct system_state, s, &p->system->states) testing_offer(&g, s->now);
    vec_each (const struct system_input, i, &p->system->inputs) testing_offer(&g, i->now);
    if (g.arrays.size) g.array = term_sort(g.bank, g.arrays.data[0]);
    for (int round = 0; round < 10; round++) {
        if (round == 8)
            vec_each (const struct system_state, s, &p->system->states) testing_offer(&g, s->next);
        struct system_invariant *lemma = system_invariant_new();
        vec_push(&lemma->conjuncts, testing_truth(&g, 3));
        struct invariant *bits = bitblast_lemmas_forward(p->blast, lemma, &p->limits);
        if (mentions_next(p->system, lemma->conjuncts.data[0])) {
            assert_int_equal(bits->conjuncts.size, 0);
            dropped++;
        } else {
            assert_agreement(p, lemma, bits);
            struct system_invariant *back = bitblast_lemmas_back(p->blast, invariant_copy(bits));
            assert_agreement(p, back, bits);
            system_invariant_free(back);
        }
        invariant_free(bits);
        system_invariant_free(lemma);
    }
    vec_free(&g.words);
    vec_free(&g.truths);
    vec_free(&g.arrays);
    return dropped;
}

/* ---- back ---- */

/* A literal of a leaf; `strange` when the system has no word for that. */
static aig_lit literal(struct pair *p, const struct invariant *v, bool *strange) {
    uint32_t inputs = v->inputs.size, leaf = random_below(&p->random, inputs + v->latches.size);
    enum bit_kind kind = origin_of(p, leaf)->kind;
    *strange |= kind == BIT_FIRST || kind == BIT_NEXT;
    return aig_not_if(leaf < inputs ? v->inputs.data[leaf] : v->latches.data[leaf - inputs],
                      random_one_in(&p->random, 2));
}

static uint32_t check_back(struct pair *p) {
    uint32_t dropped = 0;
    for (int round = 0; round < 10; round++) {
        struct invariant *lemma = invariant_new(p->circuit);
        bool strange = false;
        aig_lit a = literal(p, lemma, &strange), b = literal(p, lemma, &strange),
                c = literal(p, lemma, &strange);
        aig_lit both =
            random_one_in(&p->random, 2) ? aig_and(lemma->graph, a, b) : aig_or(lemma->graph, a, b);
        invariant_add(lemma, aig_or(lemma->graph, both, c));
        struct system_invariant *words = bitblast_lemmas_back(p->blast, invariant_copy(lemma));
        if (strange) {
            dropped += words->conjuncts.size == 0 && lemma->conjuncts.size;
            if (words->conjuncts.size) assert_agreement(p, words, lemma); /* `a or not a or n` is none of n */
        } else {
            assert_agreement(p, words, lemma);
            struct invariant *again = bitblast_lemmas_forward(p->blast, words, &p->limits);
            assert_agreement(p, words, again);
            invariant_free(again);
        }
        system_invariant_free(words);
        invariant_free(lemma);
    }
    return dropped;
}

static void lemmas_say_the_same(void **state) {
    (void)state;
    uint32_t dropped[2] = {0, 0};
    for (uint32_t seed = 0; seed < testing_rounds(300); seed++) {
        struct testing_shape shape = {.states = 3,
                                      .inputs = 2,
                                      .width = 3,
                                      .arrays = seed % 3 == 0,
                                      .relations = seed % 4 != 0,
                                      .mode = seed % 5 ? TERMS_SIMPLIFY : TERMS_PLAIN};
        struct system *system = testing_random_system(seed, &shape);
        struct pair p = {.system = system};
        struct messages messages = {0};
        random_init(&p.random, seed);
        limits_init(&p.limits, 0);
        assert_int_equal(bitblast_run(&p.blast, system, ARRAY_BITS, &p.limits, &messages), STATUS_OK);
        p.circuit = bitblast_circuit(p.blast);
        dropped[0] += check_forward(&p, &shape);
        if (p.circuit->inputs.size + p.circuit->latches.size) dropped[1] += check_back(&p);
        bitblast_free(p.blast);
        system_free(system);
    }
    assert_true(dropped[0] > 50 && dropped[1] > 50);
}

/* Engines for circuits take clauses over latches: that is what clauses and values of words become. */
static void clauses_stay_clauses(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term flag = system_add_state(system, "flag", sort_bool(), NULL)->now,
         word = system_add_state(system, "word", sort_bv(b, 3), NULL)->now,
         number = term_variable(b, "elsewhere", sort_bool());
    system->states.data[0].update = flag;
    system->states.data[1].update = word;
    struct limits limits;
    struct messages messages = {0};
    struct bitblast *blast;
    limits_init(&limits, 0);
    assert_int_equal(bitblast_run(&blast, system, ARRAY_BITS, &limits, &messages), STATUS_OK);
    struct system_invariant *lemmas = system_invariant_new();
    vec_push(&lemmas->conjuncts, term_or2(b, term_not(b, flag), term_bit(b, word, 2)));
    vec_push(&lemmas->conjuncts, term_eq(b, word, term_bits_ui(b, 5, 3)));
    vec_push(&lemmas->conjuncts, number);
    struct invariant *bits = bitblast_lemmas_forward(blast, lemmas, &limits);
    assert_int_equal(bits->conjuncts.size, 4);
    u32s clause = {0};
    uint32_t literals = 0;
    vec_each (const aig_lit, c, &bits->conjuncts) {
        assert_true(invariant_clause(bits, *c, &clause));
        literals += clause.size;
    }
    assert_int_equal(literals, 2 + 3);
    struct system_invariant *back = bitblast_lemmas_back(blast, bits);
    assert_true(term_same(back->conjuncts.data[0], lemmas->conjuncts.data[0]));
    vec_free(&clause);
    system_invariant_free(back);
    system_invariant_free(lemmas);
    bitblast_free(blast);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lemmas_say_the_same),
        cmocka_unit_test(clauses_stay_clauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
