/* Lemmas through the stages of programs, by search through all states of small random automata: what is true of the
 * reachable states of one side stays true on the other, what arrives says what it said, and what does not has no words
 * there. */
#include "transform/program/program_stages.h"

#include "transform/chain.h"
#include "transform/program/integers_internal.h"
#include "transform/program/prepare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/testing_program.h"

struct setting {
    struct options options;
    struct stats stats;
    struct limits limits;
    struct stage_context context;
};

static void setting_init(struct setting *s) {
    *s = (struct setting){0};
    options_init(&s->options);
    limits_init(&s->limits, 0);
    s->context = (struct stage_context){.options = &s->options, .stats = &s->stats, .limits = &s->limits};
}

/* One formula at a location to the other end of the only stage: what is said at every location there. */
static struct program_invariant *carry(struct chain *chain, bool forward, uint32_t location, term formula) {
    const struct program *from = forward ? chain->first.program : chain_last(chain).program;
    struct program_invariant *lemma = program_invariant_new(from);
    lemma->at.data[location] = formula;
    struct evidence e = evidence_of_program_invariant(lemma);
    chain_lemmas(chain, &e, forward ? 0 : 1, forward ? 1 : 0);
    return e.program_invariant;
}

static term conjunct(struct testing_program *g) {
    term_list conjuncts = {0};
    while (!conjuncts.size) term_conjuncts(g->bank, testing_program_truth(g, 2), &conjuncts);
    term first = conjuncts.data[0];
    vec_free(&conjuncts);
    return first;
}

/* ---- slices and blocks ---- */

/* The state of what the stage made, of one of the automaton as read. */
static uint32_t project(const struct program *of, const struct program *made, uint32_t state) {
    term_list values = {0}, kept = {0};
    testing_program_values(of, state, &values);
    struct term_copier copier;
    copier_init(&copier, of->terms, made->terms);
    vec_each (const struct program_variable, v, &made->variables)
        vec_push(&kept, copier_apply(&copier, values.data[v->origin]));
    copier_fini(&copier);
    uint32_t number = testing_program_state(made, kept.data);
    vec_free(&values);
    vec_free(&kept);
    return number;
}

static bool has_words(const struct program *of, const struct program *made, term formula) {
    term_list variables = {0};
    term_variables(of->terms, &formula, 1, &variables);
    bool all = true;
    vec_each (const term, t, &variables) {
        bool kept = false;
        vec_each (const struct program_variable, v, &made->variables)
            kept |= v->origin == program_find_variable(of, *t);
        all &= kept;
    }
    vec_free(&variables);
    return all;
}

static bool true_of(const struct program *program, const u8s *reached, uint32_t location, term formula) {
    uint32_t states = testing_program_states(program);
    bool holds = true;
    for (uint32_t s = 0; s < states; s++)
        if (reached->data[location * states + s]) holds = holds && testing_program_holds(program, s, formula);
    return holds;
}

struct tally {
    uint32_t kept, dropped, true_lemmas;
};

