#include "engine/atoms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void formulas_and_negations_share_an_atom(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "y", sort_int()),
         p = term_variable(b, "p", sort_bool());
    term less = term_lt(b, x, y);
    struct atoms a;
    atoms_init(&a, b);
    assert_false(atoms_know(&a, less));
    pdr_lit l = atoms_literal(&a, less), not_l = atoms_literal(&a, term_not(b, less)),
            q = atoms_literal(&a, p);
    assert_int_equal(not_l.code, pdr_not(l).code);
    assert_int_equal(atoms_literal(&a, term_le(b, y, x)).code, not_l.code);
    assert_int_equal(pdr_index(l), 0);
    assert_int_equal(pdr_index(q), 1);
    assert_int_equal(a.formulas.size, 2);
    assert_true(atoms_know(&a, term_le(b, y, x)));
    /* What a literal says is what it was made of. */
    assert_int_equal(atoms_literal(&a, atoms_term(&a, not_l)).code, not_l.code);
    assert_true(term_same(atoms_term(&a, pdr_not(q)), term_not(b, p)));
    const pdr_lit cube[] = {not_l, q};
    assert_true(term_same(atoms_cube(&a, cube, 2), term_and2(b, atoms_term(&a, not_l), p)));
    assert_true(term_is(b, atoms_cube(&a, cube, 0), TERM_TRUE));
    atoms_fini(&a);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas_and_negations_share_an_atom)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
