/* Expressions of C against evaluation: random terms are written, compiled by clang and run on random values. */
#include "format/witness/c_expression_read.h"

#include "base/random.h"
#include "logic/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The variables of the test program. */
static const struct variable {
    const char *type, *name;
    uint32_t width;
    bool is_signed, is_boolean;
} table[] = {{"signed char", "c", 8, true, false},    {"unsigned char", "uc", 8, false, false},
             {"short", "s", 16, true, false},         {"unsigned short", "us", 16, false, false},
             {"int", "i", 32, true, false},           {"int", "j", 32, true, false},
             {"unsigned int", "u", 32, false, false}, {"unsigned", "v", 32, false, false},
             {"long long", "l", 64, true, false},     {"unsigned long", "ul", 64, false, false},
             {"_Bool", "b", 8, false, true},          {"_Bool", "e", 1, false, true}};
enum { VARIABLES = sizeof table / sizeof *table, TERMS = 600, VALUES = 12, DEPTH = 4 };

struct sampling {
    struct terms *b;
    struct random random;
    term variables[VARIABLES];
};

static bool find(void *client, term variable, struct c_name *name) {
    const struct sampling *s = client;
    for (uint32_t i = 0; i < VARIABLES; i++)
        if (term_same(s->variables[i], variable)) {
            *name = (struct c_name){table[i].name, table[i].is_signed, table[i].is_boolean};
            return true;
        }
    return false;
}

static term find_text(void *client, const char *text, struct c_name *name) {
    const struct sampling *s = client;
    for (uint32_t i = 0; i < VARIABLES; i++)
        if (!strcmp(table[i].name, text)) {
            *name = (struct c_name){table[i].name, table[i].is_signed, table[i].is_boolean};
            return s->variables[i];
        }
    return TERM_NONE;
}

static uint32_t below(struct sampling *s, uint32_t n) {
    return random_below(&s->random, n);
}

static term constant(struct sampling *s, uint32_t width) {
    uint64_t bits = random_word(&s->random);
    switch (below(s, 5)) {
    case 0: bits = below(s, 4); break;
    case 1: bits = (uint64_t)0 - below(s, 4); break;
    case 2: bits = (uint64_t)1 << (width - 1); break;
    case 3: bits = below(s, 2 * width + 1); break;
    default: break;
    }
    return term_bits_ui(s->b, width < 64 ? bits & (((uint64_t)1 << width) - 1) : bits, width);
}

static term formula(struct sampling *, uint32_t depth);

/* A term of the width; leaves that are wider or narrower are cut or extended. */
static term leaf(struct sampling *s, uint32_t width) {
    if (!below(s, 4)) return constant(s, width);
    uint32_t i = below(s, VARIABLES), has = table[i].width;
    for (uint32_t tries = 0; tries < 8 && has != width; tries++) has = table[i = below(s, VARIABLES)].width;
    term v = s->variables[i];
    if (has == width) return v;
    if (has < width)
        return term_extend(s->b, below(s, 2) ? TERM_BV_ZERO_EXTEND : TERM_BV_SIGN_EXTEND, v, width - has);
    uint32_t low = below(s, has - width + 1);
    return term_extract(s->b, v, low + width - 1, low);
}

static term bits(struct sampling *s, uint32_t width, uint32_t depth) {
    static const enum term_op two[] = {TERM_BV_AND,  TERM_BV_OR,   TERM_BV_XOR,  TERM_BV_ADD,  TERM_BV_ADD,
                                       TERM_BV_SUB,  TERM_BV_MUL,  TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV,
                                       TERM_BV_SREM, TERM_BV_SMOD, TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR};
    if (!depth) return leaf(s, width);
    uint32_t part = 1 + below(s, width > 1 ? width - 1 : 1);
    switch (below(s, 12)) {
    case 0: return leaf(s, width);
    case 1: return term_bv1(s->b, below(s, 2) ? TERM_BV_NOT : TERM_BV_NEG, bits(s, width, depth - 1));
    case 2:
        return term_ite(s->b, formula(s, depth - 1), bits(s, width, depth - 1), bits(s, width, depth - 1));
    case 3:
        if (width > 1)
            return term_bv2(s->b, TERM_BV_CONCAT, bits(s, part, depth - 1), bits(s, width - part, depth - 1));
        return leaf(s, width);
    case 4:
        if (width > 1)
            return term_extend(s->b, below(s, 2) ? TERM_BV_ZERO_EXTEND : TERM_BV_SIGN_EXTEND,
                               bits(s, part, depth - 1), width - part);
        return leaf(s, width);
    case 5: {
        uint32_t more = width + below(s, 64 - width + 1), low = below(s, more - width + 1);
        return term_extract(s->b, bits(s, more, depth - 1), low + width - 1, low);
    }
    case 6: {
        term t = bits(s, width, depth - 1);
        return term_make(s->b, below(s, 2) ? TERM_BV_ROTATE_LEFT : TERM_BV_ROTATE_RIGHT, &t, 1,
                         below(s, width), 0);
    }
    default:
        return term_bv2(s->b, two[below(s, sizeof two / sizeof *two)], bits(s, width, depth - 1),
                        bits(s, width, depth - 1));
    }
}