static void check_blocks(struct testing_program *g, struct chain *chain, bool fewer_runs, struct tally *t) {
    const struct program *of = g->program, *made = chain_last(chain).program;
    u8s reached_of = {0}, reached_made = {0};
    testing_program_reach(of, &reached_of);
    testing_program_reach(made, &reached_made);
    for (int round = 0; round < 8; round++) {
        uint32_t here = random_below(&g->random, made->locations.size),
                 origin = made->locations.data[here].origin;
        term formula = conjunct(g);
        bool sayable = has_words(of, made, formula), holds = true_of(of, &reached_of, origin, formula);
        struct program_invariant *there = carry(chain, true, origin, formula);
        for (uint32_t l = 0; l < made->locations.size; l++)
            assert_int_equal(!term_is_none(there->at.data[l]), sayable && l == here);
        t->kept += sayable;
        t->dropped += !sayable;
        t->true_lemmas += sayable && holds;
        term said = there->at.data[here];
        if (sayable) {
            for (uint32_t s = 0; s < testing_program_states(of); s++)
                assert_int_equal(testing_program_holds(made, project(of, made, s), said),
                                 testing_program_holds(of, s, formula));
            if (holds) assert_true(true_of(made, &reached_made, here, said));
            struct program_invariant *back = carry(chain, false, here, said);
            for (uint32_t l = 0; l < of->locations.size; l++)
                assert_int_equal(!term_is_none(back->at.data[l]), l == origin && !fewer_runs);
            for (uint32_t s = 0; s < testing_program_states(of) && !fewer_runs; s++)
                assert_int_equal(testing_program_holds(of, s, back->at.data[origin]),
                                 testing_program_holds(of, s, formula));
            if (!fewer_runs && true_of(made, &reached_made, here, said))
                assert_true(true_of(of, &reached_of, origin, back->at.data[origin]));
            program_invariant_free(back);
        }
        program_invariant_free(there);
    }
    vec_free(&reached_of);
    vec_free(&reached_made);
}

static void through_blocks(void **state) {
    (void)state;
    struct tally t = {0};
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct setting s;
        struct testing_program g;
        struct testing_program_shape shape = {
            .variables = 3, .width = 2, .locations = 7, .mode = TERMS_SIMPLIFY};
        testing_program_random(&g, &shape, seed);
        setting_init(&s);
        s.options.large_blocks = (int)(seed % 3);
        s.context.leave_out = seed % 5 == 0;
        if (s.context.leave_out)
            g.program->edges.data[random_below(&g.random, g.program->edges.size)].unsupported = "magic";
        struct chain chain;
        chain_init(&chain, model_of_program(g.program), (const uint32_t[]){0}, 1);
        assert_int_equal(chain_apply(&chain, &stage_blocks, &s.context, NULL), STATUS_OK);
        check_blocks(&g, &chain, s.context.leave_out, &t);
        chain_fini(&chain);
        testing_program_fini(&g);
    }
    assert_true(t.kept > 300 && t.dropped > 300 && t.true_lemmas > 100);
}

/* ---- integers ---- */

struct sides {
    struct program *bits, *integers;
    const struct program_integers *encoding;
};

static wide number_of(const struct sides *p, uint32_t v, term value) {
    const struct reading *r = &p->encoding->readings.data[v];
    return r->width ? wide_of_bits(p->bits->terms, value, r->is_signed)
                    : term_is(p->bits->terms, value, TERM_TRUE);
}

/* What a formula over integers says of a state over bits. */
static bool integers_say(const struct sides *p, uint32_t state, term formula) {
    struct terms *to = p->integers->terms;
    struct evaluation e;
    term_list values = {0};
    evaluation_init(&e, to);
    testing_program_values(p->bits, state, &values);
    for (uint32_t v = 0; v < values.size; v++) {
        wide number = number_of(p, v, values.data[v]);
        bool word = p->encoding->readings.data[v].width;
        evaluation_set(&e, p->integers->variables.data[v].now,
                       word ? wide_integer(to, number) : term_bool(to, number != 0));
    }
    bool holds = term_is(to, evaluate(&e, formula), TERM_TRUE);
    vec_free(&values);
    evaluation_fini(&e);
    return holds;
}

static bool within(const struct sides *p, uint32_t location, uint32_t state) {
    term_list values = {0};
    bool inside = true;
    testing_program_values(p->bits, state, &values);
    for (uint32_t v = 0; v < values.size; v++) {
        struct interval range = ranges_at(&p->encoding->ranges, location)[v];
        wide number = number_of(p, v, values.data[v]);
        inside &= range.low <= number && number <= range.high;
    }
    vec_free(&values);
    return inside;
}

