#include "format/export/export.h"
#include "format/export/infix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const struct program_position nowhere = {0};

static void assert_infix(const struct terms *b, term t, const char *expected) {
    struct text out = {0};
    infix_print(&out, b, t, NULL, NULL, 1000);
    char *string = text_take(&out);
    assert_string_equal(string, expected);
    mem_free(string);
}

static void terms_read_like_c(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    sort word = sort_bv(b, 8);
    term x = term_variable(b, "x", word), y = term_variable(b, "y", word),
         p = term_variable(b, "p", sort_bool());
    term a = term_variable(b, "a", sort_array(b, word, word));
    term sum = term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 255, 8)),
         product = term_bv2(b, TERM_BV_MUL, sum, y);
    assert_infix(b, sum, "x + -1");
    assert_infix(b, product, "(x + -1) * y");
    assert_infix(b, term_bv2(b, TERM_BV_ADD, product, x), "(x + -1) * y + x");
    assert_infix(b, term_bv2(b, TERM_BV_SUB, x, term_bv2(b, TERM_BV_SUB, y, x)), "x - (y - x)");
    term less = term_bv2(b, TERM_BV_ULT, x, y), equal = term_eq(b, x, y);
    assert_infix(b, less, "x <u y");
    assert_infix(b, term_not(b, equal), "x != y");
    assert_infix(b, term_not(b, less), "x >=u y");
    assert_infix(b, term_and2(b, term_or2(b, p, less), term_not(b, p)), "(p || x <u y) && !p");
    assert_infix(b, term_not(b, term_and2(b, p, less)), "!(p && x <u y)");
    term ite = term_ite(b, p, x, term_ite(b, less, y, x));
    assert_infix(b, ite, "p ? x : x <u y ? y : x");
    assert_infix(b, term_bv2(b, TERM_BV_ADD, ite, x), "(p ? x : x <u y ? y : x) + x");
    assert_infix(b, term_select(b, term_store(b, a, x, y), sum), "a[x := y][x + -1]");
    assert_infix(b, term_extract(b, product, 3, 0), "((x + -1) * y)[3:0]");
    assert_infix(b, term_extend(b, TERM_BV_SIGN_EXTEND, x, 8), "sign_extend(x, 8)");
    assert_infix(b, term_bits_ui(b, 3, 2), "3");
    term_list many = {0};
    for (int i = 0; i < 5000; i++) vec_push(&many, p);
    struct text out = {0};
    infix_print(&out, b, term_or(b, many.data, many.size), NULL, NULL, 100);
    assert_in_range(out.size, 100, 110);
    text_clear(&out);
    vec_free(&many);
    for (int i = 0; i < 200; i++) sum = term_bv2(b, TERM_BV_MUL, sum, sum); /* 2^200 characters in full */
    infix_print(&out, b, sum, NULL, NULL, 100);
    assert_in_range(out.size, 100, 1000);
    text_fini(&out);
    terms_free(b);
}

/* The line that begins so, without line end; the caller frees. */
static char *line_with(const char *text, const char *beginning) {
    const char *start = strstr(text, beginning);
    assert_non_null(start);
    return mem_format("%.*s", (int)strcspn(start, "\n"), start);
}

static void assert_line(const char *text, const char *beginning, const char *expected) {
    char *line = line_with(text, beginning);
    assert_string_equal(line, expected);
    mem_free(line);
}

static void pictures_speak_of_the_source(void **state) {
    (void)state;
    struct program *c = program_new(TERMS_PLAIN);
    struct terms *b = c->terms;
    uint32_t x = program_add_variable(c, "main::x", sort_int()),
             y = program_add_variable(c, "tmp\"1", sort_int());
    c->variables.data[x].source = program_text(c, "x");
    term x_now = c->variables.data[x].now, y_now = c->variables.data[y].now;
    c->initial = program_add_location(c, "start", nowhere);
    c->error = program_add_location(c, "error", (struct program_position){"a.c", "main", 9, 1, NULL});
    uint32_t loop = program_add_location(c, "loop", (struct program_position){"a.c", NULL, 4, 1, NULL});
    c->locations.data[loop].loop_head = true;
    uint32_t site = program_add_site(c, PROGRAM_INPUT, x, "nondet_int", (struct program_position){.line = 3});
    uint32_t unset = program_add_site(c, PROGRAM_UNINITIALIZED, y, NULL, nowhere);
    program_command enter = program_then(c, program_havoc(c, site), program_havoc(c, unset));
    program_add_edge(c, c->initial, enter, loop, (struct program_position){"a.c", "main", 3, 1, NULL});
    term less = term_lt(b, x_now, y_now);
    struct program_assignment swap[] = {{x, y_now}, {y, x_now}};
    program_command then = program_then(c, program_assume(c, less), program_assign_all(c, swap, 2));
    program_command other = program_then(c, program_tag(c, 1), program_assume(c, term_not(b, less)));
    program_command last = program_assign(c, y, term_integer(b, 0));
    program_add_edge(c, loop, program_then(c, program_choice2(c, then, other), last), loop, nowhere);
    program_command any = program_choice2(c, program_assign(c, x, term_integer(b, 1)),
                                          program_assign(c, x, term_integer(b, 2)));
    uint32_t strange = program_add_edge(c, loop, any, c->error, nowhere);
    c->edges.data[strange].unsupported = "inline assembly";
    uint32_t again = program_add_variable(c, "copy", sort_int());
    uint32_t first = program_add_variable(c, "first", sort_int());
    c->variables.data[again].source = c->variables.data[first].source = program_text(c, "z");
    program_add_edge(c, c->initial, program_assign(c, again, c->variables.data[first].now), c->error,
                     nowhere);
    struct text out = {0};
    export_program_dot(&out, c, NULL);
    char *dot = text_take(&out);
    assert_line(dot, "    l0 [", "    l0 [label=\"start\", shape=oval, style=bold];");
    assert_line(
        dot, "    l1 [",
        "    l1 [label=\"error\\nmain, line 9\", shape=octagon, style=filled, fillcolor=\"#ffb0b0\"];");
    assert_line(dot, "    l2 [", "    l2 [label=\"loop\\nline 4\", peripheries=2];");
    assert_line(dot, "    l0 ->",
                "    l0 -> l2 [label=\"// main, line 3\\lx := nondet_int()  // line 3\\ltmp\\\"1 := "
                "uninitialized\\l\"];");
    assert_line(dot, "    l2 -> l2",
                "    l2 -> l2 [label=\"if [x < tmp\\\"1] {\\l    x, tmp\\\"1 := tmp\\\"1, x\\l} else "
                "{\\l}\\ltmp\\\"1 := 0\\l\"];");
    assert_line(dot, "    l2 -> l1",
                "    l2 -> l1 [label=\"unsupported: inline assembly\\leither {\\l    x := 1\\l} or "
                "{\\l    x := 2\\l}\\l\", style=dashed, color=orange, fontcolor=orange];");
    assert_line(dot, "    l0 -> l1", "    l0 -> l1 [label=\"copy := first\\l\"];"); /* both are z */
    mem_free(dot);
    program_free(c);
}

