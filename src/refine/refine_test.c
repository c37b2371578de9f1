/* Every strategy on small infeasible paths: what it returns must make the abstract path unsatisfiable. And
 * when strategies take turns. */
#include "refine/refine.h"

#include "refine/sequence.h"
#include "refine/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Whether the glued abstract path over these predicates is unsatisfiable. */
static enum smt_result check_glued(struct refiner *r, const struct spurious_path *path,
                                   const term_list *predicates) {
    struct glued g;
    glued_init(&g, r->system, path, NULL, r->stats, r->limits);
    vec_each (const term, predicate, predicates) glued_add(&g, *predicate);
    enum smt_result result = glued_check(&g, g.steps);
    glued_fini(&g);
    return result;
}

static struct stats stats;

/* Two counters that move together: x' = x + 1, y' = y + 1, both from 0; good: x = y. Width 0: no words. */
static struct system *twins(sort sort, uint32_t width) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    bool words = width > 0;
    if (words) sort = sort_bv(b, width);
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    term unit = words ? term_bits_ui(b, 1, width) : term_number_of(b, one, sort);
    mpq_clear(one);
    static const char *const names[] = {"x", "y"};
    for (int i = 0; i < 2; i++) {
        struct system_state *s = system_add_state(system, names[i], sort, NULL);
        s->first = value_default(b, sort);
        s->update = words ? term_bv2(b, TERM_BV_ADD, s->now, unit) : term_add2(b, s->now, unit);
    }
    system_add_property(system, term_eq(b, system->states.data[0].now, system->states.data[1].now), NULL, 0);
    return system;
}

/* x and y as above, but the step may also exchange them and a Boolean tells whether it did: needs more than
 * one cube per cut. */
static struct system *exchange(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term zero = term_integer(b, 0), one = term_integer(b, 1);
    system_add_state(system, "x", sort_int(), NULL);
    system_add_state(system, "y", sort_int(), NULL);
    system_add_state(system, "turn", sort_bool(), NULL);
    struct system_state *x = &system->states.data[0], *y = &system->states.data[1],
                        *turn = &system->states.data[2];
    x->first = zero;
    y->first = one;
    turn->first = term_false(b);
    x->update = term_ite(b, turn->now, y->now, term_add2(b, x->now, one));
    y->update = term_ite(b, turn->now, x->now, term_add2(b, y->now, one));
    turn->update = term_not(b, turn->now);
    system_add_property(system, term_not(b, term_eq(b, x->now, y->now)), NULL, 0);
    return system;
}

enum { AUTO, POOL, PROOF, LIFT, WP, CORES, LOCAL }; /* as the words of the option */

struct fixture {
    struct system *system; /* owned */
    struct options options;
    struct limits limits;
    struct stats stats;
    struct refiner *refiner;
};

static void setup(struct fixture *f, struct system *system, int strategy) {
    *f = (struct fixture){.system = system};
    options_init(&f->options);
    f->options.refine = strategy;
    limits_init(&f->limits, 60);
    f->refiner = refiner_new(system, &f->options, &f->stats, &f->limits);
}

static void teardown(struct fixture *f) {
    refiner_free(f->refiner);
    system_free(f->system);
}

/* The option's words name the strategies. */
static void words(void **state) {
    (void)state;
    const struct option_row *option = option_rows;
    while (strcmp(option->name, "refine")) option++;
    const char *word = option->words;
    for (int i = AUTO; i <= LOCAL; i++, word += strcspn(word, "|") + 1) {
        struct fixture f;
        setup(&f, twins(sort_int(), 0), i);
        const char *name = i == AUTO ? "auto" : f.refiner->strategy->name;
        assert_int_equal(strcspn(word, "|"), strlen(name));
        assert_memory_equal(word, name, strlen(name));
        assert_int_equal(word[strlen(name)], i == LOCAL ? 0 : '|');
        teardown(&f);
    }
}

/* Without any of them the abstract path is there. */
static void assert_all_needed(struct fixture *f, const struct spurious_path *path,
                              const term_list *predicates) {
    for (uint32_t but = 0; but < predicates->size; but++) {
        term_list others = {0};
        for (uint32_t i = 0; i < predicates->size; i++)
            if (i != but) vec_push(&others, predicates->data[i]);
        assert_int_equal(check_glued(f->refiner, path, &others), SMT_SAT);
        vec_free(&others);
    }
}