/* Whether the location has ranges for all that the formula speaks of. */
static bool ranges_matter(const struct sides *p, const struct program *program, uint32_t location,
                          term formula) {
    term_list variables = {0};
    u8s live = {0};
    program_live(p->bits, &live);
    bool matter = location != p->bits->initial && p->encoding->ranges.reached.data[location];
    term_variables(program->terms, &formula, 1, &variables);
    vec_each (const term, t, &variables)
        matter &= live.data[location * p->bits->variables.size + program_find_variable(program, *t)];
    vec_free(&variables);
    vec_free(&live);
    return matter;
}

/* The formula about integers and the one about bits, wherever the location's ranges hold. */
static void assert_agreement(const struct sides *p, uint32_t location, term integers, term bits) {
    for (uint32_t s = 0; s < testing_program_states(p->bits); s++)
        if (within(p, location, s))
            assert_int_equal(integers_say(p, s, integers), testing_program_holds(p->bits, s, bits));
}

/* a x + b y <= c, or a multiple modulo 3. */
static term linear(struct random *r, struct program *program) {
    struct terms *b = program->terms;
    term sum = term_integer(b, 0);
    vec_each (const struct program_variable, v, &program->variables)
        if (sort_same(term_sort(b, v->now), sort_int()))
            sum = term_add2(b, sum, term_mul2(b, term_integer(b, (long)random_below(r, 5) - 2), v->now));
    term bound = term_integer(b, (long)random_below(r, 9) - 4), args[2] = {sum, term_integer(b, 3)};
    if (random_one_in(r, 4)) return term_eq(b, term_make(b, TERM_MOD, args, 2, 0, 0), term_integer(b, 1));
    return random_one_in(r, 2) ? term_le(b, sum, bound) : term_not(b, term_eq(b, sum, bound));
}

static void check_integers(struct testing_program *g, struct chain *chain, struct tally *t) {
    const struct sides p = {g->program, chain_last(chain).program, chain->stages.data[0]->own};
    for (int round = 0; round < 12; round++) {
        uint32_t l = random_below(&g->random, p.bits->locations.size);
        term formula = conjunct(g);
        struct program_invariant *there = carry(chain, true, l, formula);
        term said = there->at.data[l];
        if (!ranges_matter(&p, p.bits, l, formula)) assert_true(term_is_none(said));
        if (!term_is_none(said)) {
            assert_agreement(&p, l, said, formula);
            struct program_invariant *back = carry(chain, false, l, said);
            if (!term_is_none(back->at.data[l])) {
                assert_agreement(&p, l, said, back->at.data[l]);
                t->kept++;
            }
            program_invariant_free(back);
        } else {
            t->dropped++;
        }
        program_invariant_free(there);

        formula = linear(&g->random, p.integers);
        there = carry(chain, false, l, formula);
        said = there->at.data[l];
        bool says_nothing = term_is(p.integers->terms, formula, TERM_TRUE);
        assert_int_equal(!term_is_none(said), ranges_matter(&p, p.integers, l, formula) && !says_nothing);
        if (!term_is_none(said)) assert_agreement(&p, l, formula, said);
        t->true_lemmas += !term_is_none(said);
        program_invariant_free(there);
    }
}

static void through_integers(void **state) {
    (void)state;
    struct tally t = {0};
    for (uint64_t seed = 0; seed < 250; seed++) {
        struct setting s;
        struct testing_program g;
        struct messages messages = {0};
        struct testing_program_shape shape = {
            .variables = 3, .width = 3, .locations = 5, .mode = TERMS_SIMPLIFY};
        testing_program_random(&g, &shape, seed);
        setting_init(&s);
        s.options.encoding = 1; /* integers, whether it pays or not */
        struct chain chain;
        chain_init(&chain, model_of_program(g.program), (const uint32_t[]){0}, 1);
        if (chain_apply(&chain, &stage_integers, &s.context, &messages) == STATUS_OK)
            check_integers(&g, &chain, &t);
        messages_fini(&messages);
        chain_fini(&chain);
        testing_program_fini(&g);
    }
    assert_true(t.kept > 100 && t.dropped > 100 && t.true_lemmas > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(through_blocks),
        cmocka_unit_test(through_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