/* What a block has from an edge as read that could not be expressed is named where it stands. */
static void unsupported_parts_are_named(void **state) {
    (void)state;
    struct program *as_read = program_new(TERMS_PLAIN), *c = program_new(TERMS_PLAIN);
    struct program *both[] = {as_read, c};
    for (int i = 0; i < 2; i++) {
        both[i]->initial = program_add_location(both[i], "start", nowhere);
        both[i]->error = program_add_location(both[i], "error", nowhere);
    }
    program_add_edge(as_read, 0, program_skip(as_read), 1, nowhere);
    program_add_edge(as_read, 0, program_skip(as_read), 1, (struct program_position){.line = 7});
    as_read->edges.data[1].unsupported = "inline \"assembly\"";
    uint32_t x = program_add_variable(c, "x", sort_int()),
             site = program_add_site(c, PROGRAM_LIBRARY, x, NULL, nowhere);
    program_command some =
                        program_then(c, program_tag(c, 0), program_assign(c, x, term_integer(c->terms, 1))),
                    other = program_then(c, program_tag(c, 1), program_havoc(c, site));
    program_add_edge(c, 0, program_choice2(c, some, other), 1, nowhere);
    program_add_edge(c, 0, some, 1, nowhere);
    term zero = term_eq(c->terms, c->variables.data[x].now, term_integer(c->terms, 0));
    program_command tests[] = {
        program_then(c, program_tag(c, 1), program_assume(c, zero)),
        program_then(c, program_tag(c, 0), program_assume(c, term_not(c->terms, zero)))};
    program_add_edge(c, 0, program_choice(c, tests, 2), 1, nowhere);
    struct text out = {0};
    export_program_dot(&out, c, as_read);
    assert_non_null(strstr(out.data,
                           "    l0 -> l1 [label=\"either {\\l    x := 1\\l} or {\\l    unsupported: inline "
                           "\\\"assembly\\\"  // line 7\\l    x := library()\\l}\\l\", style=dashed, "
                           "color=orange, fontcolor=orange];\n"));
    assert_non_null(
        strstr(out.data, "    l0 -> l1 [label=\"either {\\l    unsupported: inline \\\"assembly\\\"  // line "
                         "7\\l    [x == 0]\\l} or {\\l    [x != 0]\\l}\\l\", style=dashed"));
    assert_non_null(strstr(out.data, "    l0 -> l1 [label=\"x := 1\\l\"];\n"));
    text_fini(&out);
    program_free(c);
    program_free(as_read);
}

/* A block of a thousand choices becomes a label of bounded size. */
static void pictures_stay_small(void **state) {
    (void)state;
    struct program *c = program_new(TERMS_SIMPLIFY);
    struct terms *b = c->terms;
    uint32_t x = program_add_variable(c, "x", sort_int());
    term now = c->variables.data[x].now;
    c->initial = program_add_location(c, "initial", nowhere);
    c->error = program_add_location(c, "error", nowhere);
    program_command rest = program_skip(c), out = program_assign(c, x, term_integer(b, 7));
    for (long i = 0; i < 1000; i++) {
        term leave = term_lt(b, now, term_integer(b, i));
        rest = program_choice2(c, program_then(c, program_assume(c, leave), out),
                               program_then(c, program_assign(c, x, term_integer(b, i)), rest));
    }
    program_add_edge(c, c->initial, rest, c->error, nowhere);
    struct text text = {0};
    export_program_dot(&text, c, NULL);
    assert_true(text.size < 20000);
    text_fini(&text);
    program_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_read_like_c),
        cmocka_unit_test(pictures_speak_of_the_source),
        cmocka_unit_test(unsupported_parts_are_named),
        cmocka_unit_test(pictures_stay_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