/* From no predicate at all to a minimal set that makes the abstract path impossible. */
static void rule_out(struct system *system, int strategy, uint32_t steps) {
    struct fixture f;
    setup(&f, system, strategy);
    struct spurious_path path = {.property = 0, .steps = steps};
    term_list none = {0}, fresh = {0};
    assert_int_equal(check_glued(f.refiner, &path, &none), SMT_SAT);
    assert_int_equal(refine(f.refiner, &path, &none, &fresh), STATUS_OK);
    assert_true(fresh.size > 0);
    assert_int_equal(check_glued(f.refiner, &path, &fresh), SMT_UNSAT);
    assert_all_needed(&f, &path, &fresh);
    assert_int_equal(f.stats.separations_by_core, 0); /* the strategy did it alone */
    vec_free(&fresh);
    teardown(&f);
}

static void strategies_on_integers(void **state) {
    (void)state;
    static const int usable[] = {AUTO, POOL, PROOF, WP, CORES, LOCAL};
    for (int i = 0; i < 6; i++)
        for (uint32_t steps = 1; steps <= 4; steps++) {
            rule_out(twins(sort_int(), 0), usable[i], steps);
            rule_out(exchange(), usable[i], steps);
        }
}

static void strategies_on_reals(void **state) {
    (void)state;
    static const int usable[] = {AUTO, POOL, PROOF, WP, CORES, LOCAL};
    for (int i = 0; i < 6; i++)
        for (uint32_t steps = 1; steps <= 4; steps++) rule_out(twins(sort_real(), 0), usable[i], steps);
}

static void strategies_on_words(void **state) {
    (void)state;
    static const int usable[] = {AUTO, LIFT, WP, CORES};
    for (int i = 0; i < 4; i++)
        for (uint32_t steps = 1; steps <= 3; steps++) rule_out(twins(SORT_NONE, 8), usable[i], steps);
}

/* What a strategy proposes for the path as a whole is enough by itself: nothing is left to separate. */
static void candidates(void **state) {
    (void)state;
    static const struct {
        int strategy;
        uint32_t width;
    } trials[] = {{PROOF, 0}, {WP, 0}, {LIFT, 8}, {WP, 8}};
    for (unsigned i = 0; i < sizeof trials / sizeof *trials; i++)
        for (uint32_t steps = 2; steps <= 4; steps++) {
            struct fixture f;
            setup(&f, twins(sort_int(), trials[i].width), trials[i].strategy);
            struct spurious_path path = {.property = 0, .steps = steps};
            term_list found = {0};
            f.refiner->strategy->candidates(f.refiner, &path, &found);
            assert_true(found.size > 0);
            assert_int_equal(check_glued(f.refiner, &path, &found), SMT_UNSAT);
            vec_free(&found);
            teardown(&f);
        }
}

/* `lift` proposes several predicates for each that it finds about integers; few are needed. */
static void reduction(void **state) {
    (void)state;
    uint64_t kept[2], dropped[2];
    for (int reduce = 0; reduce < 2; reduce++) {
        struct fixture f;
        setup(&f, twins(SORT_NONE, 8), LIFT);
        f.options.reduce_predicates = reduce;
        struct spurious_path path = {.property = 0, .steps = 3};
        term_list none = {0}, fresh = {0};
        assert_int_equal(refine(f.refiner, &path, &none, &fresh), STATUS_OK);
        assert_int_equal(check_glued(f.refiner, &path, &fresh), SMT_UNSAT);
        kept[reduce] = fresh.size;
        dropped[reduce] = f.stats.predicates_dropped;
        vec_free(&fresh);
        teardown(&f);
    }
    assert_int_equal(dropped[0], 0);
    assert_true(dropped[1] > 0);
    assert_int_equal(kept[1] + dropped[1], kept[0]);
}

/* A step of the twins takes x and y up by one. Cubes that say otherwise for one step make that step the
 * part. */
