/* What becomes of evidence that is wrong, late or missing. Engines here lie, dawdle and give up. */
#include "api/context.h"

#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* Three latches that toggle, stay 0, stay 0: properties "toggles" (unsafe at depth 1), "stays", "rests"
 * (safe). */
static const char model[] = "aag 3 0 3 0 0 3\n2 3\n4 4\n6 6\n2\n4\n6\nb0 toggles\nb1 stays\nb2 rests\n";

static struct induct *problem(const struct engine *engine) {
    struct induct *c = induct_new();
    assert_int_equal(induct_load_memory(c, model, strlen(model), "model"), INDUCT_OK);
    assert_int_equal(induct_set_option(c, "preprocess", "off"), INDUCT_OK);
    c->choice = (struct solve_choice){{engine}};
    return c;
}

static void expect(struct induct *c, unsigned property, enum induct_verdict verdict, const char *reason) {
    assert_int_equal(induct_result(c, property)->verdict, verdict);
    assert_string_equal(induct_result(c, property)->reason, reason);
}

/* "phi = true" proves nothing, and the empty trace refutes nothing. */
static const char *lie(struct engine_task *task) {
    for (uint32_t i = 0; i < task->model.circuit->properties.size; i++) {
        if (i == 0) {
            task->found(task->client, evidence_of_invariant(i, invariant_new(task->model.circuit)));
        } else {
            struct trace *trace = trace_new(task->model.circuit, i);
            trace_add_step(trace);
            task->found(task->client, evidence_of_trace(trace));
        }
    }
    return NULL;
}
static const struct engine liar = {
    .name = "liar", .level = LEVEL_CIRCUIT, .paper = "-", .summary = "lies", .groups = "", .run = lie};

static void lies_are_rejected(void **state) {
    (void)state;
    struct induct *c = problem(&liar);
    assert_int_equal(induct_run(c), INDUCT_OK);
    for (unsigned i = 0; i < 3; i++) expect(c, i, INDUCT_UNKNOWN, "evidence rejected");
    assert_int_equal(c->stats->rejected, 3);
    assert_int_equal(c->stats->accepted, 0);
    assert_int_equal(induct_messages(c), 3);
    assert_non_null(strstr(induct_message(c, 0, NULL), "property toggles: the checker rejected"));
    char *data;
    size_t size;
    assert_int_equal(induct_evidence(c, 0, "aag", &data, &size), INDUCT_USAGE); /* nothing to write */
    induct_free(c);
}

static void unverified_lies_pass_unverified(void **state) {
    (void)state;
    struct induct *c = problem(&liar);
    induct_set_verify(c, false);
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 0, INDUCT_SAFE, "");
    assert_false(induct_result(c, 0)->verified);
    expect(c, 1, INDUCT_UNSAFE, "");
    assert_false(induct_result(c, 1)->verified);
    induct_free(c);
}

/* A true proof that comes after the deadline. */
static const char *dawdle(struct engine_task *task) {
    while (!limits_stopped_slow(task->limits)) usleep(1000);
    struct invariant *invariant = invariant_new(task->model.circuit);
    uint32_t latch_1_is_false = 2 * 1 + 1;
    invariant_add_clause(invariant, &latch_1_is_false, 1);
    task->found(task->client, evidence_of_invariant(1, invariant));
    return NULL;
}
static const struct engine dawdler = {.name = "dawdler",
                                      .level = LEVEL_CIRCUIT,
                                      .paper = "-",
                                      .summary = "is late",
                                      .groups = "",
                                      .run = dawdle};

static void late_evidence_is_not_rejected_evidence(void **state) {
    (void)state;
    struct induct *c = problem(&dawdler);
    induct_set_timeout(c, 0.05);
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 0, INDUCT_UNKNOWN, "timeout");
    expect(c, 1, INDUCT_UNKNOWN, "evidence check timeout");
    expect(c, 2, INDUCT_UNKNOWN, "timeout");
    assert_int_equal(c->stats->rejected, 0);
    induct_interrupt(c);
    assert_int_equal(induct_run(c), INDUCT_OK); /* stopped before the engine starts */
    expect(c, 1, INDUCT_UNKNOWN, "interrupted");
    induct_free(c);
}

