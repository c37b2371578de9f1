/* States with tables against states of values: random assignments, all at once, kept and taken back; runs. */
#include "model/program_state.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 40, STEPS = 60, ARRAYS = 3, SCALARS = 3, VARIABLES = ARRAYS + SCALARS };

struct fixture {
    struct program *program;
    struct terms *b;
    struct random random;
    sort sort;
};

static term variable(const struct fixture *f, uint32_t v) {
    return f->program->variables.data[v].now;
}

static term scalar(struct fixture *f, uint32_t depth);

static term array(struct fixture *f, uint32_t depth) {
    switch (depth ? random_below(&f->random, 4) : 0) {
    case 0: return variable(f, random_below(&f->random, ARRAYS));
    case 1: {
        term condition = term_eq(f->b, scalar(f, 0), scalar(f, 0));
        return term_ite(f->b, condition, array(f, depth - 1), array(f, depth - 1));
    }
    default: return term_store(f->b, array(f, depth - 1), scalar(f, depth - 1), scalar(f, depth - 1));
    }
}

static term scalar(struct fixture *f, uint32_t depth) {
    switch (random_below(&f->random, depth ? 3 : 2)) {
    case 0: return term_bits_ui(f->b, random_below(&f->random, 8), 3);
    case 1: return variable(f, ARRAYS + random_below(&f->random, SCALARS));
    default: return term_select(f->b, array(f, depth - 1), scalar(f, depth - 1));
    }
}

static uint32_t some_assignments(struct fixture *f, struct program_assignment list[VARIABLES]) {
    uint32_t n = 0;
    for (uint32_t v = 0; v < VARIABLES; v++)
        if (random_below(&f->random, 2))
            list[n++] = (struct program_assignment){v, v < ARRAYS ? array(f, 3) : scalar(f, 3)};
    return n;
}

static void assert_state(const struct fixture *f, struct program_state *s, const term *values) {
    for (uint32_t v = 0; v < VARIABLES; v++) {
        assert_int_equal(program_state_value(s, variable(f, v)).id, values[v].id);
        assert_int_equal(program_state_get(s, v).id, values[v].id);
    }
}

/* Changes that are taken back, twice. */
static void keep_and_return(struct fixture *f, struct program_state *s, const term *values) {
    program_state_keep(s);
    for (int i = 0; i < 2; i++) {
        struct program_assignment list[VARIABLES];
        for (uint32_t n = random_below(&f->random, 3); n-- > 0;)
            program_state_assign(s, list, some_assignments(f, list));
        if (i) program_state_set(s, 0, value_default(f->b, f->sort));
        if (i) program_state_assign(s, list, some_assignments(f, list));
        for (uint32_t v = 0; v < VARIABLES; v++)
            assert_int_equal(program_state_changed(s, v), !term_same(program_state_get(s, v), values[v]));
        program_state_return(s);
        assert_state(f, s, values);
        for (uint32_t v = 0; v < VARIABLES; v++) assert_false(program_state_changed(s, v));
    }
}

static void assignments_agree(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct fixture f = {.program = program_new(TERMS_PLAIN)};
        f.b = f.program->terms;
        f.sort = sort_array(f.b, sort_bv(f.b, 3), sort_bv(f.b, 3));
        random_init(&f.random, seed);
        term values[VARIABLES];
        for (uint32_t v = 0; v < VARIABLES; v++) {
            char name[8];
            snprintf(name, sizeof name, "v%u", v);
            sort sort = v < ARRAYS ? f.sort : sort_bv(f.b, 3);
            (void)program_add_variable(f.program, name, sort);
            values[v] = value_default(f.b, sort);
        }
        struct evaluation by_values;
        struct program_state now, copy;
        evaluation_init(&by_values, f.b);
        program_state_init(&now, f.program, values);
        for (int step = 0; step < STEPS; step++) {
            struct program_assignment list[VARIABLES];
            term before[VARIABLES];
            uint32_t n = some_assignments(&f, list);
            memcpy(before, values, sizeof values);
            evaluation_reset(&by_values);
            for (uint32_t v = 0; v < VARIABLES; v++) evaluation_set(&by_values, variable(&f, v), values[v]);
            for (uint32_t i = 0; i < n; i++) values[list[i].variable] = evaluate(&by_values, list[i].value);
            program_state_copy(&copy, &now);
            program_state_assign(&copy, list, n);
            assert_state(&f, &copy, values);
            program_state_fini(&copy);
            keep_and_return(&f, &now, before);
            program_state_assign(&now, list, n);
            assert_state(&f, &now, values);
            for (uint32_t v = 0; v < VARIABLES; v++)
                assert_int_equal(program_state_changed(&now, v), !term_same(before[v], values[v]));
            assert_int_equal(now.by_zero, 0);
        }
        program_state_fini(&now);
        evaluation_fini(&by_values);
        program_free(f.program);
    }
}

