/* Tables against array values: the same reads, the same values, and terms evaluated with either. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "logic/testing_terms.h"

enum { ROUNDS = 60, WRITES = 30, TERMS = 400 };

static void writes_and_reads_agree(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        struct sampler s;
        sampler_init(&s, b, seed, 0);
        sort sort = s.sorts[SAMPLER_ARRAY + seed % SAMPLER_ARRAYS];
        term value = sampler_value(&s, sort);
        struct array_table table, copy;
        array_table_init(&table, b, value);
        array_table_copy(&copy, &table);
        term before = value;
        for (int i = 0; i < WRITES; i++) {
            term index = sampler_value(&s, sort_index(b, sort)),
                 element = sampler_value(&s, sort_element(b, sort));
            value = value_store(b, value, index, element);
            array_table_store(&table, index, element);
            index = sampler_value(&s, sort_index(b, sort));
            assert_int_equal(array_table_select(&table, index).id, value_select(b, value, index).id);
        }
        assert_int_equal(array_table_value(&table, b).id, value.id);
        assert_int_equal(array_table_value(&copy, b).id, before.id);
        array_table_fini(&table);
        array_table_fini(&copy);
        sampler_fini(&s);
        terms_free(b);
    }
}

/* Every other array variable has a table in one evaluation; terms whose value depends on a division by zero count it in
 * both or say something else, so only their values are compared. */
static void terms_have_the_same_value(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS / 4; seed++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        struct sampler s;
        struct evaluation values, tables;
        VEC(struct array_table) made = {0};
        sampler_init(&s, b, seed, 2);
        evaluation_init(&values, b);
        evaluation_init(&tables, b);
        vec_resize(&made, s.variables.size);
        for (uint32_t i = 0; i < s.variables.size; i++) {
            term v = s.variables.data[i], value = sampler_value(&s, term_sort(b, v));
            evaluation_set(&values, v, value);
            if (sort_kind(b, term_sort(b, v)) == SORT_ARRAY && sampler_below(&s, 2)) {
                array_table_init(&made.data[i], b, value);
                evaluation_set_table(&tables, v, &made.data[i]);
            } else {
                evaluation_set(&tables, v, value);
            }
        }
        for (int i = 0; i < TERMS; i++) {
            term t = sampler_step(&s);
            assert_int_equal(evaluate(&tables, t).id, evaluate(&values, t).id);
        }
        vec_each (struct array_table, t, &made) array_table_fini(t);
        vec_free(&made);
        evaluation_fini(&values);
        evaluation_fini(&tables);
        sampler_fini(&s);
        terms_free(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_and_reads_agree),
        cmocka_unit_test(terms_have_the_same_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
