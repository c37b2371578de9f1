/* Replay: what counts as reaching an error, what is stopped, and what a program cannot pretend. */
#include "replay/replay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Two inputs, 3 and then 5, and the usual error function. */
static const char harness[] = "static int given;\n"
                              "int input(void) INDUCT_SUPPLIED(\"__VERIFIER_nondet_int\");\n"
                              "int input(void) { return given++ ? 5 : 3; }\n"
                              "void error(void) INDUCT_SUPPLIED(\"reach_error\");\n"
                              "void error(void) { induct_report(\"error\"); }\n"
                              "void failure(void) INDUCT_SUPPLIED(\"__assert_fail\");\n"
                              "void failure(void) { induct_report(\"error\"); }\n";
static const char *const supplied[] = {"__VERIFIER_nondet_int", "reach_error", "__assert_fail"};

/* Functions of the C library that tests are about. */
static const char *const kept[] = {"abort", "exit",   "_exit",   "memset", "open",   "socket",
                                   "fork",  "execve", "kill",    "ptrace", "unlink", "dup",
                                   "read",  "pipe",   "syscall", "printf", "puts",   "write"};

static const char prologue[] = "extern int __VERIFIER_nondet_int(void);\n"
                               "extern void reach_error(void);\n";

static enum replay_outcome outcome_of(struct replay_task *task, const char *source) {
    char path[] = "/tmp/replay-test-XXXXXX.c";
    int file = mkstemps(path, 2);
    assert_true(file >= 0 && write(file, source, strlen(source)) == (ssize_t)strlen(source));
    close(file);
    if (!task->bytes) task->source = path;
    if (!task->harness) task->harness = harness;
    task->supplied = supplied;
    task->n_supplied = 3;
    if (!task->kept) {
        task->kept = kept;
        task->n_kept = sizeof kept / sizeof *kept;
    }
    struct text why = {0};
    enum replay_outcome outcome = replay(task, NULL, &why);
    if ((outcome == REPLAY_REACHED) != (why.size == 0)) fail_msg("%s", why.data);
    if (outcome == REPLAY_FAILED) print_message("%s\n", why.data);
    text_fini(&why);
    remove(path);
    return outcome;
}

static enum replay_outcome body(const char *statements) {
    struct replay_task task = {.seconds = 2};
    char *source = mem_format("%sint main(void) { int x = __VERIFIER_nondet_int(), y = "
                              "__VERIFIER_nondet_int(); %s return 0; }\n",
                              prologue, statements);
    enum replay_outcome outcome = outcome_of(&task, source);
    mem_free(source);
    return outcome;
}

static void errors_are_reached_or_not(void **state) {
    (void)state;
    assert_int_equal(body("if (x == 3 && y == 5) reach_error();"), REPLAY_REACHED);
    assert_int_equal(body("if (x == 5) reach_error();"), REPLAY_ENDED);
    assert_int_equal(body("void (*f)(void) = reach_error; f();"), REPLAY_REACHED);
    assert_int_equal(body("extern void abort(void); abort(); reach_error();"), REPLAY_ENDED);
    assert_int_equal(body("extern void exit(int); exit(0); reach_error();"), REPLAY_ENDED);
    assert_int_equal(body("*(volatile int *)0 = 1; reach_error();"), REPLAY_CRASHED);
    assert_int_equal(body("extern void __assert_fail(); if (x == 3) __assert_fail(\"x\", \"f\", 1, \"g\");"),
                     REPLAY_REACHED);
    assert_int_equal(body("x = (int)0x80000000 + x; if (x - 4 > 0) reach_error();"), REPLAY_REACHED);
    assert_int_equal(body("x -= 3; y /= x; reach_error();"), REPLAY_TRAPPED);
    assert_int_equal(body("for (;;) x++; reach_error();"), REPLAY_TIMEOUT);
    assert_int_equal(body("unknown_to_all(x); if (!unknown_too()) reach_error();"), REPLAY_REACHED);
}

/* Variables, too, and functions by their address; each may be mentioned more than once. */
static void what_nobody_has(void **state) {
    (void)state;
    assert_int_equal(body("extern int nowhere, many[100]; nowhere = x; many[99] = y;"
                          "if (nowhere == 3 && many[99] == 5) reach_error();"),
                     REPLAY_REACHED);
    assert_int_equal(body("extern int nobody(void); int (*f)(void) = nobody;"
                          "if (!f() && !nobody()) reach_error();"),
                     REPLAY_REACHED);
}

/* The harness starts the run: at a static function, or at the main of the program with its own arguments. */
static void other_starts(void **state) {
    (void)state;
    static const char source[] = "extern void reach_error(void);\n"
                                 "static int f(int n) { if (n == 7) reach_error(); return n; }\n"
                                 "int main(int n) { if (n == 12) reach_error(); return f(0); }\n";
    static const char *const calls[] = {"INDUCT_PROGRAM(\"f\"); int main(void) { start(7); }\n",
                                        "__asm__(INDUCT_HIDDEN_MAIN); int main(void) { start(12); }\n"};
    for (int i = 0; i < 2; i++) {
        char *starting = mem_format("%sextern void start(int) %s", harness, calls[i]);
        struct replay_task task = {.hides_main = true, .entry = i ? NULL : "f", .harness = starting};
        assert_int_equal(outcome_of(&task, source), REPLAY_REACHED);
        mem_free(starting);
    }
}