/* What a run costs does not depend on how large its array is: writes cost no terms but what is written. */
static void large_arrays(void **state) {
    (void)state;
    enum { SIZE = 20000 };
    struct program *p = program_new(TERMS_PLAIN);
    struct terms *b = p->terms;
    sort word = sort_bv(b, 16);
    uint32_t a = program_add_variable(p, "a", sort_array(b, word, word)),
             i = program_add_variable(p, "i", word);
    term array = p->variables.data[a].now, index = p->variables.data[i].now;
    struct program_assignment writes[] = {
        {a, term_store(b, array, term_bv2(b, TERM_BV_MUL, index, term_bits_ui(b, 7919, 16)), index)},
        {i, term_bv2(b, TERM_BV_ADD, index, term_bits_ui(b, 1, 16))}};
    program_command round = program_assign_all(p, writes, 2);
    struct program_state s;
    program_state_init(&s, p, NULL);
    uint32_t before = terms_size(b);
    for (uint32_t n = 0; n < SIZE; n++) {
        program_state_keep(&s);
        assert_true(program_run(&s, round, NULL, TERM_NONE, NULL, NULL));
        assert_true(program_state_changed(&s, a) || !n); /* the first write is of what is there */
        if (n % 3 == 0) {
            program_state_return(&s);
            assert_true(program_run(&s, round, NULL, TERM_NONE, NULL, NULL));
        }
    }
    assert_in_range(terms_size(b) - before, SIZE, 4 * SIZE);
    assert_int_equal(program_state_value(&s, term_select(b, array, term_bits_ui(b, 7919 * 5, 16))).id,
                     term_bits_ui(b, 5, 16).id);
    assert_int_equal(program_state_get(&s, i).id, term_bits_ui(b, SIZE, 16).id);
    program_state_fini(&s);
    program_free(p);
}

/* Runs that fail leave what was kept; those with choices are like those without. */
static void runs(void **state) {
    (void)state;
    struct program *p = program_new(TERMS_PLAIN);
    struct terms *b = p->terms;
    sort word = sort_bv(b, 3);
    uint32_t a = program_add_variable(p, "a", sort_array(b, word, word)),
             i = program_add_variable(p, "i", word);
    term array = p->variables.data[a].now, index = p->variables.data[i].now;
    struct program_assignment write[] = {{a, term_store(b, array, index, term_bits_ui(b, 5, 3))},
                                         {i, term_bits_ui(b, 6, 3)}};
    program_command first = program_assign_all(p, write, 2);
    program_command wrong =
        program_then(p, first, program_assume(p, term_eq(b, index, term_bits_ui(b, 1, 3))));
    struct program_state s;
    program_state_init(&s, p, NULL);
    program_state_keep(&s);
    assert_false(program_run(&s, wrong, NULL, TERM_NONE, NULL, NULL));
    assert_false(program_run(&s, first, NULL, term_eq(b, index, term_bits_ui(b, 1, 3)), NULL, NULL));
    for (uint32_t v = 0; v < 2; v++) {
        assert_false(program_state_changed(&s, v));
        assert_int_equal(program_state_get(&s, v).id,
                         value_default(b, term_sort(b, p->variables.data[v].now)).id);
    }
    assert_false(program_run(&s, program_choice2(p, wrong, wrong), NULL, TERM_NONE, NULL, NULL));
    assert_false(program_state_changed(&s, a));
    assert_true(program_run(&s, program_choice2(p, wrong, first), NULL, TERM_NONE, NULL, NULL));
    assert_true(program_state_changed(&s, a) && program_state_changed(&s, i));
    assert_int_equal(program_state_value(&s, term_select(b, array, term_bits_ui(b, 0, 3))).id,
                     term_bits_ui(b, 5, 3).id);
    program_state_return(&s);
    assert_false(program_state_changed(&s, a) || program_state_changed(&s, i));
    program_state_fini(&s);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(assignments_agree), cmocka_unit_test(large_arrays),
                                       cmocka_unit_test(runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
