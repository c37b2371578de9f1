/* Several objects in several threads: each answers as if it were alone, whoever opens a library first, whoever starts
 * processes meanwhile, whoever is interrupted. Meant to be run under ThreadSanitizer, too (preset tsan).
 *   threads DIRECTORY       with the models of examples/
 */
#include "induct.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char *examples;

/* Circuits with our solver and CaDiCaL; systems with Z3; programs with LLVM, processes and libseccomp, too. */
struct task {
    const char *file;
    enum induct_verdict verdict; /* of property 0 */
    const char *evidence;        /* a format to write it in, and to judge */
};
static const struct task tasks[] = {
    {"midpoint-unsafe.c", INDUCT_UNSAFE, "yml"},        {"ring-buffer-safe.c", INDUCT_SAFE, "smt2"},
    {"thermostat-safe.vmt", INDUCT_SAFE, "smt2"},       {"counter-unsafe.aag", INDUCT_UNSAFE, "aiw"},
    {"mutual-increase-safe.vmt", INDUCT_SAFE, "smt2"},  {"peterson-safe.aag", INDUCT_SAFE, "aag"},
    {"fifo-properties.btor2", INDUCT_UNSAFE, "btorwit"}};
enum { TASKS = sizeof tasks / sizeof *tasks, THREADS = 2 };

/* A program that is read by a copy of this process before LLVM may work on it here. */
static const char bitcode[] = "declare i32 @__VERIFIER_nondet_int()\n"
                              "declare void @reach_error()\n"
                              "define i32 @main() {\n"
                              "  %x = call i32 @__VERIFIER_nondet_int()\n"
                              "  %bad = icmp eq i32 %x, 7\n"
                              "  br i1 %bad, label %error, label %end\n"
                              "error:\n"
                              "  call void @reach_error()\n"
                              "  br label %end\n"
                              "end:\n"
                              "  ret i32 0\n"
                              "}\n";

struct worker {
    pthread_t thread;
    pthread_barrier_t *start;
    unsigned number, first, count; /* tasks, in a circle */
    bool foreign;                  /* the bitcode instead */
    unsigned events, verdicts;
    char complaint[512]; /* "": all is well */
};

static void on_event(void *client, struct induct *problem, const struct induct_event *event) {
    (void)problem, (void)event;
    ((struct worker *)client)->events++;
}

static void on_verdict(void *client, struct induct *problem, unsigned property) {
    (void)problem, (void)property;
    ((struct worker *)client)->verdicts++;
}

static void complain(struct worker *w, const char *file, const char *what, struct induct *problem) {
    if (!*w->complaint)
        snprintf(w->complaint, sizeof w->complaint, "%s: %s (%s)", file, what, induct_error(problem));
}

static void judge(struct worker *w, const struct task *task, struct induct *problem) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/induct-threads-%d-%u.%s", (int)getpid(), w->number, task->evidence);
    struct induct_verification v;
    if (induct_write_evidence(problem, 0, path) != INDUCT_OK)
        complain(w, task->file, "no evidence is written", problem);
    else if (induct_verify(problem, path, &v) != INDUCT_OK || v.judgement != INDUCT_ACCEPTED)
        complain(w, task->file, "the evidence is not accepted", problem);
    unlink(path);
}

static void decide(struct worker *w, const struct task *task) {
    struct induct *problem = induct_new();
    char path[512];
    snprintf(path, sizeof path, "%s/%s", examples, task->file);
    induct_on_event(problem, on_event, w);
    induct_on_verdict(problem, on_verdict, w);
    enum induct_status status = w->foreign
                                    ? induct_load_memory(problem, bitcode, strlen(bitcode), "program.ll")
                                    : induct_load_file(problem, path);
    if (status != INDUCT_OK || induct_run(problem) != INDUCT_OK)
        complain(w, task->file, "it does not run", problem);
    else if (induct_result(problem, 0)->verdict != task->verdict || !induct_result(problem, 0)->verified)
        complain(w, task->file, induct_result(problem, 0)->reason, problem);
    else if (!w->foreign)
        judge(w, task, problem);
    induct_free(problem);
}

