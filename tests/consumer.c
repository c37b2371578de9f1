/* A program of somebody else's: sees induct.h and links libinduct, nothing more. */
#include "induct.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <setjmp.h>
#include <cmocka.h>

/* Latch 2 toggles, latch 4 stays 0: "stays" is safe, "toggles" has a counterexample of depth 1. */
static const char two[] = "aag 2 0 2 0 0 2\n2 3\n4 4\n4\n2\nb0 stays\nb1 toggles\n";

/* A counter of 40 bits that reaches its last value too late for anybody. */
static char *counter(unsigned bits) {
    char *text, body[1 << 14] = "", gates[1 << 14] = "";
    unsigned next = 2 * (bits + 1), carry = 2;
    size_t b = 0, g = 0;
    b += (size_t)sprintf(body + b, "2 3\n");
    for (unsigned i = 2; i <= bits; i++) {
        unsigned latch = 2 * i, both = next, neither = next + 2, sum = next + 4;
        g += (size_t)sprintf(gates + g, "%u %u %u\n%u %u %u\n%u %u %u\n", both, latch, carry, neither,
                             latch ^ 1, carry ^ 1, sum, both ^ 1, neither ^ 1);
        b += (size_t)sprintf(body + b, "%u %u\n", latch, sum);
        carry = both;
        next += 6;
    }
    text = malloc(b + g + 200);
    sprintf(text, "aag %u 0 %u 0 %u 1\n%s%u\n%s", next / 2 - 1, bits, 3 * (bits - 1), body, carry, gates);
    return text;
}

static struct induct *loaded(const char *model) {
    struct induct *problem = induct_new();
    assert_int_equal(induct_load_memory(problem, model, strlen(model), "model"), INDUCT_OK);
    return problem;
}

static void expect_unknown(struct induct *problem, unsigned property, enum induct_reason cause) {
    const struct induct_result *result = induct_result(problem, property);
    assert_int_equal(result->verdict, INDUCT_UNKNOWN);
    assert_int_equal(result->cause, cause);
    assert_string_equal(result->reason, induct_reason_word(cause));
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct heard {
    unsigned verdicts, judged;
    uint64_t depth;
};

static void on_verdict(void *client, struct induct *problem, unsigned property) {
    struct heard *heard = client;
    heard->verdicts++;
    assert_true(property < induct_properties(problem));
    assert_int_not_equal(induct_result(problem, property)->cause, INDUCT_REASON_NOT_RUN);
}

static void on_event(void *client, struct induct *problem, const struct induct_event *event) {
    struct heard *heard = client;
    (void)problem;
    if (event->kind == INDUCT_EVENT_PROVED || event->kind == INDUCT_EVENT_REFUTED) heard->judged++;
    if (event->kind == INDUCT_EVENT_DEPTH) {
        if (event->number > heard->depth) heard->depth = event->number;
    }
}

static void decides_and_reports(void **state) {
    (void)state;
    struct induct *problem = loaded(two);
    struct heard heard = {0};
    induct_on_verdict(problem, on_verdict, &heard);
    induct_on_event(problem, on_event, &heard);
    assert_int_equal(induct_properties(problem), 2);
    assert_string_equal(induct_property_name(problem, 1), "toggles");
    assert_string_equal(induct_property_code(problem, 1), "b1");
    assert_int_equal(induct_run(problem), INDUCT_OK);
    assert_int_equal(heard.verdicts, 2);
    assert_int_equal(heard.judged, 2);
    const struct induct_result *safe = induct_result(problem, 0), *unsafe = induct_result(problem, 1);
    assert_int_equal(safe->verdict, INDUCT_SAFE);
    assert_true(safe->verified && safe->induction >= 1);
    assert_int_equal(unsafe->verdict, INDUCT_UNSAFE);
    assert_true(unsafe->verified);
    assert_int_equal(unsafe->depth, 1);
    assert_int_equal(unsafe->cause, INDUCT_REASON_NONE);
    uint64_t latches, accepted;
    assert_true(induct_statistic(problem, "latches", &latches) && latches == 2);
    assert_true(induct_statistic(problem, "accepted", &accepted) && accepted == 2);
    assert_false(induct_statistic(problem, "nonsense", &accepted));
    induct_free(problem);
}

static void runs_again_with_other_settings(void **state) {
    (void)state;
    struct induct *problem = loaded(two);
    static const char *const engines[] = {"bmc", "kind", "imc", "ipdr", "ic3"};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(induct_set_engine(problem, engines[i]), INDUCT_OK);
        assert_string_equal(induct_engine(problem), engines[i]);
        induct_select_all(problem);
        assert_int_equal(induct_select(problem, 1), INDUCT_OK);
        assert_int_equal(induct_run(problem), INDUCT_OK);
        assert_int_equal(induct_result(problem, 1)->verdict, INDUCT_UNSAFE);
        assert_int_equal(induct_result(problem, 0)->verdict, INDUCT_UNKNOWN);
        expect_unknown(problem, 0, INDUCT_REASON_NOT_RUN);
    }
    induct_set_verify(problem, false);
    assert_int_equal(induct_run(problem), INDUCT_OK);
    assert_false(induct_result(problem, 1)->verified);
    induct_free(problem);
}