/* Time that passed before the run is not available to it. */
static void elapsed_time_counts(void **state) {
    (void)state;
    struct induct *c = problem(&dawdler);
    induct_set_timeout(c, 1000);
    induct_set_elapsed(c, 999.95);
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 0, INDUCT_UNKNOWN, "timeout");
    induct_set_elapsed(c, 1001);
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 0, INDUCT_UNKNOWN, "timeout");
    induct_free(c);
}

/* "Latch 1 is false" suffices for the property "stays"; the rest is inductive, true and superfluous. */
static const char *exaggerate(struct engine_task *task) {
    struct invariant *invariant = invariant_new(task->model.circuit);
    uint32_t latch_1_is_false = 2 * 1 + 1, latch_2_is_false = 2 * 2 + 1;
    invariant_add_clause(invariant, &latch_2_is_false, 1);
    invariant_add_clause(invariant, &latch_1_is_false, 1);
    task->found(task->client, evidence_of_invariant(1, invariant));
    return "exhausted";
}
static const struct engine exaggerator = {.name = "exaggerator",
                                          .level = LEVEL_CIRCUIT,
                                          .paper = "-",
                                          .summary = "proves too much",
                                          .groups = "",
                                          .run = exaggerate};

static void invariants_are_minimized_when_written(void **state) {
    (void)state;
    struct induct *c = problem(&exaggerator);
    for (int on = 0; on < 2; on++) {
        assert_int_equal(induct_set_option(c, "minimize", on ? "on" : "off"), INDUCT_OK);
        assert_int_equal(induct_run(c), INDUCT_OK);
        expect(c, 1, INDUCT_SAFE, "");
        assert_int_equal(induct_result(c, 1)->conjuncts, 2);
        for (int i = 0; i < 2; i++) { /* the second time there is nothing left to do */
            char *data;
            size_t size;
            assert_int_equal(induct_evidence(c, 1, "aag", &data, &size), INDUCT_OK);
            free(data);
            assert_int_equal(c->stats->minimized_clauses, on);
        }
        assert_int_equal(c->entries.data[1].evidence.invariant->conjuncts.size, 2 - on);
    }
    induct_free(c);
}

/* Two proofs that say much about other latches. That of "rests" does without it; that of "stays" does not:
 * from latch 1 anything follows about latch 2, which its cone of influence lacks. */
static const char *digress(struct engine_task *task) {
    enum { DIGRESSIONS = 50 };
    const uint32_t latch_1_is_false = 2 * 1 + 1, latch_2_is_false = 2 * 2 + 1;
    struct invariant *stays = invariant_new(task->model.circuit), *rests = invariant_new(task->model.circuit);
    invariant_add_clause(stays, (uint32_t[]){latch_1_is_false, latch_2_is_false}, 2);
    invariant_add_clause(stays, (uint32_t[]){latch_1_is_false, latch_2_is_false - 1}, 2);
    invariant_add_clause(rests, &latch_2_is_false, 1);
    for (int i = 0; i < DIGRESSIONS; i++) {
        invariant_add_clause(stays, &latch_2_is_false, 1);
        invariant_add_clause(rests, &latch_1_is_false, 1);
    }
    task->found(task->client, evidence_of_invariant(1, stays));
    task->found(task->client, evidence_of_invariant(2, rests));
    return "exhausted";
}
static const struct engine digresser = {.name = "digresser",
                                        .level = LEVEL_CIRCUIT,
                                        .paper = "-",
                                        .summary = "says much about other things",
                                        .groups = "",
                                        .run = digress};

