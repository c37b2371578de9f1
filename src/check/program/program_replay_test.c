/* Counterexamples of C programs: an automaton as the reader makes it, a program that fits it or does not, and witnesses
 * that were tampered with. */
#include "check/program/program_replay.h"

#include "check/program/program_harness.h"
#include "format/witness/program_witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "check/replay/testing_replay.h"

static const char program[] = "extern int __VERIFIER_nondet_int(void);\n"
                              "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
                              "void reach_error(void) {}\n"
                              "int main(void) {\n"
                              "    int x = __VERIFIER_nondet_int();\n"
                              "    unsigned char y = __VERIFIER_nondet_uchar();\n"
                              "    if (x + y == -2) reach_error();\n"
                              "}\n";

struct example {
    struct program *program;
    struct program_trace *trace;
    struct program_origin origin;
    char *llvm; /* of the origin */
};

/* What the program is. */
static void become(struct example *e, const char *source) {
    mem_free(e->llvm);
    e->llvm = testing_llvm(source, false, "-femit-all-decls");
    e->origin.bytes = source;
    e->origin.size = strlen(source);
    e->origin.llvm = e->llvm;
}

/* x := input; y := input; assume x + y = -2 */
static void start(struct example *e, const char *source) {
    struct program *program = e->program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    struct program_position at5 = {.file = "prog.c", .function = "main", .line = 5, .column = 13}, at6 = at5,
                            at7 = at5;
    at6.line = 6;
    at7.line = 7;
    uint32_t x = program_add_variable(program, "x", sort_bv(b, 32)),
             y = program_add_variable(program, "y", sort_bv(b, 8));
    program->variables.data[x].source = program->variables.data[x].name;
    program->variables.data[y].source = program->variables.data[y].name;
    program->variables.data[x].is_signed = true;
    program_add_location(program, "start", at5);
    program_add_location(program, "error", at7);
    program_add_location(program, "middle", at6);
    program->initial = 0;
    program->error = 1;
    uint32_t first = program_add_site(program, PROGRAM_INPUT, x, "__VERIFIER_nondet_int", at5);
    uint32_t second = program_add_site(program, PROGRAM_INPUT, y, "__VERIFIER_nondet_uchar", at6);
    term wide = term_extend(b, TERM_BV_ZERO_EXTEND, program->variables.data[y].now, 24);
    term sum = term_bv2(b, TERM_BV_ADD, program->variables.data[x].now, wide);
    program_add_edge(program, 0, program_havoc(program, first), 2, at5);
    program_command test = program_assume(program, term_eq(b, sum, term_bits_ui(b, 0xfffffffe, 32)));
    program_add_edge(program, 2, program_then(program, program_havoc(program, second), test), 1, at7);
    assert_null(program_check(program));
    struct program_trace *t = e->trace = program_trace_new();
    vec_push(&t->initial, term_bits_ui(b, 0, 32));
    vec_push(&t->initial, term_bits_ui(b, 0, 8));
    vec_push(&t->edges, 0);
    vec_push(&t->edges, 1);
    vec_push(&t->inputs, (struct program_input_value){0, first, term_bits_ui(b, 0xfffffffe - 200, 32)});
    vec_push(&t->inputs, (struct program_input_value){1, second, term_bits_ui(b, 200, 8)});
    e->origin = (struct program_origin){.file = "prog.c", .version = "0.1.0"};
    e->llvm = NULL;
    become(e, source);
}

static void stop(struct example *e) {
    program_trace_free(e->trace);
    program_free(e->program);
    mem_free(e->llvm);
}

static enum program_replay judged(struct example *e) {
    struct text why = {0};
    enum program_replay result = check_program_replay(e->program, e->trace, &e->origin, NULL, NULL, &why);
    assert_int_equal(result == PROGRAM_REPLAYED, why.size == 0);
    text_fini(&why);
    return result;
}

