/* Replay: what counts as reaching an error, what is stopped, and what a program cannot pretend. */
#include "check/replay/replay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "check/replay/testing_replay.h"

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
static const char *const kept[] = {"abort",  "exit",     "_exit",   "memset", "open",   "socket",
                                   "fork",   "execve",   "kill",    "ptrace", "unlink", "dup",
                                   "read",   "pipe",     "syscall", "printf", "puts",   "write",
                                   "writev", "mprotect", "mmap",    "mremap", "realloc"};

static const char prologue[] = "extern int __VERIFIER_nondet_int(void);\n"
                               "extern void reach_error(void);\n";

/* `why` (may be NULL) is the caller's. */
static enum replay_outcome outcome_why(struct replay_task *task, char *llvm, struct text *why) {
    struct text own = {0};
    if (!why) why = &own;
    task->program = llvm;
    if (!task->harness) task->harness = harness;
    task->supplied = supplied;
    task->n_supplied = 3;
    if (!task->kept) {
        task->kept = kept;
        task->n_kept = sizeof kept / sizeof *kept;
    }
    enum replay_outcome outcome = replay(task, NULL, why);
    if ((outcome == REPLAY_REACHED) != (why->size == 0)) fail_msg("%s", why->data);
    if (outcome == REPLAY_FAILED) print_message("%s\n", why->data);
    text_fini(&own);
    return outcome;
}

static enum replay_outcome outcome_of(struct replay_task *task, const char *source) {
    char *llvm = testing_llvm(source, task->ilp32, "");
    enum replay_outcome outcome = outcome_why(task, llvm, NULL);
    mem_free(llvm);
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

static void data_models(void **state) {
    (void)state;
    static const char source[] = "extern void reach_error(void);\nextern long long __VERIFIER_nondet_int();"
                                 "int main(void) { if (sizeof(long) == 8) reach_error(); }\n";
    struct replay_task task = {0};
    assert_int_equal(outcome_of(&task, source), REPLAY_REACHED);
    task.ilp32 = true;
    assert_int_equal(outcome_of(&task, source), REPLAY_ENDED);
    task.compiler = "no-such-compiler";
    assert_int_equal(outcome_of(&task, source), REPLAY_FAILED);
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

/* Saying so is not enough: no call but the harness's own writes the report, from nowhere else in the program, in either
 * mode. */
static void nothing_is_forged(void **state) {
    (void)state;
    static const char *const calls[] = {
        "write(3, \"error\", 5);",
        "struct { const char *base; unsigned long size; } what = {\"error\", 5}; writev(3, &what, 1);",
        "syscall(sizeof(long) == 8 ? 1 : 4, 3, \"error\", 5);",
        "syscall(sizeof(long) == 8 ? 20 : 146, 3, 0, 0);",
        "syscall(sizeof(long) == 8 ? 18 : 181, 3, \"error\", 5, 0);", /* pwrite64 */
        "syscall(sizeof(long) == 8 ? 15 : 119);",                     /* sigreturn: all registers */
        "syscall(sizeof(long) == 8 ? 322 : 358, 3, \"\", 0, 0, 0x1000);"};
    for (int ilp32 = 0; ilp32 < 2; ilp32++)
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            struct replay_task task = {.ilp32 = ilp32};
            char *source = mem_format("extern long write(), writev(), syscall(long, ...);\n"
                                      "int main(void) { %s return 0; }\n",
                                      calls[i]);
            enum replay_outcome outcome = outcome_of(&task, source);
            mem_free(source);
            if (outcome != REPLAY_STOPPED) fail_msg("%s: outcome %d", calls[i], outcome);
        }
    assert_int_equal(body("extern int puts(const char *); puts(\"error\");"), REPLAY_ENDED);
    assert_int_equal(body("extern void _exit(int); _exit(113);"), REPLAY_FAILED);
}

/* The image holds nothing that would help: what a report is made of is written to the pipe by somebody else. Symbols of
 * the linker, which weak declarations get, lead through all of it. */
static void image_has_no_secret(void **state) {
    (void)state;
    static const char source[] =
        "extern char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak)),\n"
        "    edata[] __attribute__((weak));\n"
        "extern long write();\n"
        "static int is_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }\n"
        "int main(void) {\n"
        "    for (char *p = __executable_start; p < etext + 0x40000; p++) {\n"
        "        int n = 0;\n"
        "        while (n < 32 && is_digit(p[n])) n++;\n"
        "        char line[40] = \"................................ error\\n\";\n"
        "        for (int i = 0; i < 32; i++) line[i] = p[i];\n"
        "        if (n == 32) { write(3, line, 39); return 0; }\n"
        "    }\n"
        "    return 0;\n"
        "}\n";
    struct replay_task task = {0};
    assert_int_not_equal(outcome_of(&task, source), REPLAY_REACHED);
}

/* Neither is there code that could become something else. */
static void code_stays(void **state) {
    (void)state;
    static const char *const calls[] = {"mprotect((void *)((unsigned long)&main & -4096ul), 4096, 7);",
                                        "mprotect((void *)0x100000, 4096, 5);",
                                        "mmap(0, 4096, 7, 0x22, -1, 0);",
                                        "mmap((void *)0x100000, 4096, 3, 0x32, -1, 0);",
                                        "syscall(sizeof(long) == 8 ? 9 : 90, 0, 4096l, 7, 0x22, -1, 0l);"};
    for (int ilp32 = 0; ilp32 < 2; ilp32++)
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            struct replay_task task = {.ilp32 = ilp32};
            char *source =
                mem_format("extern void reach_error(void), *mmap(); extern int mprotect(); extern long "
                           "syscall(long, ...);\n"
                           "int main(void) { %s reach_error(); }\n",
                           calls[i]);
            enum replay_outcome outcome = outcome_of(&task, source);
            mem_free(source);
            if (outcome != REPLAY_STOPPED) fail_msg("%s: outcome %d", calls[i], outcome);
        }
    assert_int_equal(body("*(volatile char *)0x100000 = 1; reach_error();"), REPLAY_CRASHED);
    assert_int_equal(body("char code[] = {0xc3}; ((void (*)(void))code)(); reach_error();"), REPLAY_CRASHED);
    assert_int_equal(body("extern void *realloc(); char *p = realloc(realloc(0, 1 << 20), 1 << 24);"
                          "p[(1 << 24) - 1] = 1; reach_error();"),
                     REPLAY_REACHED); /* without moving pages */
}

