/* What witnesses and certificates of C programs look like. */
#include "format/witness/program_witness.h"

#include "base/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

static const char source[] = "/* the program */\n"
                             "int main(void) {\n"
                             "    int i = 0, n = __VERIFIER_nondet_int();\n"
                             "    while (i != n) i++;\n"
                             "\n"
                             "    reach_error();\n"
                             "}\n";
static const struct program_origin origin = {
    .file = "dir/prog.c", .bytes = source, .size = sizeof source - 1, .version = "0.1.0"};

/* int i = 0, n = input; while (i != n) i++; the error: i == 2 at the end. Two copies of the loop, of which the second
 * is in f. */
static struct program *looping(void) {
    struct program *program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    struct program_position at = {.file = "dir/prog.c", .function = "main", .line = 3, .column = 5},
                            loop = at, end = at;
    loop.line = 4;
    end.line = 6;
    static const char *const names[] = {"i", "n", "t"};
    for (uint32_t v = 0; v < 3; v++) {
        program_add_variable(program, names[v], sort_bv(b, 32));
        program->variables.data[v].source = v < 2 ? names[v] : NULL;
        program->variables.data[v].scope = "main";
        program->variables.data[v].is_signed = true;
    }
    program_add_location(program, "start", at);
    program_add_location(program, "error", end);
    program_add_location(program, "loop", loop);
    program->locations.data[2].loop_head = true;
    program->initial = 0;
    program->error = 1;
    term i = program->variables.data[0].now, n = program->variables.data[1].now,
         t = program->variables.data[2].now;
    uint32_t site = program_add_site(program, PROGRAM_INPUT, 1, "__VERIFIER_nondet_int", at);
    struct program_assignment zeros[] = {{0, term_bits_ui(b, 0, 32)}, {2, term_bits_ui(b, 0, 32)}};
    program_command zero = program_assign_all(program, zeros, 2);
    program_add_edge(program, 0, program_then(program, zero, program_havoc(program, site)), 2, at);
    struct program_assignment both[] = {{0, term_bv2(b, TERM_BV_ADD, i, term_bits_ui(b, 1, 32))}, {2, i}};
    program_add_edge(program, 2,
                     program_then(program, program_assume(program, term_not(b, term_eq(b, i, n))),
                                  program_assign_all(program, both, 2)),
                     2, loop);
    term bad[] = {term_eq(b, i, n), term_eq(b, i, term_bits_ui(b, 2, 32)),
                  term_eq(b, t, term_bits_ui(b, 1, 32))};
    program_add_edge(program, 2, program_assume(program, term_and(b, bad, 3)), 1, end);
    assert_null(program_check(program));
    return program;
}

static struct program_trace *trace_of(struct program *program) {
    struct program_trace *t = program_trace_new();
    for (uint32_t v = 0; v < 3; v++) vec_push(&t->initial, term_bits_ui(program->terms, 7, 32));
    const uint32_t edges[] = {0, 1, 1, 2};
    vec_append(&t->edges, edges, 4);
    vec_push(&t->inputs, (struct program_input_value){0, 0, term_bits_ui(program->terms, 2, 32)});
    return t;
}

static void counterexample_as_text(void **state) {
    (void)state;
    struct program *program = looping();
    struct program_trace *t = trace_of(program);
    struct text out = {0};
    assert_true(program_witness_text(&out, program, t, &origin));
    assert_string_equal(out.data, "dir/prog.c: a run to the error, found by induct\n"
                                  "line 3 (main): __VERIFIER_nondet_int() returns 2\n"
                                  "line 3 (main): i = 0, n = 2\n"
                                  "line 4 (main): i = 1\n"
                                  "line 4 (main): i = 2\n"
                                  "line 6 (main): the error is reached\n");
    text_clear(&out);
    t->inputs.data[0].value = term_bits_ui(program->terms, 3, 32);
    assert_false(program_witness_text(&out, program, t, &origin)); /* does not run */
    vec_shrink(&t->edges, 3);
    assert_false(program_witness_yaml(&out, program, t, &origin)); /* does not end at the error location */
    text_fini(&out);
    program_trace_free(t);
    program_free(program);
}