static void replayed_or_not(void **state) {
    (void)state;
    struct example e;
    start(&e, program);
    assert_int_equal(judged(&e), PROGRAM_REPLAYED);
    e.trace->inputs.data[1].value = term_bits_ui(e.program->terms, 201, 8);
    assert_int_equal(judged(&e), PROGRAM_REJECTED);
    stop(&e);
    /* A program that is not what the automaton says: a bug of the reader. */
    start(&e,
          "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }\n");
    assert_int_equal(judged(&e), PROGRAM_NOT_REPRODUCED);
    e.program->sites.data[0].kind = PROGRAM_UNINITIALIZED;
    assert_int_equal(judged(&e), PROGRAM_INTERPRETED);
    stop(&e);
    start(&e, "__asm__(\"nop\"); int main(void) { return 1; }\n");
    assert_int_equal(judged(&e), PROGRAM_UNDECIDED);
    stop(&e);
    start(&e,
          "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
          "extern int open(const char *, int);\nextern void reach_error(void);\n"
          "int main(void) { __VERIFIER_nondet_int(); __VERIFIER_nondet_uchar(); open(\"/etc/passwd\", 0); "
          "reach_error(); }\n");
    assert_int_equal(judged(&e), PROGRAM_REPLAYED); /* open is a function without a body, and does nothing */
    uint32_t site =
        program_add_site(e.program, PROGRAM_LIBRARY, 0, "open", (struct program_position){.line = 5});
    assert_int_equal(judged(&e),
                     PROGRAM_REPLAYED); /* it is stopped at the call, but nothing depends on that */
    struct program_edge *first = &e.program->edges.data[0];
    first->command = program_then(e.program, program_havoc(e.program, site), first->command);
    assert_int_equal(judged(&e), PROGRAM_REPLAYED);
    stop(&e);
    start(&e, "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
              "extern void *malloc(unsigned long);\nextern void reach_error(void);\n"
              "int main(void) { __VERIFIER_nondet_int(); __VERIFIER_nondet_uchar(); if (malloc(1ul << 40)) "
              "reach_error(); }\n");
    assert_int_equal(judged(&e), PROGRAM_INTERPRETED); /* the machine has no such memory */
    stop(&e);
    static const char *const ends[] = {"*(volatile int *)0 = 1;", "abort();"};
    for (int i = 0; i < 2; i++) {
        char *source = mem_format(
            "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
            "extern void abort(void), reach_error(void);\n"
            "int main(void) { __VERIFIER_nondet_int(); __VERIFIER_nondet_uchar(); %s reach_error(); }\n",
            ends[i]);
        start(&e, source);
        assert_int_equal(judged(&e), i ? PROGRAM_NOT_REPRODUCED : PROGRAM_UNDECIDED);
        stop(&e);
        mem_free(source);
    }
}

static void other_entries(void **state) {
    (void)state;
    struct example e;
    start(&e, "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
              "extern void failed(void);\nstatic int f(void) { if (__VERIFIER_nondet_int() + "
              "__VERIFIER_nondet_uchar() == -2) failed(); return 0; }\nint g(void) { return f(); }\n"
              "int main(void) { return 0; }\n");
    assert_int_equal(judged(&e), PROGRAM_NOT_REPRODUCED);
    e.origin.entry = "g";
    assert_int_equal(judged(&e), PROGRAM_NOT_REPRODUCED); /* `failed` is none of the usual errors */
    const char *const errors[] = {"failed"};
    e.origin.errors = errors;
    e.origin.n_errors = 1;
    assert_int_equal(judged(&e), PROGRAM_REPLAYED);
    e.origin.entry = NULL;
    assert_int_equal(judged(&e), PROGRAM_NOT_REPRODUCED);
    stop(&e);
}