static void *work(void *argument) {
    struct worker *w = argument;
    pthread_barrier_wait(w->start);
    for (unsigned i = 0; i < w->count && !*w->complaint; i++) decide(w, &tasks[(w->first + i) % TASKS]);
    return NULL;
}

static void together(struct worker *workers, unsigned n) {
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, n);
    for (unsigned i = 0; i < n; i++) {
        workers[i].start = &start;
        workers[i].number = i;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < n; i++) pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&start);
    for (unsigned i = 0; i < n; i++) {
        if (*workers[i].complaint) fail_msg("thread %u: %s", i, workers[i].complaint);
        assert_true(workers[i].events > 0);
        assert_true(workers[i].verdicts >= workers[i].count);
    }
}

/* Nothing is open yet: LLVM, libseccomp and Z3 are opened by two threads at once. */
static void first_uses_meet(void **state) {
    (void)state;
    struct worker workers[THREADS] = {{.first = 0, .count = 2}, {.first = 0, .count = 2}};
    together(workers, THREADS);
}

static void all_kinds_of_models_side_by_side(void **state) {
    (void)state;
    struct worker workers[THREADS] = {{.first = 2, .count = TASKS}, {.first = 5, .count = TASKS}};
    together(workers, THREADS);
}

static void foreign_bitcode_beside_a_program(void **state) {
    (void)state;
    struct worker workers[THREADS + 1] = {
        {.first = 0, .count = 1, .foreign = true}, {.first = 0, .count = 2}, {.first = 1, .count = 2}};
    together(workers, THREADS + 1);
}

/* A counter of 48 bits, too deep for bmc. */
static struct induct *endless(void) {
    enum { BITS = 48 };
    size_t size;
    char *model;
    FILE *file = open_memstream(&model, &size);
    fprintf(file, "aag %d 0 %d 0 %d 1\n", 4 * BITS, BITS, 3 * BITS);
    unsigned carry = 1, next = 2 * (BITS + 1);
    char *gates;
    size_t gates_size;
    FILE *out = open_memstream(&gates, &gates_size);
    for (unsigned i = 0; i < BITS; i++) { /* bit xor carry, and the carry: three gates a bit */
        unsigned bit = 2 * (i + 1), both = next, neither = next + 2, sum = next + 4;
        fprintf(out, "%u %u %u\n%u %u %u\n%u %u %u\n", both, bit, carry, neither, bit ^ 1, carry ^ 1, sum,
                both ^ 1, neither ^ 1);
        fprintf(file, "%u %u\n", bit, sum);
        carry = both;
        next += 6;
    }
    fclose(out);
    fprintf(file, "%u\n%s", carry, gates);
    fclose(file);
    struct induct *problem = induct_new();
    assert_int_equal(induct_load_memory(problem, model, size, "counter.aag"), INDUCT_OK);
    assert_int_equal(induct_set_engine(problem, "bmc"), INDUCT_OK);
    free(model);
    free(gates);
    return problem;
}

static void *run_endless(void *problem) {
    return induct_run(problem) == INDUCT_OK ? problem : NULL;
}

/* One is interrupted while it runs, the other has a time limit of its own. */
static void interrupts_hit_one_object(void **state) {
    (void)state;
    struct induct *problems[2] = {endless(), endless()};
    pthread_t threads[2];
    induct_set_timeout(problems[1], 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_endless, problems[i]), 0);
    nanosleep(&(struct timespec){.tv_nsec = 300 * 1000 * 1000}, NULL);
    induct_interrupt(problems[0]);
    for (int i = 0; i < 2; i++) {
        void *ran;
        pthread_join(threads[i], &ran);
        assert_ptr_equal(ran, problems[i]);
    }
    assert_int_equal(induct_result(problems[0], 0)->cause, INDUCT_REASON_INTERRUPTED);
    assert_int_equal(induct_result(problems[1], 0)->cause, INDUCT_REASON_TIMEOUT);
    for (int i = 0; i < 2; i++) induct_free(problems[i]);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: threads DIRECTORY\n", stderr);
        return 2;
    }
    examples = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_uses_meet),
        cmocka_unit_test(all_kinds_of_models_side_by_side),
        cmocka_unit_test(foreign_bitcode_beside_a_program),
        cmocka_unit_test(interrupts_hit_one_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