static void infeasible_parts(void **state) {
    (void)state;
    enum { STEPS = 6 };
    for (uint32_t at = 0; at + 1 < STEPS; at++) {
        struct system *system = twins(sort_int(), 0);
        struct terms *b = system->terms;
        struct limits limits;
        limits_init(&limits, 60);
        struct parts *parts = parts_new(system, &stats, &limits);
        term_list cubes[STEPS] = {0};
        term x = system->states.data[0].now;
        vec_push(&cubes[at], term_le(b, x, term_integer(b, 7)));
        vec_push(&cubes[at + 1], term_le(b, term_integer(b, 9), x));
        struct spurious_path path = {.property = 0, .steps = STEPS, .cubes = cubes};
        struct spurious_path part = parts_shortest(parts, &path);
        assert_int_equal(part.steps, 2);
        assert_true(part.inner_start && part.inner_end);
        assert_ptr_equal(part.cubes, &cubes[at]);
        parts_free(parts);
        for (int i = 0; i < STEPS; i++) vec_free(&cubes[i]);
        system_free(system);
    }
}

/* Without such cubes all of the path is needed: x = y holds only because it did initially. The part that
 * contradicts the initial state, or the violation, goes to that end. */
static void parts_with_ends(void **state) {
    (void)state;
    struct system *system = twins(sort_int(), 0);
    struct terms *b = system->terms;
    struct limits limits;
    limits_init(&limits, 60);
    struct parts *parts = parts_new(system, &stats, &limits);
    struct spurious_path path = {.property = 0, .steps = 3};
    struct spurious_path part = parts_shortest(parts, &path);
    assert_int_equal(part.steps, 3);
    assert_false(part.inner_start || part.inner_end);
    term_list cubes[3] = {0};
    path.cubes = cubes;
    vec_push(&cubes[1], term_le(b, term_integer(b, 2), system->states.data[0].now));
    part = parts_shortest(parts, &path);
    assert_int_equal(part.steps, 2);
    assert_true(!part.inner_start && part.inner_end);
    vec_clear(&cubes[1]);
    vec_push(&cubes[1], system->properties.data[0].good);
    part = parts_shortest(parts, &path);
    assert_int_equal(part.steps, 2);
    assert_true(part.inner_start && !part.inner_end && part.cubes == &cubes[1]);
    vec_free(&cubes[1]);
    parts_free(parts);
    system_free(system);
}

/* Without predicates the abstract path is there; and one that suffices is not extended. */
static void abstract_paths(void **state) {
    (void)state;
    struct fixture f;
    setup(&f, twins(sort_int(), 0), POOL);
    struct spurious_path path = {.property = 0, .steps = 3};
    term_list none = {0}, enough = {0}, fresh = {0};
    assert_int_equal(check_glued(f.refiner, &path, &none), SMT_SAT);
    refine_atoms(f.refiner, f.system->properties.data[0].good, &enough);
    assert_int_equal(check_glued(f.refiner, &path, &enough), SMT_UNSAT);
    assert_int_equal(refine(f.refiner, &path, &enough, &fresh), STATUS_OK);
    assert_int_equal(fresh.size, 0);
    vec_free(&enough);
    teardown(&f);
}

/* The atoms of interpolants, over numbers and, read as integers, over words: the difference of the twins. */
static void interpolants(void **state) {
    (void)state;
    enum { INTERPOLANTS = 1 };
    struct system *systems[] = {twins(sort_int(), 0), twins(sort_real(), 0), twins(sort_bool(), 8),
                                exchange()};
    for (int i = 0; i < 4; i++)
        for (uint32_t steps = 2; steps < 5; steps++) {
            struct fixture f = {.system = systems[i]};
            options_init(&f.options);
            f.options.predicates = INTERPOLANTS;
            limits_init(&f.limits, 60);
            f.refiner = refiner_new(f.system, &f.options, &f.stats, &f.limits);
            struct spurious_path path = {.property = 0, .steps = steps};
            term_list none = {0}, fresh = {0};
            assert_int_equal(refine(f.refiner, &path, &none, &fresh), STATUS_OK);
            assert_int_equal(check_glued(f.refiner, &path, &fresh), SMT_UNSAT);
            assert_all_needed(&f, &path, &fresh);
            assert_int_equal(f.stats.refinements_interpolants, 1);
            assert_int_equal(f.stats.sequences_resolution, 1);
            vec_free(&fresh);
            refiner_free(f.refiner);
        }
    for (int i = 0; i < 4; i++) system_free(systems[i]);
}