static void evidence_as_bytes_and_files(void **state) {
    (void)state;
    struct induct *problem = loaded(two);
    assert_int_equal(induct_run(problem), INDUCT_OK);
    char *data;
    size_t size;
    assert_int_equal(induct_evidence(problem, 1, "aiw", &data, &size), INDUCT_OK);
    assert_string_equal(data, "1\nb1\n00\n\n\n.\n");
    assert_int_equal(size, strlen(data));
    free(data);
    assert_int_equal(induct_evidence(problem, 1, "aag", &data, &size), INDUCT_USAGE);
    assert_null(data);
    assert_int_equal(induct_evidence(problem, 0, "vcd", &data, &size), INDUCT_USAGE);

    char certificate[] = "/tmp/induct-XXXXXX.aag";
    close(mkstemps(certificate, 4));
    assert_int_equal(induct_write_evidence(problem, 0, certificate), INDUCT_OK);
    struct induct_verification v;
    assert_int_equal(induct_verify(problem, certificate, &v), INDUCT_OK);
    assert_int_equal(v.judgement, INDUCT_ACCEPTED);
    assert_int_equal(v.property, 0);
    assert_int_equal(v.verdict, INDUCT_SAFE);
    induct_select(problem, 1); /* it does not prove the other one */
    assert_int_equal(induct_verify(problem, certificate, &v), INDUCT_OK);
    assert_int_equal(v.judgement, INDUCT_REJECTED);
    assert_true(strlen(v.reason) > 0);
    unlink(certificate);

    induct_forget_evidence(problem, 1);
    assert_int_equal(induct_evidence(problem, 1, "aiw", &data, &size), INDUCT_USAGE);
    assert_int_equal(induct_result(problem, 1)->verdict, INDUCT_UNSAFE);
    induct_free(problem);
}

static void names_and_kinds(void **state) {
    (void)state;
    struct induct *problem = loaded(two);
    assert_int_equal(induct_find_property(problem, "toggles"), 1);
    assert_int_equal(induct_find_property(problem, "0"), 0);
    assert_int_equal(induct_find_property(problem, "2"), -1);
    assert_int_equal(induct_find_property(problem, ""), -1);
    assert_true(induct_evidence_fits("a/b.aiw", INDUCT_UNSAFE));
    assert_true(induct_evidence_fits("b.aig", INDUCT_SAFE));
    assert_false(induct_evidence_fits("a.aig/b", INDUCT_SAFE));
    assert_null(induct_options_text("nothing"));
    char *options = induct_options_text("kind");
    assert_non_null(strstr(options, "simple-path"));
    assert_null(strstr(options, "ctg"));
    free(options);
    induct_free(problem);
}