/* A value enters that nobody set: only where the run depends on it may the program do otherwise. */
static void uninitialised_values(void **state) {
    (void)state;
    static const char other[] =
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }\n";
    for (int depends = 0; depends < 2; depends++) {
        struct example e;
        start(&e, other);
        struct terms *b = e.program->terms;
        uint32_t u = program_add_variable(e.program, "u", sort_bv(b, 32));
        uint32_t site =
            program_add_site(e.program, PROGRAM_UNINITIALIZED, u, NULL, (struct program_position){.line = 6});
        struct program_edge *first = &e.program->edges.data[0];
        first->command = program_then(e.program, first->command, program_havoc(e.program, site));
        if (depends) {
            term low = term_bv2(b, TERM_BV_ULT, e.program->variables.data[u].now, term_bits_ui(b, 9, 32));
            first->command = program_then(e.program, first->command, program_assume(e.program, low));
        }
        vec_push(&e.trace->initial, term_bits_ui(b, 0, 32));
        struct text why = {0};
        assert_int_equal(check_program_replay(e.program, e.trace, &e.origin, NULL, NULL, &why),
                         depends ? PROGRAM_INTERPRETED : PROGRAM_NOT_REPRODUCED);
        if (depends) assert_non_null(strstr(why.data, "uninitialised variable at line 6"));
        text_fini(&why);
        become(&e, program);
        assert_int_equal(judged(&e), PROGRAM_REPLAYED);
        struct text out = {0};
        assert_true(program_witness_text(&out, e.program, e.trace, &e.origin));
        assert_int_equal(strstr(out.data, PROGRAM_INPUTS_INCOMPLETE) != NULL, depends);
        assert_int_equal(strstr(out.data, "uninitialised, happens to be: 0\n") != NULL, depends);
        text_fini(&out);
        stop(&e);
    }
}

static void write_witness(struct text *out, struct example *e, int format) {
    struct program_inputs inputs;
    switch (format) {
    case 0:
        assert_true(program_inputs_of(&inputs, e->program, e->trace));
        struct program_externals externals;
        check_program_externals(&e->origin, &externals);
        program_harness(out, e->program, &inputs, &e->origin, &externals);
        program_externals_fini(&externals);
        program_inputs_fini(&inputs);
        break;
    case 1: assert_true(program_witness_text(out, e->program, e->trace, &e->origin)); break;
    default: assert_true(program_witness_yaml(out, e->program, e->trace, &e->origin)); break;
    }
}

static enum check_result judged_witness(struct example *e, const struct text *witness) {
    struct program_inputs inputs;
    struct messages messages = {0};
    struct text why = {0};
    assert_int_equal(program_inputs_read(&inputs, witness->data, witness->size, "witness", &messages),
                     STATUS_OK);
    enum check_result result = check_program_inputs(e->program, &inputs, &e->origin, NULL, &why);
    program_inputs_fini(&inputs);
    messages_fini(&messages);
    text_fini(&why);
    return result;
}

static void replace_all(struct text *text, const char *from, const char *to) {
    struct text out = {0};
    const char *at = text->data, *found;
    uint32_t n = 0;
    for (; (found = strstr(at, from)); at = found + strlen(from), n++) {
        text_bytes(&out, at, (size_t)(found - at));
        text_add(&out, to);
    }
    text_add(&out, at);
    assert_true(n > 0);
    text_fini(text);
    *text = out;
}

static void witnesses_are_verified(void **state) {
    (void)state;
    for (int format = 0; format < 3; format++) {
        struct example e;
        start(&e, program);
        struct text witness = {0};
        write_witness(&witness, &e, format);
        assert_int_equal(judged_witness(&e, &witness), CHECK_ACCEPTED);
        replace_all(&witness, "200", "199");
        assert_int_equal(judged_witness(&e, &witness), CHECK_REJECTED);
        text_clear(&witness);
        e.program->sites.data[1].kind = PROGRAM_EXTERNAL; /* its value is not in the witness any more */
        write_witness(&witness, &e, format);
        assert_int_equal(judged_witness(&e, &witness), CHECK_UNDECIDED);
        text_fini(&witness);
        stop(&e);
    }
}