/* Arrays are shown by elements, as many as can be read. */
static void arrays_as_text(void **state) {
    (void)state;
    struct program *program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    struct program_position at = {.file = "dir/prog.c", .function = "main", .line = 3};
    sort array = sort_array(b, sort_bv(b, 8), sort_bv(b, 32));
    static const char *const names[] = {"a", "u", "z", "m"};
    program->initial = program_add_location(program, "start", at);
    program->error = program_add_location(program, "error", at);
    for (uint32_t v = 0; v < 4; v++) {
        program_add_variable(program, names[v], array);
        program->variables.data[v].source = names[v];
        program->variables.data[v].is_signed = v != 1;
    }
    term zero = term_const_array(b, array, term_bits_ui(b, 0, 32)), some = zero, many = zero;
    some = term_store(b, some, term_bits_ui(b, 200, 8), term_bits_ui(b, 0xffffffff, 32));
    some = term_store(b, some, term_bits_ui(b, 3, 8), term_bits_ui(b, 7, 32));
    for (uint32_t i = 0; i < 100; i++)
        many = term_store(b, many, term_bits_ui(b, i * 37 % 100, 8), term_bits_ui(b, 1, 32));
    struct program_assignment all[] = {{0, some}, {1, some}, {2, zero}, {3, many}};
    program_add_edge(program, 0, program_assign_all(program, all, 4), 1, at);
    struct program_trace *t = program_trace_new();
    for (uint32_t v = 0; v < 4; v++)
        vec_push(&t->initial, term_const_array(b, array, term_bits_ui(b, 9, 32)));
    vec_push(&t->edges, 0);
    struct text out = {0};
    assert_true(program_witness_text(&out, program, t, &origin));
    const char *line = strstr(out.data, "line 3");
    assert_non_null(
        strstr(line, "a = {[3] = 7, [200] = -1, others 0}, u = {[3] = 7, [200] = 4294967295, others 0}, "
                     "z = {all 0}, m = {[0] = 1, [1] = 1, [2] = 1, "));
    assert_non_null(strstr(line, ", [15] = 1, 84 more, others 0}\n"));
    text_fini(&out);
    program_trace_free(t);
    program_free(program);
}

/* n is what the function is called with. */
static void call_with_n(struct program *program, const char *name) {
    program->sites.data[0].call = NULL;
    program->sites.data[0].position =
        (struct program_position){.file = "dir/prog.c", .function = "f", .line = 2};
    program->body = (struct program_position){.file = "dir/prog.c", .function = "f", .line = 3, .column = 9};
    vec_push(&program->parameters,
             (struct program_parameter){PROGRAM_PARAMETER_INTEGER, name, 32, 0, true, 0});
}

static void arguments(void **state) {
    (void)state;
    static const char *const names[] = {"n", "n.coerce", "#1"};
    for (int i = 0; i < 3; i++) {
        struct program *program = looping();
        struct program_trace *t = trace_of(program);
        struct text out = {0};
        call_with_n(program, names[i]);
        assert_true(program_witness_text(&out, program, t, &origin));
        char *expected = mem_format("dir/prog.c: a run to the error, found by induct\n"
                                    "line 2 (f): argument %s is 2\n"
                                    "line 3 (main): i = 0, n = 2\n",
                                    names[i]);
        assert_memory_equal(out.data, expected, strlen(expected));
        text_clear(&out);
        assert_true(program_witness_yaml(&out, program, t, &origin));
        const char *content = strstr(out.data, "  content:\n");
        bool told = i == 0; /* the format has no words for the others, and says so */
        assert_int_equal(strstr(content, "  content:\n"
                                         "  - segment:\n"
                                         "    - waypoint:\n"
                                         "        type: assumption\n"
                                         "        action: follow\n"
                                         "        constraint:\n"
                                         "          value: \"n == 2\"\n"
                                         "          format: c_expression\n"
                                         "        location:\n"
                                         "          file_name: \"dir/prog.c\"\n"
                                         "          line: 3\n"
                                         "          function: \"f\"\n"
                                         "  - segment:\n"
                                         "    - waypoint:\n"
                                         "        type: target\n") == content,
                         told);
        assert_int_equal(strstr(out.data, PROGRAM_INPUTS_INCOMPLETE) == NULL, told);
        assert_null(strstr(out.data, "function_return"));
        text_fini(&out);
        mem_free(expected);
        program_trace_free(t);
        program_free(program);
    }
}

