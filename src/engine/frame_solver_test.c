/* Frames over the integer x, whose step is x' = x + 1: what each level says, and that a solver made anew says the
 * same. */
#include "engine/frame_solver.h"

#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct fixture {
    struct terms *bank;
    struct atoms atoms;
    struct frames *frames;
    struct frame_solver solver;
    term x;
};

static void renew(struct fixture *f) {
    frame_solver_start(
        &f->solver, &f->atoms,
        smt_new(f->bank, &(struct smt_settings){.theories = THEORY_INT, .purpose = SMT_INCREMENTAL}));
}

static void setup(struct fixture *f) {
    *f = (struct fixture){.bank = terms_new(TERMS_SIMPLIFY), .frames = frames_new(1, true)};
    f->x = term_variable(f->bank, "x", sort_int());
    atoms_init(&f->atoms, f->bank);
    frames_extend(f->frames);
    frames_extend(f->frames);
    renew(f);
    frame_solver_open(&f->solver, 2);
}

static void teardown(struct fixture *f) {
    frame_solver_fini(&f->solver);
    frames_free(f->frames);
    atoms_fini(&f->atoms);
    terms_free(f->bank);
}

/* The literal x <= n. */
static pdr_lit at_most(struct fixture *f, int n) {
    return atoms_literal(&f->atoms, term_le(f->bank, f->x, term_integer(f->bank, n)));
}

/* Excludes x > n from the levels up to this one. */
static void learn(struct fixture *f, uint32_t level, int n) {
    pdr_lit above = pdr_not(at_most(f, n));
    struct lemma *lemma = frames_add(f->frames, 0, level, cube_new(&above, 1), NULL);
    frame_solver_add(&f->solver, level, lemma->cube);
}

/* F[level] allows x to be more than n. */
static bool allows(struct fixture *f, uint32_t level, int n) {
    smt_lits assumptions = {0};
    vec_push(&assumptions, frame_solver_now(&f->solver, pdr_not(at_most(f, n))));
    frame_solver_assume(&f->solver, f->frames, 0, level, &assumptions);
    enum smt_result result = smt_check(f->solver.smt, assumptions.data, assumptions.size);
    vec_free(&assumptions);
    assert_int_not_equal(result, SMT_UNKNOWN);
    return result == SMT_SAT;
}

static void check_levels(struct fixture *f) {
    assert_false(allows(f, 1, 3));
    assert_true(allows(f, 1, 2));
    assert_true(allows(f, 2, 4));
    assert_false(allows(f, 2, 5));
    assert_true(allows(f, FRAMES_INFINITY, 8));
    assert_false(allows(f, FRAMES_INFINITY, 9));
}

static void levels_say_what_they_learnt(void **state) {
    (void)state;
    struct fixture f;
    setup(&f);
    assert_true(allows(&f, 1, 100));
    learn(&f, 1, 3);
    learn(&f, 2, 5);
    learn(&f, FRAMES_INFINITY, 9);
    check_levels(&f);
    uint64_t labels = f.solver.labels;
    check_levels(&f);
    assert_int_equal(f.solver.labels, labels); /* made once */
    f.solver.dead = 7;
    renew(&f);
    assert_int_equal(f.solver.labels + f.solver.dead, 0);
    assert_true(smt_check(f.solver.smt, NULL, 0) == SMT_SAT);
    frame_solver_fill(&f.solver, f.frames, 0);
    check_levels(&f);
    teardown(&f);
}

static enum smt_result step(struct fixture *f, pdr_lit now, pdr_lit next) {
    term after = term_add2(f->bank, f->x, term_integer(f->bank, 1));
    struct substitution primed;
    substitution_init(&primed, f->bank);
    substitution_bind(&primed, f->x, after);
    const smt_lit query[] = {
        frame_solver_now(&f->solver, now),
        frame_solver_next(&f->solver, next,
                          substitution_apply(&primed, f->atoms.formulas.data[pdr_index(next)]))};
    substitution_fini(&primed);
    return smt_check(f->solver.smt, query, 2);
}

static void switches_speak_of_the_state_after(void **state) {
    (void)state;
    struct fixture f;
    setup(&f);
    assert_int_equal(step(&f, at_most(&f, 3), pdr_not(at_most(&f, 4))), SMT_UNSAT);
    assert_int_equal(step(&f, at_most(&f, 3), pdr_not(at_most(&f, 3))), SMT_SAT);
    assert_int_equal(step(&f, pdr_not(at_most(&f, 3)), at_most(&f, 4)), SMT_UNSAT);
    /* Not assumed, they say nothing. */
    assert_int_equal(smt_check(f.solver.smt, NULL, 0), SMT_SAT);
    teardown(&f);
}

/* The clause of the empty cube is false. */
static void nothing_is_left(void **state) {
    (void)state;
    struct fixture f;
    setup(&f);
    struct cube *none = cube_new(NULL, 0);
    frame_solver_add(&f.solver, 1, none);
    assert_int_equal(smt_check(f.solver.smt, NULL, 0), SMT_SAT);
    frame_solver_add(&f.solver, FRAMES_INFINITY, none);
    assert_int_equal(smt_check(f.solver.smt, NULL, 0), SMT_UNSAT);
    cube_free(none);
    teardown(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_say_what_they_learnt),
                                       cmocka_unit_test(switches_speak_of_the_state_after),
                                       cmocka_unit_test(nothing_is_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