/* Of what is proposed, what is needed; or nothing, when it does not suffice. The steps are those of the path. */
static void among(void **state) {
    (void)state;
    struct fixture f;
    setup(&f, twins(sort_int(), 0), AUTO);
    struct terms *b = f.system->terms;
    term x = f.system->states.data[0].now, y = f.system->states.data[1].now;
    term next_x = f.system->states.data[0].next, next_y = f.system->states.data[1].next;
    term both = term_and2(b, term_eq(b, next_x, term_add2(b, x, term_integer(b, 2))),
                          term_eq(b, next_y, term_add2(b, y, term_integer(b, 2))));
    term trans[] = {both, both};
    struct spurious_path path = {.property = 0, .steps = 3, .trans = trans};
    term_list none = {0}, proposed = {0}, fresh = {0};
    vec_push(&proposed, term_le(b, x, term_integer(b, 7)));
    vec_push(&proposed, term_le(b, x, y));
    assert_int_equal(
        refine_among(f.system, NULL, &path, &none, &proposed, &f.options, &f.stats, &f.limits, &fresh),
        STATUS_UNSUPPORTED);
    assert_int_equal(fresh.size, 0);
    vec_push(&proposed, term_le(b, y, x));
    assert_int_equal(
        refine_among(f.system, NULL, &path, &none, &proposed, &f.options, &f.stats, &f.limits, &fresh),
        STATUS_OK);
    assert_int_equal(fresh.size, 2);
    assert_true(term_same(fresh.data[0], proposed.data[1]) && term_same(fresh.data[1], proposed.data[2]));
    assert_int_equal(f.stats.predicates_dropped, 1);
    vec_free(&proposed);
    vec_free(&fresh);
    teardown(&f);
}

/* x <= 0, x <= 1, ... is a divergence; as many predicates of different forms are none. */
static void divergence(void **state) {
    (void)state;
    struct fixture f;
    setup(&f, twins(sort_int(), 0), AUTO);
    struct refiner *r = f.refiner;
    struct system *system = f.system;
    struct terms *b = system->terms;
    term x = system->states.data[0].now, y = system->states.data[1].now;
    bool fired = false;
    int rounds = 0;
    for (; rounds < 20 && !fired; rounds++) {
        term_list fresh = {0};
        vec_push(&fresh, term_le(b, x, term_integer(b, rounds)));
        fired = divergence_note(&r->divergence, b, &fresh);
        vec_free(&fresh);
    }
    assert_true(fired);
    assert_in_range(rounds, 4, 10);
    divergence_reset(&r->divergence);
    for (int i = 0; i < 20; i++) {
        term_list fresh = {0};
        vec_push(&fresh,
                 term_le(b, term_add2(b, x, term_mul2(b, term_integer(b, i + 2), y)), term_integer(b, 0)));
        assert_false(divergence_note(&r->divergence, b, &fresh));
        vec_free(&fresh);
    }
    teardown(&f);
}

/* x counts from 0. Nothing is forbidden: paths are as spurious as their cubes say. */
static struct system *counter(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    struct system_state *x = system_add_state(system, "x", sort_int(), NULL);
    x->first = term_integer(b, 0);
    x->update = term_add2(b, x->now, term_integer(b, 1));
    system_add_property(system, term_false(b), NULL, 0);
    return system;
}

/* Refines a path of each length 2 .. most, in whose last state x is larger than it can be: every time x <= c
 * with the next c is missing. */
static void refine_growing(struct fixture *f, uint32_t most) {
    struct terms *b = f->system->terms;
    term_list *cubes = mem_new_array(term_list, most), known = {0};
    for (uint32_t steps = 2; steps <= most; steps++) {
        struct spurious_path path = {.property = 0, .steps = steps, .cubes = cubes};
        term_list fresh = {0};
        vec_push(&cubes[steps - 1],
                 term_lt(b, term_integer(b, (long)steps - 1), f->system->states.data[0].now));
        assert_int_equal(refine(f->refiner, &path, &known, &fresh), STATUS_OK);
        assert_true(fresh.size > 0);
        vec_append(&known, fresh.data, fresh.size);
        assert_int_equal(check_glued(f->refiner, &path, &known), SMT_UNSAT);
        vec_free(&fresh);
        vec_free(&cubes[steps - 1]);
    }
    mem_free(cubes);
    vec_free(&known);
}