/* Definitions in the source give way, whatever they do and whatever their linkage. */
static void own_definitions(void **state) {
    (void)state;
    struct replay_task task = {0};
    static const char *const heads[] = {
        "void reach_error(void) { for (;;) ; }\n",
        "static void reach_error(void) {}\n",
        ("extern void exit(int); static void reach_error(void) { exit(0); }\n"
         "int __VERIFIER_nondet_int(void) { int u; return u - 99; }\n"),
        "#include <assert.h>\nvoid reach_error() { assert(0); }\n",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char *source = mem_format("extern int __VERIFIER_nondet_int(void);\n%s"
                                  "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }\n",
                                  heads[i]);
        assert_int_equal(outcome_of(&task, source), REPLAY_REACHED);
        mem_free(source);
    }
    assert_int_equal(outcome_of(&task, "#include <assert.h>\nint main(void) { assert(1 + 1 == 3); }\n"),
                     REPLAY_REACHED);
}

static void data_models_and_arguments(void **state) {
    (void)state;
    static const char source[] = "extern void reach_error(void);\nextern long long __VERIFIER_nondet_int();"
                                 "int main(void) { if (sizeof(long) == SIZE) reach_error(); }\n";
    struct replay_task task = {.arguments = (const char *const[]){"-DSIZE=8"}, .n_arguments = 1};
    assert_int_equal(outcome_of(&task, source), REPLAY_REACHED);
    task.ilp32 = true;
    assert_int_equal(outcome_of(&task, source), REPLAY_ENDED);
    task.arguments = (const char *const[]){"-DSIZE=4"};
    assert_int_equal(outcome_of(&task, source), REPLAY_REACHED);
    assert_int_equal(outcome_of(&task, "int main(void) { return }\n"), REPLAY_FAILED);
    task.compiler = "no-such-compiler";
    assert_int_equal(outcome_of(&task, source), REPLAY_FAILED);
}

/* The bytes that were read count, not what the file has become; what it includes is still looked for beside it. */
static void source_as_read(void **state) {
    (void)state;
    char folder[] = "/tmp/replay-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *header = mem_format("%s/limit.h", folder), *path = mem_format("%s/gone.c", folder);
    FILE *file = fopen(header, "w");
    fputs("#define LIMIT 3\n", file);
    fclose(file);
    static const char source[] = "#include \"limit.h\"\nextern int __VERIFIER_nondet_int(void);\n"
                                 "extern void reach_error(void);\n"
                                 "int main(void) { if (__VERIFIER_nondet_int() == LIMIT) reach_error(); }\n";
    struct replay_task task = {.source = path, .bytes = source, .size = sizeof source - 1};
    assert_int_equal(outcome_of(&task, ""), REPLAY_REACHED);
    remove(header);
    assert_int_equal(outcome_of(&task, ""), REPLAY_FAILED);
    rmdir(folder);
    mem_free(header);
    mem_free(path);
}

/* Everything that a program has no business with, in both modes of the machine. */
static void forbidden_calls(void **state) {
    (void)state;
    static const char *const calls[] = {
        "open(\"/etc/passwd\", 0)",
        "open(\"/tmp/replay-made-this\", 0102, 0600)",
        "socket(2, 1, 0)",
        "fork()",
        "execve(\"/bin/true\", arguments, 0)",
        "kill(1, 0)",
        "ptrace(0, 0, 0, 0)",
        "unlink(\"/tmp/replay-made-this\")",
        "dup(1)",
        "read(0, &calls, 1)",
        "pipe(pipes)",
        "syscall(322, 4, \"/bin/true\", arguments, 0, 0x1000)",
    };
    for (int ilp32 = 0; ilp32 < 2; ilp32++) {
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            struct replay_task task = {.ilp32 = ilp32};
            char *source = mem_format("%sint main(void) { int calls = 0, pipes[2]; char *arguments[] = {0}; "
                                      "%s; reach_error(); return 0; }\n",
                                      prologue, calls[i]);
            enum replay_outcome outcome = outcome_of(&task, source);
            mem_free(source);
            if (outcome != REPLAY_STOPPED) fail_msg("%s: outcome %d", calls[i], outcome);
        }
    }
    assert_int_not_equal(access("/tmp/replay-made-this", F_OK), 0);
}