/* A run says nothing that the automaton does not: inputs with which the program calls an error function, whatever it
 * does for that, and the automaton does not come there. */
static void runs_without_a_trace(void **state) {
    (void)state;
    static const char other[] =
        "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
        "extern void reach_error(void);\n"
        "int main(void) { __VERIFIER_nondet_int(); __VERIFIER_nondet_uchar(); reach_error(); }\n";
    static const char *const reasons[] = {"not by the program as it is read",
                                          "depends on the value of an uninitialised variable at line 9",
                                          "unsupported: a strange thing at prog.c:8", NULL};
    for (int i = 0; i < 4; i++) {
        struct example e;
        start(&e, other);
        struct terms *b = e.program->terms;
        struct program_position at = {.file = "prog.c", .line = 8};
        struct program_edge *last = &e.program->edges.data[1];
        if (i == 1) {
            uint32_t u = program_add_variable(e.program, "u", sort_bv(b, 8));
            uint32_t site = program_add_site(e.program, PROGRAM_UNINITIALIZED, u, NULL,
                                             (struct program_position){.line = 9});
            term seven = term_eq(b, e.program->variables.data[u].now, term_bits_ui(b, 7, 8));
            program_command tested =
                program_then(e.program, program_havoc(e.program, site), program_assume(e.program, seven));
            program_command failed = program_then(e.program, program_havoc(e.program, site),
                                                  program_assume(e.program, term_not(b, seven)));
            last->command = tested;
            uint32_t end = program_add_location(e.program, "end", at);
            program_add_edge(e.program, 2, failed, end, at);
        }
        if (i == 2) {
            program_add_edge(e.program, 2, program_skip(e.program), 1, at);
            vec_last(&e.program->edges).unsupported = "a strange thing";
        }
        struct program_inputs inputs = {.complete = true};
        if (i == 3) vec_push(&inputs.list, (struct program_input){.bits = (uint64_t)-2, .is_signed = true});
        struct text why = {0};
        enum check_result result = check_program_inputs(e.program, &inputs, &e.origin, NULL, &why);
        assert_int_equal(result, i == 0 ? CHECK_REJECTED : i == 3 ? CHECK_ACCEPTED : CHECK_UNDECIDED);
        if (reasons[i] && !strstr(why.data, reasons[i])) fail_msg("%s", why.data);
        text_fini(&why);
        program_inputs_fini(&inputs);
        stop(&e);
    }
}

static const char function[] = "void reach_error(void) {}\n"
                               "int f(const int *p, int x, double d, unsigned char y) {\n"
                               "    if (x + y == -2) reach_error();\n"
                               "    return 0;\n"
                               "}\n"
                               "int main(void) { return 0; }\n";

/* The inputs of the example become arguments. */
static void start_at_function(struct example *e, const char *entry) {
    start(e, function);
    struct program_position at = {.file = "prog.c", .function = entry ? entry : "main", .line = 2};
    e->origin.entry = entry;
    for (uint32_t s = 0; s < 2; s++) {
        e->program->sites.data[s].call = NULL;
        e->program->sites.data[s].position = at;
    }
    e->program->body = (struct program_position){.file = "prog.c", .function = "f", .line = 3, .column = 9};
    const struct program_parameter all[] = {{PROGRAM_PARAMETER_POINTER, "p", 64, 0, false, PROGRAM_NONE},
                                            {PROGRAM_PARAMETER_INTEGER, "x", 32, 0, true, 0},
                                            {PROGRAM_PARAMETER_FLOAT, "d", 64, 0, false, PROGRAM_NONE},
                                            {PROGRAM_PARAMETER_INTEGER, "y", 8, 0, false, 1}};
    vec_append(&e->program->parameters, all, 4);
}