/* Assembly reads files when it is assembled. None is, and none is quoted. */
static void no_file_is_read(void **state) {
    (void)state;
    char hidden[] = "/tmp/replay-test-XXXXXX";
    int file = mkstemp(hidden);
    assert_true(file >= 0 && write(file, "hidden content\n", 15) == 15);
    close(file);
    static const struct {
        const char *source;
        enum replay_outcome outcome;
    } rows[] = {
        {"__asm__(\".include \\\"%s\\\"\"); int main(void) { reach_error(); }", REPLAY_FAILED},
        {"__asm__(\".data\\nx: .incbin \\\"%s\\\"\"); int main(void) { reach_error(); }", REPLAY_FAILED},
        {"int main(void) { __asm__(\".include \\\"%s\\\"\"); reach_error(); }", REPLAY_STOPPED},
        {"int main(void) { __asm__(\".data\\n.incbin \\\"%s\\\"\\n.text\"); reach_error(); }",
         REPLAY_STOPPED},
        {"int main(void) { if (!*\"%s\") __asm__(\".nonsense\"); reach_error(); }", REPLAY_REACHED},
        {"int main(void) { __asm__ volatile(\"\" ::: \"memory\"); if (*\"%s\") reach_error(); }",
         REPLAY_REACHED},
        {"int x __asm__(\"x\\n.include \\\"%s\\\"\\n\") = 1; int main(void) { reach_error(); }",
         REPLAY_FAILED},
        {"int x __asm__(\"x\\\\\\\";.include \\\"%s\\\";.globl \\\"\") = 1; int main(void) { reach_error(); "
         "}",
         REPLAY_FAILED},
        {"extern void f(void) __asm__(\"f;.include \\\"%s\\\"\"); int main(void) { f(); reach_error(); }",
         REPLAY_FAILED},
        {"int x __attribute__((section(\"x\\n.include \\\"%s\\\"\\n\"))) = 1; int main(void) { "
         "reach_error(); }",
         REPLAY_FAILED},
        {"_Pragma(\"clang section data=\\\"x y%s\\\"\") int x = 1; int main(void) { reach_error(); }",
         REPLAY_FAILED},
        {"int x __attribute__((section(\".induct.report\"))) = *\"%s\" ? 1 : 0; int main(void) {}",
         REPLAY_FAILED},
        {"extern void other(void) __asm__(\"induct.supplied.reach_error\"); int main(void) { if (*\"%s\") "
         "other(); }",
         REPLAY_FAILED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text source = {0}, why = {0};
        struct replay_task task = {0};
        text_add(&source, "extern void reach_error(void);\n");
        const char *mark = strstr(rows[i].source, "%s");
        text_format(&source, "%.*s%s%s\n", (int)(mark - rows[i].source), rows[i].source, hidden, mark + 2);
        char *llvm = testing_llvm(source.data, false, "");
        enum replay_outcome outcome = outcome_why(&task, llvm, &why);
        if (outcome != rows[i].outcome) fail_msg("%s: outcome %d", source.data, outcome);
        assert_true(!why.data || !strstr(why.data, "hidden"));
        assert_true(!why.data || !strstr(why.data, hidden));
        mem_free(llvm);
        text_fini(&source);
        text_fini(&why);
    }
    remove(hidden);
}

static void limits_end_it(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    struct replay_task task = {.program = "", .harness = ""};
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
        cmocka_unit_test(data_models),
        cmocka_unit_test(forbidden_calls),
        cmocka_unit_test(memory_and_output),
        cmocka_unit_test(what_the_library_has),
        cmocka_unit_test(names_of_the_program),
        cmocka_unit_test(nothing_is_forged),
        cmocka_unit_test(image_has_no_secret),
        cmocka_unit_test(code_stays),
        cmocka_unit_test(no_file_is_read),
        cmocka_unit_test(limits_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