/* Refinements that go on and on with another constant end the turn of a strategy, but not when it was asked
 * for. */
static void switches_on_divergence(void **state) {
    (void)state;
    struct fixture f;
    setup(&f, counter(), AUTO);
    assert_ptr_equal(f.refiner->strategy, &strategy_pool);
    refine_growing(&f, 8);
    assert_int_equal(f.stats.strategy_switches, 1);
    assert_ptr_equal(f.refiner->strategy, &strategy_local);
    teardown(&f);
    setup(&f, counter(), POOL);
    refine_growing(&f, 8);
    assert_int_equal(f.stats.strategy_switches, 0);
    assert_ptr_equal(f.refiner->strategy, &strategy_pool);
    teardown(&f);
}

/* A path that is not spurious: no predicate can help, which every strategy of the theory is asked to find
 * out. */
static void switches_on_failure(void **state) {
    (void)state;
    struct fixture f;
    struct spurious_path path = {.property = 0, .steps = 2};
    term_list none = {0}, fresh = {0};
    setup(&f, counter(), AUTO);
    assert_int_equal(refine(f.refiner, &path, &none, &fresh), STATUS_UNSUPPORTED);
    assert_int_equal(fresh.size, 0);
    assert_int_equal(f.stats.strategy_switches, 3);
    assert_ptr_equal(f.refiner->strategy, &strategy_wp);
    teardown(&f);
    setup(&f, counter(), POOL);
    assert_int_equal(refine(f.refiner, &path, &none, &fresh), STATUS_UNSUPPORTED);
    assert_int_equal(f.stats.strategy_switches, 0);
    assert_true(f.stats.separations_by_core > 0);
    teardown(&f);
}

/* x0 = 0, x1 = x0 + 1, x2 = x1 + 1, x2 > 2 has no solution. */
static void sequences(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    struct limits limits;
    limits_init(&limits, 60);
    term x[3], formulas[4], out[3];
    for (int i = 0; i < 3; i++) x[i] = term_fresh(b, "x", sort_int());
    formulas[0] = term_eq(b, x[0], term_integer(b, 0));
    for (int i = 1; i < 3; i++) formulas[i] = term_eq(b, x[i], term_add2(b, x[i - 1], term_integer(b, 1)));
    formulas[3] = term_gt(b, x[2], term_integer(b, 2));
    struct smt_link shared[] = {{&x[0], 1}, {&x[1], 1}, {&x[2], 1}};
    assert_int_equal(sequence_interpolants(b, NULL, formulas, 4, shared, &limits, &stats, out), STATUS_OK);
    assert_true(sequence_check(b, NULL, formulas, 4, shared, &limits, out));
    out[1] = term_true(b); /* too weak */
    assert_false(sequence_check(b, NULL, formulas, 4, shared, &limits, out));
    out[1] = term_le(b, x[2], term_integer(b, 1)); /* about the wrong variable */
    assert_false(sequence_check(b, NULL, formulas, 4, shared, &limits, out));
    formulas[3] = term_gt(b, x[2], term_integer(b, 1)); /* now there is a solution */
    assert_int_equal(sequence_interpolants(b, NULL, formulas, 4, shared, &limits, &stats, out),
                     STATUS_UNSUPPORTED);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(strategies_on_integers),
        cmocka_unit_test(strategies_on_reals),
        cmocka_unit_test(strategies_on_words),
        cmocka_unit_test(candidates),
        cmocka_unit_test(reduction),
        cmocka_unit_test(infeasible_parts),
        cmocka_unit_test(parts_with_ends),
        cmocka_unit_test(abstract_paths),
        cmocka_unit_test(interpolants),
        cmocka_unit_test(among),
        cmocka_unit_test(divergence),
        cmocka_unit_test(switches_on_divergence),
        cmocka_unit_test(switches_on_failure),
        cmocka_unit_test(sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
