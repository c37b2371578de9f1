/* The table of strategies is well formed: stages fit together, and every model finds a row whatever was chosen. */
#include "solve/run.h"

#include "solve/engines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void stages_fit_together(void **state) {
    (void)state;
    for (const struct row *row = rows; row < rows + row_count; row++) {
        enum level level = row->level;
        uint32_t n = 0;
        for (; n < sizeof row->stages / sizeof *row->stages && row->stages[n]; n++) {
            assert_int_equal(row->stages[n]->from, level);
            level = row->stages[n]->to;
        }
        assert_in_range(n, 1, sizeof row->stages / sizeof *row->stages - 1);
        if (row->deeper) assert_true(level < row->level);
        if (!row->deeper) assert_int_equal(level, row->level);
    }
}

/* Some row is wanted at the level, and the last of them waits for nothing else. */
static bool has_way(const struct run *r, enum level level) {
    bool last = false;
    for (const struct row *row = rows; row < rows + row_count; row++)
        if (row->level == level && (!row->wanted || row->wanted(r))) last = row->last && !row->fits;
    return last;
}

static void every_choice_has_a_way(void **state) {
    (void)state;
    static const char *const names[] = {NULL,     "ic3",      "ic3-local", "imc",     "ipdr",
                                        "bmc",    "kind",     "ic3ia",     "ic3-smt", "ctigar",
                                        "ic3cfa", "tree-ic3", "tree-itp",  "kind-ia", "cegar-pa"};
    struct options options;
    options_init(&options);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        for (int level = 0; level < LEVELS; level++) {
            struct solve_case c = {.options = &options};
            struct run r = {.c = &c};
            if (names[i]) assert_true(solve_choose(&c.choice, names[i]));
            bool reaches = !names[i];
            for (int lower = 0; lower <= level; lower++) reaches |= c.choice.at[lower] != NULL;
            if (reaches) assert_true(has_way(&r, (enum level)level));
        }
}

static void names_are_found(void **state) {
    (void)state;
    struct solve_choice choice = {{0}};
    assert_null(solve_choice_name(&choice));
    assert_false(solve_choose(&choice, "none"));
    assert_true(solve_choose(&choice, "bmc"));
    assert_non_null(choice.at[LEVEL_CIRCUIT]);
    assert_non_null(choice.at[LEVEL_SYSTEM]);
    assert_null(choice.at[LEVEL_PROGRAM]);
    assert_string_equal(solve_choice_name(&choice), "bmc");
    for (int level = 0; level < LEVELS; level++)
        assert_int_equal(engines_default((enum level)level)->level, level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_fit_together),
        cmocka_unit_test(every_choice_has_a_way),
        cmocka_unit_test(names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
