/* Systems survive writing and reading; constraints, which VMT-LIB does not have, go where they belong. */
#include "format/vmt/testing_vmt.h"

/* Writes and reads again; the formulas must be the same terms, the names the same names. */
static void round_trip(const struct system *system, term init, term trans, const term *goods) {
    struct text file = {0};
    vmt_write(&file, system);
    struct system *again = read_system(terms_mode(system->terms), file.data);
    assert_int_equal(again->states.size, system->states.size);
    for (uint32_t i = 0; i < system->states.size; i++) {
        assert_string_equal(again->states.data[i].name, system->states.data[i].name);
        assert_string_equal(term_name(again->terms, again->states.data[i].next),
                            term_name(system->terms, system->states.data[i].next));
    }
    assert_int_equal(again->inputs.size, system->inputs.size);
    for (uint32_t i = 0; i < system->inputs.size; i++)
        assert_string_equal(again->inputs.data[i].name, system->inputs.data[i].name);
    struct term_copier copier;
    copier_init(&copier, again->terms, system->terms);
    assert_same_formula(&copier, again->init, init);
    assert_same_formula(&copier, again->trans, trans);
    assert_int_equal(again->properties.size, system->properties.size);
    for (uint32_t i = 0; i < system->properties.size; i++)
        assert_same_formula(&copier, again->properties.data[i].good, goods[i]);
    copier_fini(&copier);
    system_free(again);
    text_fini(&file);
}

static const char *const files[] = {
    "",
    "(declare-fun x () Int) (declare-fun |a b| () Real) (define-fun .x () Int (! x :next |x'|))"
    "(define-fun t () Bool (! (and (= |x'| (+ x 1)) (< |a b| 1.5)) :trans true))"
    "(define-fun g () Bool (! (>= x (- 3)) :invar-property 4)) (define-fun h () Bool (! (>= x 1) "
    ":invar-property 2))",
    "(declare-sort S 0) (declare-fun f (S Int) S) (declare-fun s () S) (define-fun .s () S (! s :next s1))"
    "(declare-fun .state0 () Bool) (declare-fun .init0 () Bool) (declare-fun ?1 () Int) (declare-fun ?2 () "
    "Int)"
    "(define-fun i () Bool (! (or .state0 .init0) :init true))"
    "(define-fun n () Int (* (+ ?1 ?2) (+ ?1 ?2)))"
    "(define-fun t () Bool (! (let ((u (f s n))) (= s1 (f u (+ n n)))) :trans true))",
    "(declare-fun v () (_ BitVec 8)) (declare-fun m () (Array (_ BitVec 8) (_ BitVec 3)))"
    "(define-fun .v () (_ BitVec 8) (! v :next v1))"
    "(define-fun .m () (Array (_ BitVec 8) (_ BitVec 3)) (! m :next m1))"
    "(define-fun i () Bool (! (= m ((as const (Array (_ BitVec 8) (_ BitVec 3))) #b101)) :init true))"
    "(define-fun t () Bool (! (and (= v1 ((_ rotate_left 3) (bvadd v #x01)))"
    " (= m1 (store m v ((_ extract 4 2) v)))) :trans true))"
    "(define-fun g () Bool (! (bvuge (concat v #b1) ((_ zero_extend 6) (select m v))) :invar-property |x "
    "y|))",
};

static void test_files(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (int mode = 0; mode < 2; mode++) {
            struct system *system = read_system(mode ? TERMS_PLAIN : TERMS_SIMPLIFY, files[i]);
            term_list goods = {0};
            vec_each (struct system_property, p, &system->properties) vec_push(&goods, p->good);
            round_trip(system, system->init, system->trans, goods.data);
            vec_free(&goods);
            system_free(system);
        }
}

/* A system with functions and constraints, as BTOR2 has them. */
static void test_functions_and_constraints(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    struct system_state *x = system_add_state(system, "x", sort_int(), NULL);
    struct system_input *in = system_add_input(system, "in", sort_int());
    term zero = term_integer(b, 0), constraint = term_le(b, zero, in->now), good = term_le(b, zero, x->now);
    x->first = zero;
    x->update = term_add2(b, x->now, in->now);
    vec_push(&system->constraints, constraint);
    system_add_property(system, good, "never negative", 0);
    term step = system_trans_formula(system), expected = term_implies(b, constraint, good);
    round_trip(system, system_init_formula(system), term_and2(b, constraint, step), &expected);
    struct text file = {0};
    vmt_write(&file, system);
    assert_non_null(strstr(file.data, "; property never_negative\n"));
    assert_non_null(strstr(file.data, ":invar-property 0"));
    text_fini(&file);
    system_free(system);
}

static void test_names_of_properties(void **state) {
    (void)state;
    struct system *system =
        read_system(TERMS_SIMPLIFY, "(declare-fun p () Bool) (define-fun t () Bool (! true :trans))"
                                    "(define-fun a () Bool (! p :invar-property 4))"
                                    "(define-fun b () Bool (! (not p) :invar-property 2))"
                                    "(define-fun c () Bool (! p :live-property 3))");
    struct text file = {0};
    vmt_write(&file, system);
    struct system *again = read_system(TERMS_SIMPLIFY, file.data);
    assert_string_equal(again->properties.data[0].name, "4");
    assert_string_equal(again->properties.data[1].name, "2");
    assert_non_null(strstr(file.data, "; not written: live-property 3\n"));
    text_fini(&file);
    system_free(again);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_functions_and_constraints),
        cmocka_unit_test(test_names_of_properties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