static void arguments_are_passed(void **state) {
    (void)state;
    for (int format = 0; format < 3; format++) {
        struct example e;
        start_at_function(&e, "f");
        assert_int_equal(judged(&e), PROGRAM_REPLAYED);
        struct text witness = {0};
        write_witness(&witness, &e, format);
        assert_null(strstr(witness.data, PROGRAM_INPUTS_INCOMPLETE));
        assert_null(strstr(witness.data, "function_return"));
        assert_int_equal(judged_witness(&e, &witness), CHECK_ACCEPTED);
        replace_all(&witness, "200", "199");
        assert_int_equal(judged_witness(&e, &witness), CHECK_REJECTED);
        text_fini(&witness);
        /* They belong to names, whatever else is passed. */
        e.program->parameters.data[1].name = "y";
        e.program->parameters.data[3].name = "x";
        write_witness(&witness, &e, format);
        e.program->parameters.data[1].name = "x";
        e.program->parameters.data[3].name = "y";
        assert_int_equal(judged_witness(&e, &witness), CHECK_REJECTED);
        text_fini(&witness);
        stop(&e);
    }
}

static void what_cannot_be_passed(void **state) {
    (void)state;
    struct example e;
    start_at_function(&e, "f");
    e.program->parameters.data[2].kind = PROGRAM_PARAMETER_OTHER;
    assert_int_equal(judged(&e), PROGRAM_INTERPRETED);
    stop(&e);
    /* A pointer that the program might give itself, and null. */
    for (int null = 0; null < 2; null++) {
        start_at_function(&e, "f");
        become(&e, "int f(long p, int x, double d, unsigned char y) { return 0; }\n");
        struct terms *b = e.program->terms;
        e.program->parameters.data[3].kind = PROGRAM_PARAMETER_POINTER;
        if (null) {
            e.trace->inputs.data[0].value = term_bits_ui(b, 0xfffffffe, 32);
            e.trace->inputs.data[1].value = term_bits_ui(b, 0, 8);
        }
        assert_int_equal(judged(&e), null ? PROGRAM_NOT_REPRODUCED : PROGRAM_INTERPRETED);
        stop(&e);
    }
}

/* As many words as the number says go with it; the run depends on the number alone. */
static void arguments_of_main(void **state) {
    (void)state;
    static const char *const programs[] = {
        "void reach_error(void) {}\nint main(int n, char **words, char **environment) {\n"
        "    if (n == 5 && words[4] && !words[5] && environment) reach_error();\n    return 0;\n}\n",
        "void reach_error(void) {}\nint main(int n) {\n    if (n == 6) reach_error();\n    return 0;\n}\n"};
    for (int i = 0; i < 2; i++) {
        struct example e;
        start_at_function(&e, NULL);
        struct terms *b = e.program->terms;
        term five = term_bits_ui(b, 5, 32), is_five = term_eq(b, e.program->variables.data[0].now, five);
        e.program->edges.data[1].command =
            program_then(e.program, program_havoc(e.program, 1), program_assume(e.program, is_five));
        e.trace->inputs.data[0].value = five;
        const struct program_parameter own[] = {
            {PROGRAM_PARAMETER_INTEGER, "n", 32, 0, true, 0},
            {PROGRAM_PARAMETER_POINTER, "words", 64, 0, false, 1},
            {PROGRAM_PARAMETER_POINTER, "environment", 64, 0, false, PROGRAM_NONE}};
        vec_clear(&e.program->parameters);
        vec_append(&e.program->parameters, own, 3);
        become(&e, programs[i]);
        assert_int_equal(judged(&e), i ? PROGRAM_NOT_REPRODUCED : PROGRAM_REPLAYED);
        stop(&e);
    }
    struct example e; /* a main without any */
    start(&e, program);
    struct text witness = {0};
    write_witness(&witness, &e, 1);
    text_add(&witness, "line 2 (main): argument n is 5\n");
    assert_int_equal(judged_witness(&e, &witness), CHECK_ACCEPTED);
    text_fini(&witness);
    stop(&e);
}