static term formula(struct sampling *s, uint32_t depth) {
    static const uint32_t widths[] = {1, 3, 8, 13, 16, 31, 32, 32, 32, 33, 47, 64, 64};
    static const enum term_op orders[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
    uint32_t width = widths[below(s, sizeof widths / sizeof *widths)];
    struct terms *b = s->b;
    if (depth > 1 && !below(s, 3)) {
        term x = formula(s, depth - 1), y = formula(s, depth - 1);
        switch (below(s, 6)) {
        case 0: return term_and2(b, x, y);
        case 1: return term_or2(b, x, y);
        case 2: return term_xor(b, x, y);
        case 3: return term_eq(b, x, y);
        case 4: return term_not(b, x);
        default: return term_ite(b, x, y, formula(s, depth - 1));
        }
    }
    uint32_t inner = depth ? depth - 1 : 0;
    term left = bits(s, width, inner), right = bits(s, width, inner);
    if (!below(s, 3)) return term_eq(b, left, right);
    term order = term_bv2(b, orders[below(s, 4)], left, right);
    return below(s, 3) ? order : term_not(b, order);
}

static void start(struct sampling *s, uint64_t seed, enum terms_mode mode) {
    s->b = terms_new(mode);
    random_init(&s->random, seed);
    for (uint32_t i = 0; i < VARIABLES; i++)
        s->variables[i] = term_variable(s->b, table[i].name, sort_bv(s->b, table[i].width));
}

/* The program assigns values to the variables and prints the formulas' values, once for each valuation. */
static void write_program(struct text *out, struct sampling *s, const term_list *formulas,
                          term (*values)[VARIABLES]) {
    struct c_names names = {.bank = s->b, .find = find, .client = s};
    text_add(out, "extern int putchar(int);\n");
    for (uint32_t i = 0; i < VARIABLES; i++) text_format(out, "%s %s;\n", table[i].type, table[i].name);
    for (uint32_t f = 0; f < formulas->size; f++) {
        text_format(out, "static int f%u(void) { return !!(", f);
        assert_true(c_expression(out, &names, formulas->data[f]));
        text_add(out, "); }\n");
    }
    text_add(out, "static void all(void) {\n");
    for (uint32_t f = 0; f < formulas->size; f++) text_format(out, "putchar('0' + f%u());\n", f);
    text_add(out, "putchar('\\n'); }\nint main(void) {\n");
    for (uint32_t k = 0; k < VALUES; k++) {
        for (uint32_t i = 0; i < VARIABLES; i++) {
            text_format(out, "%s = ", table[i].name);
            c_constant(out, s->b, values[k][i], table[i].is_signed);
            text_add(out, "; ");
        }
        text_add(out, "all();\n");
    }
    text_add(out, "}\n");
}

static void compile_and_run(const struct text *program, const char *options, struct text *output) {
    char folder[] = "/tmp/c-expression-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct messages messages = {0};
    char *source = mem_format("%s/test.c", folder), *binary = mem_format("%s/test", folder);
    assert_int_equal(text_write_file(program, source, &messages), STATUS_OK);
    char *command = mem_format("clang-19 %s -w -o %s %s && %s", options, binary, source, binary);
    FILE *run = popen(command, "r");
    assert_non_null(run);
    for (int c; (c = fgetc(run)) != EOF;) text_byte(output, (unsigned char)c);
    assert_int_equal(pclose(run), 0);
    remove(source);
    remove(binary);
    rmdir(folder);
    mem_free(command);
    mem_free(source);
    mem_free(binary);
}

static void as_evaluation(const char *options, enum terms_mode mode) {
    struct sampling s;
    start(&s, 5, mode);
    struct c_names names = {.bank = s.b, .find = find, .client = &s};
    struct c_read_names reading = {.bank = s.b, .find = find_text, .client = &s};
    term_list formulas = {0}, read_back = {0};
    struct text program = {0}, output = {0}, expression = {0}, why = {0};
    uint32_t dropped = 0;
    while (formulas.size < TERMS) {
        term f = formula(&s, DEPTH);
        text_clear(&expression);
        if (!c_expression(&expression, &names, f)) {
            assert_true(++dropped < TERMS / 2); /* long ones only */
            continue;
        }
        vec_push(&formulas, f);
        vec_push(&read_back, c_expression_read(&reading, expression.data, &why));
        if (term_is_none(vec_last(&read_back))) fail_msg("%s: %s", why.data, expression.data);
    }
    term values[VALUES][VARIABLES];
    for (uint32_t k = 0; k < VALUES; k++)
        for (uint32_t i = 0; i < VARIABLES; i++)
            values[k][i] = table[i].is_boolean ? term_bits_ui(s.b, below(&s, 2), table[i].width)
                                               : constant(&s, table[i].width);
    write_program(&program, &s, &formulas, values);
    compile_and_run(&program, options, &output);
    assert_int_equal(output.size, VALUES * (formulas.size + 1));
    struct evaluation e;
    evaluation_init(&e, s.b);
    uint32_t holding = 0;
    for (uint32_t k = 0; k < VALUES; k++) {
        evaluation_reset(&e);
        for (uint32_t i = 0; i < VARIABLES; i++) evaluation_set(&e, s.variables[i], values[k][i]);
        for (uint32_t f = 0; f < formulas.size; f++) {
            bool holds = term_is(s.b, evaluate(&e, formulas.data[f]), TERM_TRUE);
            holding += holds;
            bool back = term_is(s.b, evaluate(&e, read_back.data[f]), TERM_TRUE);
            if (output.data[k * (formulas.size + 1) + f] == '0' + holds && back == holds) continue;
            text_clear(&expression);
            c_expression(&expression, &names, formulas.data[f]);
            fail_msg("should be %d: %s", holds, expression.data);
        }
    }
    assert_true(holding > TERMS * VALUES / 4 && holding < TERMS * VALUES * 3 / 4);
    evaluation_fini(&e);
    vec_free(&formulas);
    vec_free(&read_back);
    text_fini(&program);
    text_fini(&output);
    text_fini(&expression);
    terms_free(s.b);
}

static void plain_terms(void **state) {
    (void)state;
    as_evaluation("-O0 -fsanitize=undefined -fno-sanitize-recover=all", TERMS_PLAIN);
}

static void simplified_terms(void **state) {
    (void)state;
    as_evaluation("-O1", TERMS_SIMPLIFY);
}

static void assert_written(struct sampling *s, term f, const char *wanted) {
    struct c_names names = {.bank = s->b, .find = find, .client = s};
    struct text out = {0};
    assert_true(c_expression(&out, &names, f));
    assert_string_equal(out.data, wanted);
    text_fini(&out);
}

/* What people read most often looks as they would write it. */
static void readable(void **state) {
    (void)state;
    struct sampling s;
    start(&s, 1, TERMS_PLAIN);
    struct terms *b = s.b;
    term i = s.variables[4], j = s.variables[5], u = s.variables[6], l = s.variables[8];
    assert_written(&s, term_bv2(b, TERM_BV_SLE, i, j), "i <= j");
    assert_written(&s, term_bv2(b, TERM_BV_SLT, i, term_bits_ui(b, 0xffffffff, 32)), "i < -1");
    assert_written(&s, term_not(b, term_bv2(b, TERM_BV_ULT, u, term_bits_ui(b, 10, 32))), "u >= 10U");
    assert_written(&s, term_eq(b, i, term_bits_ui(b, 0x80000000, 32)), "i == (-2147483647 - 1)");
    assert_written(&s, term_eq(b, i, u), "i == (int)u");
    assert_written(&s, term_eq(b, l, term_extend(b, TERM_BV_SIGN_EXTEND, i, 32)), "l == i");
    assert_written(&s, term_and2(b, term_eq(b, u, term_bits_ui(b, 3, 32)), term_not(b, term_eq(b, i, j))),
                   "(u == 3U) && (i != j)");
    assert_written(&s, term_eq(b, u, term_bv2(b, TERM_BV_ADD, u, term_bits_ui(b, 1, 32))), "u == (u + 1U)");
    terms_free(b);
}

static void integers(void **state) {
    (void)state;
    struct sampling s;
    start(&s, 1, TERMS_PLAIN);
    struct terms *b = s.b;
    s.variables[4] = term_variable(b, "n", sort_int());
    term sum = term_add2(b, s.variables[4], term_integer(b, -3));
    assert_written(&s, term_le(b, sum, term_integer(b, 10)), "((long long)i + -3) <= 10");
    terms_free(b);
}

static void what_c_cannot_say(void **state) {
    (void)state;
    struct sampling s;
    start(&s, 1, TERMS_PLAIN);
    struct terms *b = s.b;
    term wide = term_variable(b, "wide", sort_bv(b, 65)), unnamed = term_variable(b, "none", sort_bv(b, 32));
    term real = term_variable(b, "r", sort_real());
    term array = term_variable(b, "a", sort_array(b, sort_bv(b, 32), sort_bv(b, 32)));
    term deep = s.variables[4];
    for (uint32_t k = 0; k < 40; k++) deep = term_bv2(b, TERM_BV_MUL, deep, deep);
    const term bad[] = {term_eq(b, wide, wide),   term_eq(b, unnamed, s.variables[4]),
                        term_le(b, real, real),   term_eq(b, term_select(b, array, deep), deep),
                        term_eq(b, array, array), term_eq(b, deep, deep)};
    struct c_names names = {.bank = b, .find = find, .client = &s};
    struct text out = {0};
    text_add(&out, "before");
    for (uint32_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_false(c_expression(&out, &names, bad[k]));
        assert_string_equal(out.data, "before");
    }
    text_fini(&out);
    terms_free(b);
}

/* As others write: types of constants and operands decide. */
static void others_expressions(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int truth; /* of i = -1, u = 5, c = -2, uc = 200, b = 1; -1: cannot be read */
        bool ilp32;
    } rows[] = {
        {"i < 0", 1, false},
        {"i < 0U", 0, false},
        {"i < u", 0, false},
        {"i < (long)u", 1, false},
        {"i < (long)u", 1, true},
        {"i < (unsigned long)u", 0, true},
        {"-1L < 0xffffffffU", 1, false},
        {"-1L < 0xffffffffU", 0, true},
        {"-1 < 4294967295", 1, false},
        {"-1 < 0xffffffff", 0, false},
        {"0xFFu == 255 && 017 == 15 && 0 == 00", 1, false},
        {"c < uc && uc == 200 && c == -2", 1, false},
        {"(unsigned char) c == 254", 1, false},
        {"(signed char)uc == -56", 1, false},
        {"uc + uc == 400", 1, false},
        {"~uc == -201", 1, false},
        {"!u == 0 && !!u == 1 && !(u == 4)", 1, false},
        {"1 + 2 * 3 == 7 && 7 - 2 - 1 == 4 && 1 << 2 + 1 == 8", 1, false},
        {"(i >> 1) == -1 && (u >> 1) == 2", 1, false},
        {"u & 4 | 2 ^ 3", 1, false},
        {"u == 5 ? i == -1 : 0", 1, false},
        {"b && (_Bool)u == 1 && b + b == 2", 1, false},
        {"-7 / 2 == -3 && -7 % 2 == -1", 1, false},
        {"i + 2147483647 + 2 < 0", 1, false},
        {"u >= 5 && u <= 5 && u > 4 && u < 6 && u != 4", 1, false},
        {"\n u\t== 5 ", 1, false},
        {"i == -1 == 1", 1, false},
        {"x == 5", -1, false},
        {"u[i] == 5", -1, false},
        {"u = 5", -1, false},
        {"u += 5", -1, false},
        {"u++", -1, false},
        {"*u", -1, false},
        {"u == 5 &&", -1, false},
        {"(u == 5", -1, false},
        {"u == 5)", -1, false},
        {"u == 5.0", -1, false},
        {"f(u)", -1, false},
        {"(void *)u == 0", -1, false},
        {"99999999999999999999 > 0", -1, false},
        {"", -1, false},
    };
    struct sampling s;
    start(&s, 1, TERMS_PLAIN);
    struct terms *b = s.b;
    struct evaluation e;
    evaluation_init(&e, b);
    const uint64_t values[VARIABLES] = {[0] = 0xfe, [1] = 200, [4] = 0xffffffff, [6] = 5, [10] = 1};
    for (uint32_t i = 0; i < VARIABLES; i++)
        evaluation_set(&e, s.variables[i], term_bits_ui(b, values[i], table[i].width));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct c_read_names names = {b, rows[i].ilp32, find_text, &s};
        struct text why = {0};
        term t = c_expression_read(&names, rows[i].text, &why);
        int truth = term_is_none(t) ? -1 : term_is(b, evaluate(&e, t), TERM_TRUE);
        if (truth != rows[i].truth) fail_msg("'%s': %d %s", rows[i].text, truth, why.data ? why.data : "");
        assert_int_equal(truth < 0, why.size != 0);
        text_fini(&why);
    }
    struct text deep = {0}, why = {0};
    for (int i = 0; i < 100000; i++) text_byte(&deep, '(');
    assert_true(
        term_is_none(c_expression_read(&(struct c_read_names){b, false, find_text, &s}, deep.data, &why)));
    text_clear(&deep);
    for (int i = 0; i < 100000; i++) text_add(&deep, "u?u:");
    assert_true(
        term_is_none(c_expression_read(&(struct c_read_names){b, false, find_text, &s}, deep.data, &why)));
    text_fini(&deep);
    text_fini(&why);
    evaluation_fini(&e);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_terms),       cmocka_unit_test(simplified_terms),
        cmocka_unit_test(readable),          cmocka_unit_test(integers),
        cmocka_unit_test(what_c_cannot_say), cmocka_unit_test(others_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