static void the_part_about_a_property_is_judged_first(void **state) {
    (void)state;
    struct induct *c = problem(&digresser);
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 1, INDUCT_SAFE, "");
    expect(c, 2, INDUCT_SAFE, "");
    assert_int_equal(induct_result(c, 1)->conjuncts, 52);
    assert_int_equal(induct_result(c, 2)->conjuncts, 1);
    assert_int_equal(c->stats->sliced, 1);
    assert_int_equal(c->stats->accepted, 2);
    assert_int_equal(c->stats->rejected, 0);
    assert_int_equal(induct_messages(c), 0);
    induct_free(c);
}

static const char *give_up(struct engine_task *task) {
    (void)task;
    return "bound 7 reached";
}
static const struct engine bounded = {.name = "bounded",
                                      .level = LEVEL_CIRCUIT,
                                      .paper = "-",
                                      .summary = "gives up",
                                      .groups = "",
                                      .run = give_up};

static const char *forget(struct engine_task *task) {
    (void)task;
    return NULL;
}
static const struct engine forgetful = {.name = "forgetful",
                                        .level = LEVEL_CIRCUIT,
                                        .paper = "-",
                                        .summary = "forgets",
                                        .groups = "",
                                        .run = forget};

static void giving_up(void **state) {
    (void)state;
    struct induct *c = problem(&bounded);
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 2, INDUCT_UNKNOWN, "bound 7 reached");
    c->choice = (struct solve_choice){{&forgetful}};
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 2, INDUCT_UNKNOWN, "internal error: the engine ended without a verdict");
    induct_free(c);
}

/* The engine sees the selected properties only, by position; the listener hears of the user's. */
static const char *deepen(struct engine_task *task) {
    assert_int_equal(task->model.circuit->properties.size, 1);
    for (uint64_t depth = 0; depth < 5; depth++)
        events_send(task->events, (struct event){.kind = EVENT_DEPTH, .property = 0, .number = depth});
    return "enough";
}
static const struct engine deep = {
    .name = "deep", .level = LEVEL_CIRCUIT, .paper = "-", .summary = "deepens", .groups = "", .run = deepen};

static void hear(void *client, struct induct *c, const struct induct_event *event) {
    int *depths = client;
    (void)c;
    if (event->kind != INDUCT_EVENT_DEPTH) return;
    assert_int_equal(event->property, 2);
    assert_int_equal(event->number, *depths);
    ++*depths;
}

static void depths_are_of_the_users_properties(void **state) {
    (void)state;
    struct induct *c = problem(&deep);
    int depths = 0;
    induct_on_event(c, hear, &depths);
    induct_select(c, 2);
    assert_int_equal(induct_run(c), INDUCT_OK);
    assert_int_equal(depths, 5);
    assert_int_equal(induct_result(c, 2)->depth, 4);
    assert_int_equal(induct_result(c, 0)->depth, -1);
    induct_free(c);
}

/* Whatever happens to the circuit that was given to the engines, evidence is judged on the file. */
static void the_judge_reads_the_file_again(void **state) {
    (void)state;
    struct induct *c = problem(NULL);
    ((struct circuit *)c->model.circuit)->properties.data[0].bad =
        AIG_FALSE; /* as if a transform had spoilt it: now "toggles" looks safe */
    assert_int_equal(induct_run(c), INDUCT_OK);
    expect(c, 0, INDUCT_UNKNOWN, "evidence rejected");
    expect(c, 1, INDUCT_SAFE, "");
    induct_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lies_are_rejected),
        cmocka_unit_test(unverified_lies_pass_unverified),
        cmocka_unit_test(late_evidence_is_not_rejected_evidence),
        cmocka_unit_test(elapsed_time_counts),
        cmocka_unit_test(invariants_are_minimized_when_written),
        cmocka_unit_test(the_part_about_a_property_is_judged_first),
        cmocka_unit_test(giving_up),
        cmocka_unit_test(depths_are_of_the_users_properties),
        cmocka_unit_test(the_judge_reads_the_file_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
