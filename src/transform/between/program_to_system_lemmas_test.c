/* Lemmas of automata as lemmas of their encodings, and back: in every state they say the same, or nothing. */
#include "transform/between/program_to_system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "model/testing_program.h"
#include "transform/system/testing_system.h"

struct pair {
    struct program *program;
    struct program_encoding *encoding;
    uint32_t states;
};

/* A formula of the system, with the counter at a code and the variables as in a state of the automaton. */
static bool says(const struct pair *p, uint32_t code, uint32_t state, term formula) {
    struct evaluation e;
    term_list values = {0};
    evaluation_init(&e, p->program->terms);
    testing_program_values(p->program, state, &values);
    for (uint32_t j = 0; j < p->encoding->bits; j++)
        evaluation_set(&e, p->encoding->system->states.data[j].now, term_bool(e.bank, code >> j & 1));
    for (uint32_t v = 0; v < values.size; v++)
        evaluation_set(&e, p->program->variables.data[v].now, values.data[v]);
    bool holds = testing_holds(&e, formula);
    vec_free(&values);
    evaluation_fini(&e);
    return holds;
}

static bool all_say(const struct pair *p, uint32_t code, uint32_t state, const term_list *formulas) {
    bool all = true;
    vec_each (const term, t, formulas) all = all && says(p, code, state, *t);
    return all;
}

/* With the default in the place of what is dead at the location. */
static uint32_t as_encoded(const struct pair *p, uint32_t location, uint32_t state) {
    uint32_t shift = 0;
    for (uint32_t v = 0; v < p->program->variables.size; v++) {
        uint32_t bits = testing_program_bits(p->program, p->program->variables.data[v].now);
        if (!program_encoding_live(p->encoding, location, v)) state &= ~(((1u << bits) - 1) << shift);
        shift += bits;
    }
    return state;
}

static bool sayable(const struct pair *p, uint32_t location, term formula) {
    term_list variables = {0};
    bool can = p->encoding->doomed.data[location];
    term_variables(p->program->terms, &formula, 1, &variables);
    vec_each (const term, v, &variables)
        can &= program_encoding_live(p->encoding, location, program_find_variable(p->program, *v));
    vec_free(&variables);
    return can;
}

/* A formula at a location: the system says it there and nothing elsewhere. */
static bool check_forward(const struct pair *p, uint32_t location, term formula) {
    struct program_invariant *lemma = program_invariant_new(p->program);
    lemma->at.data[location] = formula;
    struct system_invariant *there = program_encoding_lemmas_forward(p->encoding, lemma);
    bool can = sayable(p, location, formula);
    assert_int_equal(there->conjuncts.size, can);
    for (uint32_t code = 0; can && code < 1u << p->encoding->bits; code++)
        for (uint32_t s = 0; s < p->states; s++)
            assert_int_equal(all_say(p, code, s, &there->conjuncts),
                             code != p->encoding->code.data[location] ||
                                 testing_program_holds(p->program, s, formula));
    struct program_invariant *back = program_encoding_lemmas_back(p->encoding, there);
    for (uint32_t l = 0; l < p->program->locations.size; l++) {
        assert_int_equal(!term_is_none(back->at.data[l]), can && l == location);
        for (uint32_t s = 0; can && l == location && s < p->states; s++)
            assert_int_equal(testing_program_holds(p->program, s, back->at.data[l]),
                             testing_program_holds(p->program, s, formula));
    }
    program_invariant_free(back);
    system_invariant_free(there);
    program_invariant_free(lemma);
    return can;
}

/* A formula of the system: the automaton says it at every location that matters, as far as it is about such. */
static uint32_t check_back(const struct pair *p, term formula) {
    struct system_invariant *lemma = system_invariant_new();
    uint32_t said = 0;
    vec_push(&lemma->conjuncts, formula);
    struct program_invariant *there = program_encoding_lemmas_back(p->encoding, lemma);
    struct system_invariant *again = program_encoding_lemmas_forward(p->encoding, there);
    for (uint32_t l = 0; l < p->program->locations.size; l++) {
        uint32_t code = p->encoding->code.data[l];
        term at = there->at.data[l];
        said += !term_is_none(at);
        if (!p->encoding->doomed.data[l]) assert_true(term_is_none(at));
        for (uint32_t s = 0; p->encoding->doomed.data[l] && s < p->states; s++) {
            bool expected = says(p, code, as_encoded(p, l, s), formula);
            assert_int_equal(term_is_none(at) || testing_program_holds(p->program, s, at), expected);
            assert_int_equal(all_say(p, code, s, &again->conjuncts), expected);
        }
    }
    for (uint32_t s = 0; s < p->states; s++) assert_true(all_say(p, 0, s, &again->conjuncts));
    system_invariant_free(again);
    program_invariant_free(there);
    system_invariant_free(lemma);
    return said;
}

static void lemmas_say_the_same(void **state) {
    (void)state;
    uint32_t kept = 0, dropped = 0, said = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct testing_program_shape shape = {
            .variables = 2, .width = 2, .locations = 5, .choices = seed % 2, .mode = TERMS_SIMPLIFY};
        struct testing_program g;
        testing_program_random(&g, &shape, seed);
        struct pair p = {g.program, program_encode(g.program), testing_program_states(g.program)};
        const struct testing_shape words = {.width = 2};
        struct testing_system h = {.shape = &words, .bank = g.bank, .random = g.random};
        vec_each (const struct system_state, s, &p.encoding->system->states) testing_offer(&h, s->now);
        for (int round = 0; round < 6; round++) {
            term_list conjuncts = {0};
            uint32_t location = random_below(&g.random, g.program->locations.size);
            term_conjuncts(g.bank, testing_program_truth(&g, 2), &conjuncts);
            vec_each (const term, c, &conjuncts) {
                bool arrived = check_forward(&p, location, *c);
                kept += arrived;
                dropped += !arrived;
            }
            said += check_back(&p, testing_truth(&h, 3));
            vec_free(&conjuncts);
        }
        vec_free(&h.words);
        vec_free(&h.truths);
        vec_free(&h.arrays);
        program_encoding_free(p.encoding);
        testing_program_fini(&g);
    }
    assert_true(kept > 50 && dropped > 50 && said > 200);
}

/* The automaton has no words for inputs; what else was learnt is not lost with such. */
static void inputs_are_dropped(void **state) {
    (void)state;
    struct testing_program_shape shape = {.variables = 2, .width = 2, .locations = 5, .mode = TERMS_SIMPLIFY};
    uint32_t checked = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct testing_program g;
        testing_program_random(&g, &shape, seed);
        struct program_encoding *e = program_encode(g.program);
        if (e->choice_bits) {
            struct system_invariant *lemmas = system_invariant_new();
            term choice = e->system->inputs.data[0].now, elsewhere = e->system->properties.data[0].good;
            vec_push(&lemmas->conjuncts, term_or2(g.bank, choice, e->system->states.data[0].now));
            struct program_invariant *back = program_encoding_lemmas_back(e, lemmas);
            vec_each (const term, t, &back->at) assert_true(term_is_none(*t));
            program_invariant_free(back);
            vec_push(&lemmas->conjuncts, elsewhere);
            back = program_encoding_lemmas_back(e, lemmas);
            assert_true(term_is(g.bank, back->at.data[g.program->error], TERM_FALSE));
            program_invariant_free(back);
            system_invariant_free(lemmas);
            checked++;
        }
        program_encoding_free(e);
        testing_program_fini(&g);
    }
    assert_true(checked > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lemmas_say_the_same),
        cmocka_unit_test(inputs_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