static void assert_yaml_about(const struct text *out, const char *type, const char *error,
                              const char *content) {
    char hash[SHA256_HEX];
    sha256_hex(source, sizeof source - 1, hash);
    const char *uuid = strstr(out->data, "uuid: \"") + strlen("uuid: \"");
    assert_int_equal(strspn(uuid, "0123456789abcdef-"), 36);
    char *wanted = mem_format("- entry_type: %s\n"
                              "  metadata:\n"
                              "    format_version: \"2.0\"\n"
                              "    uuid: \"%.36s\"\n"
                              "    creation_time: \"2001-09-09T01:46:40Z\"\n"
                              "    producer:\n"
                              "      name: \"induct\"\n"
                              "      version: \"0.1.0\"\n"
                              "    task:\n"
                              "      input_files:\n"
                              "      - \"dir/prog.c\"\n"
                              "      input_file_hashes:\n"
                              "        \"dir/prog.c\": \"%s\"\n"
                              "      specification: \"CHECK( init(main()), LTL(G ! call(%s())) )\"\n"
                              "      data_model: LP64\n"
                              "      language: C\n"
                              "  content:%s",
                              type, uuid, hash, error, content);
    assert_string_equal(out->data, wanted);
    mem_free(wanted);
}

static void assert_yaml(const struct text *out, const char *type, const char *content) {
    assert_yaml_about(out, type, "reach_error", content);
}

static void violation_witness(void **state) {
    (void)state;
    struct program *program = looping();
    struct program_trace *t = trace_of(program);
    struct text out = {0};
    assert_true(program_witness_yaml(&out, program, t, &origin));
    assert_yaml(&out, "violation_sequence",
                "\n  - segment:\n"
                "    - waypoint:\n"
                "        type: function_return\n"
                "        action: follow\n"
                "        constraint:\n"
                "          value: \"\\\\result == 2\"\n"
                "          format: acsl_expression\n"
                "        location:\n"
                "          file_name: \"dir/prog.c\"\n"
                "          line: 3\n"
                "          function: \"main\"\n"
                "  - segment:\n"
                "    - waypoint:\n"
                "        type: target\n"
                "        action: follow\n"
                "        location:\n"
                "          file_name: \"dir/prog.c\"\n"
                "          line: 6\n"
                "          column: 5\n"
                "          function: \"main\"\n");
    text_fini(&out);
    program_trace_free(t);
    program_free(program);
}

/* Returns point to the closing parenthesis of the call, where the source shows it. */
static void columns_of_returns(void **state) {
    (void)state;
    static const struct {
        const char *source;
        const char *place; /* NULL: none */
    } rows[] = {
        {"\n\nn = __VERIFIER_nondet_int();", "line: 3\n          column: 27\n"},
        {"\n\nn = __VERIFIER_nondet_int (f(1), 2);", "line: 3\n          column: 35\n"},
        {"\n\nn = __VERIFIER_nondet_int", "line: 3\n          function"},
        {"\n\nn = __VERIFIER_nondet_int(\")\");", "line: 3\n          function"},
        {"\n\nn = INPUT();", "line: 3\n          function"},
        {"# 1 \"a.h\"\n\nn = __VERIFIER_nondet_int();", NULL},
        {"# 2 \"dir/prog.c\"\n\nn = __VERIFIER_nondet_int();", "line: 3\n          column: 27\n"},
        {"\n# 2 \"dir/prog.c\"\n\n\n# 3 \"dir/prog.c\"\nn = __VERIFIER_nondet_int();",
         "line: 6\n          column: 27\n"},
        {"# 3 \"dir/prog.c\"\nn = __VERIFIER_nondet_int();\n# 3 \"dir/prog.c\"\nn = __VERIFIER_nondet_int();",
         NULL},
    };
    struct program *program = looping();
    struct program_trace *t = trace_of(program);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program_origin own = origin;
        struct text out = {0};
        own.bytes = rows[i].source;
        own.size = strlen(rows[i].source);
        assert_true(program_witness_yaml(&out, program, t, &own));
        if (rows[i].place && !strstr(out.data, rows[i].place))
            fail_msg("'%s': not %s", out.data, rows[i].place);
        assert_int_equal(strstr(out.data, "function_return") != NULL, rows[i].place != NULL);
        assert_int_equal(strstr(out.data, PROGRAM_INPUTS_INCOMPLETE) != NULL, rows[i].place == NULL);
        text_fini(&out);
    }
    program_trace_free(t);
    program_free(program);
}

