/* Positions in the text of a program, as line markers have them, and what stands there. */
#include "format/witness/program_source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static struct program_origin origin_of(const char *text) {
    return (struct program_origin){.file = "dir/prog.i", .bytes = text, .size = strlen(text)};
}

static void lines(void **state) {
    (void)state;
    static const char *const words[] = {"while", "for"};
    static const struct {
        const char *text, *file;
        uint32_t line, column;
        uint32_t expected; /* the line; 0: not to be told */
        bool word;
    } rows[] = {
        {"\nwhile (1);", NULL, 2, 1, 2, true},
        {"\nwhile (1);", "dir/prog.i", 2, 1, 2, true},
        {"\nWHILE (1);", NULL, 2, 1, 2, false},
        {"\nwhile1 (1);", NULL, 2, 1, 2, false},
        {"\n_while (1);", NULL, 2, 2, 2, false},
        {"\nwhile (1);", NULL, 3, 1, 0, false},
        {"\nwhile (1);", NULL, 2, 20, 0, false},
        {"\xef\xbb\xbf"
         "while (1);",
         NULL, 1, 1, 1, true},
        {"# 1 \"a.c\"\n\n\nwhile (1);", "a.c", 3, 1, 4, true},
        {"# 1 \"a.c\"\n\n\nwhile (1);", "dir/prog.i", 4, 1, 0, false},
        {"# 1 \"a.c\"\n# 7 \"b.h\" 1 3 4\nwhile (1);\n# 2 \"a.c\" 2\n\nwhile(1);", "a.c", 3, 1, 6, true},
        {"# 1 \"a.c\"\n# 7 \"b.h\" 1 3 4\nwhile (1);\n# 2 \"a.c\" 2\n\nwhile(1);", "b.h", 7, 1, 3, true},
        {"# 1 \"./dir/a.c\"\nwhile (1);", "a.c", 1, 1, 2, true},
        {"# 1 \"a.c\"\nwhile (1);", "/x/a.c", 1, 1, 2, true},
        {"# 1 \"a\\\\b\\\".c\"\nwhile (1);", "a\\b\".c", 1, 1, 2, true},
        {"  #  line 9\nwhile (1);", NULL, 9, 1, 2, true},
        {"#line 9 \"a.c\"\nwhile (1);", "a.c", 9, 1, 2, true},
        {"#line NINE\nwhile (1);", NULL, 9, 1, 0, false},
        {"#liner 9\nwhile (1);", NULL, 2, 1, 2, true},
        {"/*\n# 9 \"a.c\"\n*/ while (1);", NULL, 3, 4, 3, true},
        {"\"/*\";\n# 9 \"a.c\"\nwhile (1);", "a.c", 9, 1, 3, true},
        {"'\"'; // \"\n# 9 \"a.c\"\nwhile (1);", "a.c", 9, 1, 3, true},
        /* several lines with one number */
        {"# 5 \"a.c\"\nx > 0\n# 5 \"a.c\"\nwhile (1);", "a.c", 5, 1, 4, true},
        {"# 5 \"a.c\"\nx > 0\n# 5 \"a.c\"\nuntil (1);", "a.c", 5, 1, 0, false},
        {"# 5 \"a.c\"\nfor(;;);\n# 5 \"a.c\"\nwhile (1);", "a.c", 5, 1, 0, false},
        {"# 5 \"a.c\"\n)\n# 5 \"a.c\"\nUNTIL (1);", "a.c", 5, 3, 4, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program_origin origin = origin_of(rows[i].text);
        struct program_source source;
        struct source_place place;
        struct program_position at = {rows[i].file, "f", rows[i].line, rows[i].column, NULL};
        program_source_init(&source, &origin);
        bool found = program_source_find(&source, &at, words, 2, &place);
        if (found != (rows[i].expected != 0)) fail_msg("row %zu: found %d", i, found);
        if (found) {
            if (place.position.line != rows[i].expected || (place.text != NULL) != rows[i].word)
                fail_msg("row %zu: line %u, %s", i, place.position.line, place.text ? place.text : "no word");
            assert_string_equal(place.position.file, "dir/prog.i");
            assert_int_equal(place.position.column, rows[i].column);
        }
        program_source_fini(&source);
    }
}

/* What is in a file of its own stays there. */
static void headers(void **state) {
    (void)state;
    struct program_origin origin = origin_of("#include \"a.h\"\n");
    struct program_source source;
    struct source_place place;
    struct program_position at = {"dir/a.h", "f", 7, 3, NULL};
    program_source_init(&source, &origin);
    assert_true(program_source_find(&source, &at, NULL, 0, &place));
    assert_null(place.text);
    assert_string_equal(place.position.file, "dir/a.h");
    assert_int_equal(place.position.line, 7);
    program_source_fini(&source);
}

static void bodies(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column; /* 0: none */
    } rows[] = {
        {"do { q++; } while (q < 9);", 1, 6},
        {"do q++; while (q < 9);", 1, 4},
        {"do\n// { do }\n/* {\n */ {{\n# 12 \"a.c\"\n  q = a ? b : c; }} while (q < 9);", 6, 3},
        {"do { (*p)++; } while (q < 9);", 1, 6},
        {"do { doit(); } while (q < 9);", 1, 6},
        {"do {} while (q < 9);", 0, 0},
        {"do ; while (q < 9);", 0, 0},
        {"do { again : q++; } while (q < 9);", 0, 0},
        {"do { case 7: q++; } while (q < 9);", 0, 0},
        {"do { while (x) x--; } while (q < 9);", 0, 0},
        {"do {\n#if 1\n q++;\n#endif\n } while (q < 9);", 0, 0},
        {"do { /* ", 0, 0},
        {"do", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program_origin origin = origin_of(rows[i].text);
        struct program_source source;
        program_source_init(&source, &origin);
        const char *body = program_source_body(&source, rows[i].text);
        struct program_position at = {0};
        if (body) at = program_source_position(&source, body, "f");
        if (at.line != rows[i].line || at.column != rows[i].column)
            fail_msg("'%s': %u:%u", rows[i].text, at.line, at.column);
        program_source_fini(&source);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(headers),
        cmocka_unit_test(bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