#define RUN "prog.c: a run to the error, found by induct\n"

static void malformed_witnesses(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "int main;",
                                      "/* induct_inputs[] */\n    {\"f\", 3, },\n",
                                      "/* induct_inputs[] */\n    {\"f\", 3, 99999999999999999999ULL},\n",
                                      "/* induct_inputs[] */\n    {\"f, 3\n",
                                      "/* induct_inputs[] */\n    {\"f\\\", 3, 4},\n",
                                      "/* induct_inputs[] */\n    {\"f\\n\", 3, 4},\n",
                                      "induct\nline 3: () returns 5\n",
                                      "induct\nline 3: f() returns 5x\n",
                                      "violation_sequence\n  value: \"\\\\result >= 5\"\n",
                                      "violation_sequence\n  value: \"\\\\result == x\"\n",
                                      "violation_sequence\n  value: \"x < 5\"\n",
                                      "violation_sequence\n  value: \"x == y\"\n",
                                      "violation_sequence\n  value: \"x == 5 || y == 6\"\n",
                                      "violation_sequence\n  value: \"x == 5 && \"\n",
                                      "/* induct_inputs[] */\n    {\"x\\n\", 4},\n",
                                      "/* induct_inputs[] */\n    {\"x y\", 4},\n",
                                      "/* induct_inputs[] */\n    {\"#1\", 3, 4},\n",
                                      RUN "line 3: () returns 5\n",
                                      RUN "line 3: f() returns 5x\n",
                                      RUN "line 3 (f): argument x is y\n",
                                      RUN "line 3 (f): argument x\" is 5\n",
                                      RUN "line 3 (f): argument x is 5 or so\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct program_inputs inputs;
        struct messages messages = {0};
        assert_int_equal(program_inputs_read(&inputs, bad[i], strlen(bad[i]), "bad", &messages),
                         STATUS_MALFORMED);
        assert_non_null(strstr(messages_first_error(&messages), "bad"));
        messages_fini(&messages);
    }
}

/* The harness is C that also works without us. */
static void harness_compiles_alone(void **state) {
    (void)state;
    struct example e;
    start(&e, program);
    struct text harness = {0};
    struct messages messages = {0};
    char folder[] = "/tmp/program-replay-XXXXXX";
    assert_non_null(mkdtemp(folder));
    write_witness(&harness, &e, 0);
    char *path = mem_format("%s/harness.c", folder), *source = mem_format("%s/prog.c", folder);
    assert_int_equal(text_write_file(&harness, path, &messages), STATUS_OK);
    struct text bytes = {0};
    text_add(&bytes, program);
    replace_all(&bytes, "void reach_error(void) {}", "extern void reach_error(void);");
    assert_int_equal(text_write_file(&bytes, source, &messages), STATUS_OK);
    char *command = mem_format(
        "cd %s && clang-19 -O0 -fwrapv prog.c harness.c -o replay && { ./replay > said; "
        "[ $? = 1 ]; } && grep -q '^error$' said && grep -q 'nondet_int() returns -202$' said; s=$?; "
        "rm -r %s; exit $s",
        folder, folder);
    assert_int_equal(system(command), 0);
    mem_free(command);
    mem_free(path);
    mem_free(source);
    text_fini(&bytes);
    text_fini(&harness);
    stop(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replayed_or_not),        cmocka_unit_test(other_entries),
        cmocka_unit_test(uninitialised_values),   cmocka_unit_test(arguments_are_passed),
        cmocka_unit_test(what_cannot_be_passed),  cmocka_unit_test(arguments_of_main),
        cmocka_unit_test(witnesses_are_verified), cmocka_unit_test(malformed_witnesses),
        cmocka_unit_test(harness_compiles_alone), cmocka_unit_test(runs_without_a_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