static void correctness_witness(void **state) {
    (void)state;
    struct program *program = looping();
    struct terms *b = program->terms;
    struct program_invariant *inv = program_invariant_new(program);
    term i = program->variables.data[0].now, n = program->variables.data[1].now,
         t = program->variables.data[2].now;
    term parts[] = {term_bv2(b, TERM_BV_SLE, i, n), term_eq(b, t, n),
                    term_bv2(b, TERM_BV_SLE, n, term_bits_ui(b, 9, 32))};
    struct text out = {0};
    inv->at.data[2] = term_and(b, parts, 2); /* t has no name */
    program_certificate_yaml(&out, program, inv, &origin);
    assert_yaml(&out, "invariant_set",
                "\n  - invariant:\n"
                "      type: loop_invariant\n"
                "      location:\n"
                "        file_name: \"dir/prog.c\"\n"
                "        line: 4\n"
                "        column: 5\n"
                "        function: \"main\"\n"
                "      value: \"i <= n\"\n"
                "      format: c_expression\n");
    text_clear(&out);
    inv->at.data[2] = parts[1]; /* nothing is left */
    program_certificate_yaml(&out, program, inv, &origin);
    assert_yaml(&out, "invariant_set", " []\n");
    text_clear(&out);
    inv->at.data[2] = term_and(b, parts, 3);
    program_invariants_text(&out, program, inv);
    assert_string_equal(out.data, "dir/prog.c:4: (i <= n) && (n <= 9)\n");
    text_clear(&out);
    program->variables.data[2].source = "n"; /* now it is not clear which is meant */
    program_invariants_text(&out, program, inv);
    assert_int_equal(out.size, 0);
    program->variables.data[2].source = NULL;
    program->variables.data[1].scope = "other";
    program_invariants_text(&out, program, inv);
    assert_int_equal(out.size, 0);
    text_fini(&out);
    program_invariant_free(inv);
    program_free(program);
}

/* The specification is about the function that is called. */
static void specifications(void **state) {
    (void)state;
    static const char *const given[] = {"failed"};
    struct program *program = looping();
    struct program_trace *t = trace_of(program);
    struct program_invariant *inv = program_invariant_new(program);
    struct program_origin own = origin;
    struct text out = {0};
    program->edges.data[2].call = "__assert_fail";
    assert_true(program_witness_yaml(&out, program, t, &own));
    assert_non_null(strstr(out.data, "init(main()), LTL(G ! call(__assert_fail())) )\"\n"));
    text_clear(&out);
    program_certificate_yaml(&out, program, inv, &own);
    assert_yaml_about(&out, "invariant_set", "__assert_fail", " []\n");
    text_clear(&out);
    program_add_edge(program, 2, program_skip(program), 1, program->edges.data[2].position);
    program->edges.data[3].call = "__VERIFIER_error"; /* of several: the usual one */
    program_certificate_yaml(&out, program, inv, &own);
    assert_yaml_about(&out, "invariant_set", "reach_error", " []\n");
    text_clear(&out);
    own.errors = given;
    own.n_errors = 1;
    program_certificate_yaml(&out, program, inv, &own);
    assert_yaml_about(&out, "invariant_set", "failed", " []\n");
    text_fini(&out);
    program_invariant_free(inv);
    program_trace_free(t);
    program_free(program);
}