static void versions_agree(void **state) {
    (void)state;
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", INDUCT_VERSION_MAJOR, INDUCT_VERSION_MINOR,
             INDUCT_VERSION_PATCH);
    assert_string_equal(version, INDUCT_VERSION);
    assert_string_equal(version, induct_version());
}

static void errors_stay_in_the_object(void **state) {
    (void)state;
    struct induct *problem = induct_new();
    assert_int_equal(induct_run(problem), INDUCT_USAGE);
    assert_string_equal(induct_error(problem), "no model is loaded");
    assert_int_equal(induct_load_memory(problem, "aag 1", 5, "m"), INDUCT_MALFORMED);
    assert_int_equal(strncmp(induct_error(problem), "m:1:", 4), 0);
    assert_int_equal(induct_properties(problem), 0);
    assert_int_equal(induct_load_file(problem, "/nowhere"), INDUCT_IO);
    assert_int_equal(induct_set_engine(problem, "nothing"), INDUCT_USAGE);
    assert_int_equal(induct_set_format(problem, "lustre"), INDUCT_USAGE);
    assert_int_equal(induct_set_option(problem, "ctg", "maybe"), INDUCT_USAGE);
    induct_clear_messages(problem);
    assert_string_equal(induct_error(problem), "");
    assert_int_equal(induct_load_memory(problem, "aag 0 0 0 0 0\n", 14, "m"), INDUCT_OK);
    assert_int_equal(induct_run(problem), INDUCT_MALFORMED);
    induct_free(problem);
}

/* Over the integers it is safe, in machine arithmetic it is not. */
static void settings_wait_for_the_next_load(void **state) {
    (void)state;
    static const char wraps[] = "unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void);\n"
                                "int main(void) {\n    unsigned x = __VERIFIER_nondet_uint();\n"
                                "    if (x + 1 < x) reach_error();\n}\n";
    struct induct *problem = induct_new();
    assert_int_equal(induct_set_theory(problem, "int"), INDUCT_OK);
    assert_int_equal(induct_load_memory(problem, wraps, strlen(wraps), "wraps.c"), INDUCT_OK);
    assert_int_equal(induct_set_theory(problem, "bv"), INDUCT_OK);
    assert_int_equal(induct_run(problem), INDUCT_OK);
    assert_int_equal(induct_result(problem, 0)->verdict, INDUCT_SAFE);
    assert_true(induct_result(problem, 0)->approximate);
    assert_int_equal(induct_load_memory(problem, wraps, strlen(wraps), "wraps.c"), INDUCT_OK);
    assert_int_equal(induct_set_theory(problem, "int"), INDUCT_OK);
    assert_int_equal(induct_set_data_model(problem, "ilp32"), INDUCT_OK);
    assert_int_equal(induct_run(problem), INDUCT_OK);
    assert_int_equal(induct_result(problem, 0)->verdict, INDUCT_UNSAFE);
    assert_false(induct_result(problem, 0)->approximate || induct_result(problem, 0)->interpreted);

    char header[] = "/tmp/induct-XXXXXX.h", program[200];
    close(mkstemps(header, 2));
    snprintf(program, sizeof program, "#include \"%s\"\nint main(void) {}\n", header);
    assert_int_equal(induct_load_memory(problem, program, strlen(program), "includes.c"), INDUCT_OK);
    assert_non_null(induct_included(problem, header));
    assert_int_equal(induct_load_memory(problem, two, strlen(two), "model"), INDUCT_OK);
    assert_null(induct_included(problem, header)); /* nor does it outlive its program */
    unlink(header);
    induct_free(problem);
}

static void statistics_in_our_memory(void **state) {
    (void)state;
    uint64_t *memory = calloc(1, induct_statistics_size());
    struct induct *problem = induct_new();
    induct_set_statistics(problem, memory);
    assert_int_equal(induct_load_memory(problem, two, strlen(two), "m"), INDUCT_OK);
    assert_int_equal(induct_run(problem), INDUCT_OK);
    uint64_t latches;
    assert_true(induct_statistic(problem, "latches", &latches));
    bool found = false;
    for (size_t i = 0; i < induct_statistics_size() / sizeof *memory; i++) found |= memory[i] == latches;
    assert_true(found);
    char *json = induct_statistics_json(problem);
    assert_int_equal(json[0], '{');
    free(json);
    induct_free(problem);
    free(memory);
}