static void memory_and_output(void **state) {
    (void)state;
    assert_int_equal(body("extern int printf(const char *, ...); printf(\"%d\\n\", x); reach_error();"),
                     REPLAY_REACHED);
    assert_int_equal(
        body("\nextern void *malloc(unsigned long); char *p = malloc(1000); p[999] = 7; if (p[999] == "
             "7) reach_error();"),
        REPLAY_REACHED);
    assert_int_equal(body("extern void *malloc(unsigned long); if (malloc(1ul << 40)) reach_error();"),
                     REPLAY_STARVED);
    assert_int_equal(body("extern void *calloc(unsigned long, unsigned long);"
                          "if (calloc(1ul << 40, 1ul << 40)) reach_error();"),
                     REPLAY_STARVED);
    struct replay_task task = {.memory = 64 << 20};
    static const char greedy[] =
        "extern void *malloc(unsigned long), *memset(void *, int, unsigned long);\n"
        "extern void reach_error(void);\n"
        "int main(void) { void *p; while ((p = malloc(1 << 20))) memset(p, 1, 1 << 20); "
        "reach_error(); }\n";
    assert_int_equal(outcome_of(&task, greedy), REPLAY_STARVED);
    assert_int_equal(body("extern void free(); free(&x); free((void *)8); reach_error();"), REPLAY_REACHED);
}

/* The library has functions and variables of these names: they are not meant. */
static void what_the_library_has(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "extern void error(void); error();",
        "extern void perror(const char *), sync(void), syslog(int, ...); perror(\"x\"); sync(); syslog(1, "
        "\"x\");",
        "extern void err(int, const char *, ...), getopt(); err(1, \"x\"); getopt();",
        "extern int open(const char *, int); if (open(\"/etc/passwd\", 0)) return 1;",
        "extern void rewind(void *); extern void *stdout; rewind(stdout);",
        "extern int environ[9]; environ[8] = 3; if (environ[8] != 3) return 1;",
        "extern int perror, usleep[100000]; perror = 1; usleep[99999] = 2; if (perror != 1) return 1;",
        "extern double sqrt(double); extern float cosf(float); extern long double sinl(long double);"
        "if (sqrt(4) != 0 || cosf(4) != 0 || sinl(4) != 0) return 1;",
        "struct s { long a[9]; }; extern struct s acct(int); struct s t = acct(1); x = t.a[0];",
        "extern __thread int errno; errno = 5; if (errno != 5) return 1;",
        "extern int sync(void); int (*f)(void) = sync; if (f()) return 1;",
    };
    for (int ilp32 = 0; ilp32 < 2; ilp32++)
        for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
            struct replay_task task = {.ilp32 = ilp32, .kept = supplied};
            char *source = mem_format("%sint main(void) { int x = 0; %s reach_error(); return 0; }\n",
                                      prologue, bodies[i]);
            enum replay_outcome outcome = outcome_of(&task, source);
            mem_free(source);
            if (outcome != REPLAY_REACHED) fail_msg("%s: outcome %d", bodies[i], outcome);
        }
    assert_int_equal(
        body("extern void stop(void) __attribute__((noreturn)); if (x == 3) stop(); reach_error();"),
        REPLAY_ENDED);
}

/* Nothing that the program calls its own gets into the way of the report. */
static void names_of_the_program(void **state) {
    (void)state;
    struct replay_task task = {0};
    static const char source[] =
        "extern void reach_error(void);\n"
        "long write(int f, const void *p, unsigned long n) { return 0; }\n"
        "void _exit(int n) { for (;;) ; }\nint induct_report(int x) { return x; }\n"
        "int induct_next(void) { return 1; }\nint induct_supplied_reach_error(void) { return 1; }\n"
        "void induct_end(void) {}\nint input(void) { return 7; }\nvoid *malloc(unsigned long n) { return 0; "
        "}\n"
        "int main(void) { write(3, 0, 0); induct_end(); if (induct_report(3) == 3 && induct_next() && "
        "input() == 7\n"
        "    && induct_supplied_reach_error() && !malloc(5)) reach_error(); _exit(1); }\n";
    assert_int_equal(outcome_of(&task, source), REPLAY_REACHED);
}

/* Saying so is not enough. */
static void nothing_is_forged(void **state) {
    (void)state;
    assert_int_equal(body("extern long write(int, const void *, unsigned long); write(3, \"error\\n\", 6);"),
                     REPLAY_ENDED);
    assert_int_equal(body("extern int puts(const char *); puts(\"error\");"), REPLAY_ENDED);
    assert_int_equal(body("extern void _exit(int); _exit(113);"), REPLAY_FAILED);
}

static void limits_end_it(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    struct replay_task task = {.source = "none.c", .harness = ""};
    struct text why = {0};
    assert_int_equal(replay(&task, &limits, &why), REPLAY_TIMEOUT);
    assert_true(why.size > 0);
    text_fini(&why);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_reached_or_not),
        cmocka_unit_test(what_nobody_has),
        cmocka_unit_test(other_starts),
        cmocka_unit_test(own_definitions),
        cmocka_unit_test(data_models_and_arguments),
        cmocka_unit_test(forbidden_calls),
        cmocka_unit_test(memory_and_output),
        cmocka_unit_test(what_the_library_has),
        cmocka_unit_test(names_of_the_program),
        cmocka_unit_test(nothing_is_forged),
        cmocka_unit_test(limits_end_it),
        cmocka_unit_test(source_as_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
