/* Deep formulas, for callers whose stack is small: the SMT solver recurses, and must have room all the same. */
#define _GNU_SOURCE /* mkstemps */
#include "api/induct.h"
#include "base/text.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { LEVELS = 300, STACK = 128 * 1024 }; /* the solver needs more than 600 bytes per level */

/* x' is x or, were it negative, a little more, through LEVELS conditionals; x never is. */
static void make_system(struct text *out) {
    text_add(out, "(declare-fun x () Int) (declare-fun x! () Int) (define-fun sx () Int (! x :next x!))\n"
                  "(define-fun i () Bool (! (= x 0) :init true)) (define-fun d0 () Int x)\n");
    for (int k = 1; k <= LEVELS; k++)
        text_format(out, "(define-fun d%d () Int (ite (< d%d 0) (+ d%d 1) d%d))\n", k, k - 1, k - 1, k - 1);
    text_format(out,
                "(define-fun t () Bool (! (= x! d%d) :trans true))\n"
                "(define-fun p () Bool (! (<= 0 x) :invar-property 0))\n",
                LEVELS);
}

struct job {
    struct induct *problem;
    const char *certificate;
    enum induct_status ran, verified;
    struct induct_verification verification;
};

/* The engine, the judge, and the judge of what comes from files. */
static void *work(void *argument) {
    struct job *job = argument;
    job->ran = induct_run(job->problem);
    if (induct_write_evidence(job->problem, 0, job->certificate) == INDUCT_OK)
        job->verified = induct_verify(job->problem, job->certificate, &job->verification);
    return NULL;
}

static void deep_systems_are_decided_on_a_small_stack(void **state) {
    (void)state;
    char certificate[] = "/tmp/induct-deep-XXXXXX.smt2";
    struct text system = {0};
    int file = mkstemps(certificate, 5);
    assert_true(file >= 0);
    close(file);
    make_system(&system);
    struct job job = {induct_new(), certificate, INDUCT_USAGE, INDUCT_USAGE, {.reason = ""}};
    assert_int_equal(induct_load_memory(job.problem, system.data, system.size, "deep"), INDUCT_OK);
    assert_int_equal(induct_set_engine(job.problem, "kind"), INDUCT_OK);
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, work, &job), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    assert_int_equal(job.ran, INDUCT_OK);
    assert_int_equal(induct_result(job.problem, 0)->verdict, INDUCT_SAFE);
    assert_true(induct_result(job.problem, 0)->verified);
    assert_int_equal(job.verified, INDUCT_OK);
    assert_int_equal(job.verification.judgement, INDUCT_ACCEPTED);
    induct_free(job.problem);
    unlink(certificate);
    text_fini(&system);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(deep_systems_are_decided_on_a_small_stack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