/* An invariant of a loop holds before its condition is evaluated, so that of a do loop is one of its body. */
static void places_of_invariants(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool by_goto;
        const char *place; /* NULL: none */
    } rows[] = {
        {"    while (i != n) i++;", false, "loop_invariant 4:5"},
        {"    for (; i != n; i++);", false, "loop_invariant 4:5"},
        {"    do i++; while (i != n);", false, "location_invariant 4:8"},
        {"    do {\n\n      i++; } while (i != n);", false, "location_invariant 6:7"},
        {"    do L: i++; while (i != n);", false, NULL},
        {"    LOOP (i != n) i++;", false, NULL},
        {"    again : i++; if (i != n) goto again;", true, "location_invariant 4:5"},
        {"    i++; if (i != n) goto again;", true, NULL},
        {"#line 4 \"other.c\"\n    while (i != n) i++;", false, NULL},
        {"#line 4 \"dir/prog.c\"\n\n\n\n    while (i != n) i++;", false, NULL}, /* an empty line 4 */
        {"\n#line 4 \"dir/prog.c\"\n    while (i != n) i++;", false, "loop_invariant 6:5"},
    };
    struct program *program = looping();
    struct terms *b = program->terms;
    struct program_invariant *inv = program_invariant_new(program);
    inv->at.data[2] =
        term_bv2(b, TERM_BV_SLE, program->variables.data[0].now, program->variables.data[1].now);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program_origin own = origin;
        struct text out = {0}, place = {0};
        char *text = mem_format("\n\n\n%s", rows[i].text), type[32] = "";
        own.bytes = text;
        own.size = strlen(text);
        program->locations.data[2].by_goto = rows[i].by_goto;
        program_certificate_yaml(&out, program, inv, &own);
        unsigned line = 0, column = 0;
        const char *found = strstr(out.data, "      type: ");
        if (found)
            assert_int_equal(sscanf(found,
                                    " type: %31s location: file_name: \"dir/prog.c\" line: %u column: %u",
                                    type, &line, &column),
                             3);
        text_format(&place, "%s %u:%u", type, line, column);
        if (!found != !rows[i].place || (found && strcmp(place.data, rows[i].place)))
            fail_msg("'%s': %s", rows[i].text, place.data);
        text_fini(&place);
        text_fini(&out);
        mem_free(text);
    }
    program_invariant_free(inv);
    program_free(program);
}

/* The loop of a function that was inlined twice: one of the two formulas holds there. */
static void copies_of_a_loop(void **state) {
    (void)state;
    struct program *program = looping();
    struct terms *b = program->terms;
    term i = program->variables.data[0].now, n = program->variables.data[1].now;
    uint32_t copy = program_add_location(program, "copy", program->locations.data[2].position);
    program->locations.data[copy].loop_head = true;
    program_add_edge(program, 2, program_skip(program), copy, program->locations.data[2].position);
    program_add_edge(program, copy, program_assume(program, term_eq(b, i, n)), 1,
                     program->locations.data[2].position);
    struct program_invariant *inv = program_invariant_new(program);
    struct text out = {0};
    inv->at.data[2] = term_bv2(b, TERM_BV_SLE, i, n);
    program_invariants_text(&out, program, inv);
    assert_int_equal(out.size, 0); /* nothing is known at the copy */
    inv->at.data[copy] = term_bv2(b, TERM_BV_SLT, n, i);
    program_invariants_text(&out, program, inv);
    assert_string_equal(out.data, "dir/prog.c:4: (i <= n) || (n < i)\n");
    text_clear(&out);
    inv->at.data[2] = term_false(b); /* never reached */
    program_invariants_text(&out, program, inv);
    assert_string_equal(out.data, "dir/prog.c:4: n < i\n");
    text_fini(&out);
    program_invariant_free(inv);
    program_free(program);
}

int main(void) {
    setenv("SOURCE_DATE_EPOCH", "1000000000", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counterexample_as_text), cmocka_unit_test(arrays_as_text),
        cmocka_unit_test(violation_witness),      cmocka_unit_test(arguments),
        cmocka_unit_test(columns_of_returns),     cmocka_unit_test(correctness_witness),
        cmocka_unit_test(specifications),         cmocka_unit_test(places_of_invariants),
        cmocka_unit_test(copies_of_a_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
