/* States with tables against states of values: random assignments, all at once. */
#include "check/program/program_state.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>

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
        struct evaluation by_values, by_tables;
        struct program_state now, copy;
        evaluation_init(&by_values, f.b);
        evaluation_init(&by_tables, f.b);
        program_state_init(&now, f.program, values);
        for (int step = 0; step < STEPS; step++) {
            struct program_assignment list[VARIABLES];
            uint32_t n = 0;
            for (uint32_t v = 0; v < VARIABLES; v++)
                if (random_below(&f.random, 2))
                    list[n++] = (struct program_assignment){v, v < ARRAYS ? array(&f, 3) : scalar(&f, 3)};
            program_state_copy(&copy, &now);
            evaluation_reset(&by_values);
            for (uint32_t v = 0; v < VARIABLES; v++) evaluation_set(&by_values, variable(&f, v), values[v]);
            for (uint32_t i = 0; i < n; i++) values[list[i].variable] = evaluate(&by_values, list[i].value);
            assert_int_equal(program_state_assign(&copy, &by_tables, list, n), 0);
            program_state_fini(&now);
            now = copy;
            for (uint32_t v = 0; v < VARIABLES; v++)
                assert_int_equal(program_state_value(&now, &by_tables, variable(&f, v)).id, values[v].id);
        }
        program_state_fini(&now);
        evaluation_fini(&by_values);
        evaluation_fini(&by_tables);
        program_free(f.program);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(assignments_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