static void time_limit(void **state) {
    (void)state;
    char *model = counter(40);
    struct induct *problem = loaded(model);
    induct_set_timeout(problem, 0.3);
    double start = now();
    assert_int_equal(induct_run(problem), INDUCT_OK);
    assert_true(now() - start < 1.3);
    assert_int_equal(induct_result(problem, 0)->verdict, INDUCT_UNKNOWN);
    expect_unknown(problem, 0, INDUCT_REASON_TIMEOUT);
    assert_true(induct_result(problem, 0)->depth > 0);
    induct_free(problem);
    free(model);
}

static void *interrupt_soon(void *problem) {
    usleep(200000);
    induct_interrupt(problem);
    return NULL;
}

static void interrupted_from_another_thread(void **state) {
    (void)state;
    char *model = counter(40);
    struct induct *problem = loaded(model);
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt_soon, problem);
    double start = now();
    assert_int_equal(induct_run(problem), INDUCT_OK);
    assert_true(now() - start < 1.2);
    pthread_join(thread, NULL);
    expect_unknown(problem, 0, INDUCT_REASON_INTERRUPTED);

    induct_interrupt(problem); /* before a run: that run ends at once, the one after it does not */
    assert_int_equal(induct_run(problem), INDUCT_OK);
    expect_unknown(problem, 0, INDUCT_REASON_INTERRUPTED);
    assert_int_equal(induct_result(problem, 0)->depth, -1);
    induct_set_timeout(problem, 0.1);
    assert_int_equal(induct_run(problem), INDUCT_OK);
    expect_unknown(problem, 0, INDUCT_REASON_TIMEOUT);
    induct_free(problem);
    free(model);
}

static struct induct *signalled;
static void on_alarm(int signal) {
    (void)signal;
    induct_interrupt(signalled);
}

static void interrupted_from_a_signal_handler(void **state) {
    (void)state;
    char *model = counter(40);
    signalled = loaded(model);
    signal(SIGALRM, on_alarm);
    alarm(1);
    assert_int_equal(induct_run(signalled), INDUCT_OK);
    expect_unknown(signalled, 0, INDUCT_REASON_INTERRUPTED);
    induct_free(signalled);
    free(model);
}

/* Depths that were ruled out are less than that of the shortest counterexample. */
static void depths_stop_before_the_counterexample(void **state) {
    (void)state;
    static const char *const engines[] = {"bmc", "kind", "imc", "ipdr", "ic3"};
    for (int i = 0; i < 5; i++) {
        char *model = counter(5);
        struct induct *problem = loaded(model);
        struct heard heard = {0};
        assert_int_equal(induct_set_engine(problem, engines[i]), INDUCT_OK);
        induct_on_event(problem, on_event, &heard);
        assert_int_equal(induct_run(problem), INDUCT_OK);
        assert_int_equal(induct_result(problem, 0)->depth, 31);
        assert_true(heard.depth > 0 && heard.depth < 31);
        induct_free(problem);
        free(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decides_and_reports),
        cmocka_unit_test(runs_again_with_other_settings),
        cmocka_unit_test(evidence_as_bytes_and_files),
        cmocka_unit_test(names_and_kinds),
        cmocka_unit_test(versions_agree),
        cmocka_unit_test(errors_stay_in_the_object),
        cmocka_unit_test(settings_wait_for_the_next_load),
        cmocka_unit_test(statistics_in_our_memory),
        cmocka_unit_test(time_limit),
        cmocka_unit_test(interrupted_from_another_thread),
        cmocka_unit_test(interrupted_from_a_signal_handler),
        cmocka_unit_test(depths_stop_before_the_counterexample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
