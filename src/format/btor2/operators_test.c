/* Random BTOR2 files with every operator, against an interpreter of the lines on machine integers, in both
 * modes of the bank. */
#include "format/btor2/btor2.h"

#include "base/random.h"
#include "logic/value.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

enum { WIDEST = 12, NODES = 60, INDEX = 2, ELEMENT = 3, ARRAY = WIDEST + 1 /* stands for the array sort */ };

/* A line of the file. Operands are positions of earlier nodes, with `negated`. */
struct node {
    const char *op;
    uint32_t width; /* ARRAY: an array */
    uint32_t args[3], n;
    bool negated[3];
    uint32_t p0, p1;
    uint64_t value; /* of an array: the elements one after the other */
};

struct file {
    struct random random;
    struct text text;
    VEC(struct node) nodes;
    uint32_t line, sorts[ARRAY + 1]; /* line of the sort of each width */
    u32s lines;                      /* of the nodes */
};

static uint64_t mask(uint32_t width) {
    return (UINT64_C(1) << (width == ARRAY ? ELEMENT << INDEX : width)) - 1;
}

static int64_t to_signed(uint64_t x, uint32_t width) {
    return x >> (width - 1) & 1 ? (int64_t)x - (INT64_C(1) << width) : (int64_t)x;
}

/* ---- the interpreter ---- */

static bool in_range(int64_t x, uint32_t width) {
    return x >= -(INT64_C(1) << (width - 1)) && x < INT64_C(1) << (width - 1);
}

static uint64_t parity(uint64_t x) {
    return (uint64_t)__builtin_parityll(x);
}

static uint64_t signed_modulus(int64_t x, int64_t y) {
    int64_t m = y ? x % y : x;
    return (uint64_t)(y && m && (m < 0) != (y < 0) ? m + y : m);
}

/* Operators of one width n for operands; the result is cut to its own width afterwards. */
static bool interpret_word(const char *op, uint64_t a, uint64_t b, uint32_t n, uint64_t *result) {
    int64_t x = to_signed(a, n), y = to_signed(b, n);
    uint32_t turn = (uint32_t)(b % n);
#define IS(name, value)                                                                                      \
    if (!strcmp(op, name)) return *result = (uint64_t)(value), true
    IS("not", ~a);
    IS("inc", a + 1);
    IS("dec", a - 1);
    IS("neg", -a);
    IS("redand", a == mask(n));
    IS("redor", a != 0);
    IS("redxor", parity(a));
    IS("add", a + b);
    IS("and", a & b);
    IS("mul", a * b);
    IS("nand", ~(a & b));
    IS("nor", ~(a | b));
    IS("or", a | b);
    IS("rol", a << turn | a >> (n - turn));
    IS("ror", a >> turn | a << (n - turn));
    IS("sdiv", y ? x / y : x < 0 ? 1 : -1);
    IS("sll", b < n ? a << b : 0);
    IS("smod", signed_modulus(x, y));
    IS("sra", x >> (b < n ? b : n));
    IS("srem", y ? x % y : x);
    IS("srl", b < n ? a >> b : 0);
    IS("sub", a - b);
    IS("udiv", b ? a / b : mask(n));
    IS("urem", b ? a % b : a);
    IS("xnor", ~(a ^ b));
    IS("xor", a ^ b);
    IS("ugt", a > b);
    IS("ugte", a >= b);
    IS("ult", a < b);
    IS("ulte", a <= b);
    IS("sgt", x > y);
    IS("sgte", x >= y);
    IS("slt", x < y);
    IS("slte", x <= y);
    IS("uaddo", a + b > mask(n));
    IS("umulo", a * b > mask(n));
    IS("usubo", a < b);
    IS("saddo", !in_range(x + y, n));
    IS("smulo", !in_range(x * y, n));
    IS("ssubo", !in_range(x - y, n));
    IS("sdivo", y == -1 && !in_range(-x, n));
    IS("iff", a == b);
    IS("implies", !a || b);
    IS("eq", a == b);
    IS("neq", a != b);
#undef IS
    return false;
}

static uint64_t interpret(const struct file *f, const struct node *node) {
    uint64_t v[3] = {0}, result;
    const struct node *args[3] = {0};
    for (uint32_t i = 0; i < node->n; i++) {
        args[i] = &f->nodes.data[node->args[i]];
        v[i] = (node->negated[i] ? ~args[i]->value : args[i]->value) & mask(args[i]->width);
    }
    if (!strcmp(node->op, "ite")) return v[0] ? v[1] : v[2];
    if (!strcmp(node->op, "concat")) return v[0] << args[1]->width | v[1];
    if (!strcmp(node->op, "slice")) return v[0] >> node->p1;
    if (!strcmp(node->op, "uext")) return v[0];
    if (!strcmp(node->op, "sext")) return (uint64_t)to_signed(v[0], args[0]->width);
    if (!strcmp(node->op, "read")) return v[0] >> (ELEMENT * v[1]);
    if (!strcmp(node->op, "write"))
        return (v[0] & ~(mask(ELEMENT) << (ELEMENT * v[1]))) | v[2] << (ELEMENT * v[1]);
    if (!interpret_word(node->op, v[0], v[1], args[0]->width == ARRAY ? ELEMENT << INDEX : args[0]->width,
                        &result))
        fail_msg("the interpreter has no %s", node->op);
    return result;
}

/* ---- random files ---- */

static uint32_t add_node(struct file *f, struct node node) {
    vec_push(&f->nodes, node);
    vec_push(&f->lines, f->line);
    return f->nodes.size - 1;
}

static void add_sorts(struct file *f) {
    for (uint32_t w = 1; w <= WIDEST; w++) {
        f->sorts[w] = ++f->line;
        text_format(&f->text, "%u sort bitvec %u\n", f->line, w);
    }
    f->sorts[ARRAY] = ++f->line;
    text_format(&f->text, "%u sort array %u %u ; a comment\n", f->line, f->sorts[INDEX], f->sorts[ELEMENT]);
}

static void add_variable(struct file *f, uint32_t width) {
    text_format(&f->text, "%u input %u\n", ++f->line, f->sorts[width]);
    add_node(f, (struct node){.op = "input", .width = width});
}

static void add_constant(struct file *f) {
    uint32_t width = 1 + random_below(&f->random, 6);
    uint64_t value = random_word(&f->random) & mask(width);
    switch (random_below(&f->random, 5)) {
    case 0: {
        text_format(&f->text, "%u const %u ", ++f->line, f->sorts[width]);
        for (uint32_t i = width; i-- > 0;) text_byte(&f->text, value >> i & 1 ? '1' : '0');
        text_byte(&f->text, '\n');
        break;
    }
    case 1:
        text_format(&f->text, "%u constd %u %" PRId64 "\n", ++f->line, f->sorts[width],
                    to_signed(value, width));
        break;
    case 2: text_format(&f->text, "%u constd %u %" PRIu64 "\n", ++f->line, f->sorts[width], value); break;
    case 3: text_format(&f->text, "%u consth %u %" PRIx64 "\n", ++f->line, f->sorts[width], value); break;
    default: {
        static const char *const names[] = {"zero", "one", "ones"};
        uint32_t which = random_below(&f->random, 3);
        value = which == 2 ? mask(width) : which;
        text_format(&f->text, "%u %s %u\n", ++f->line, names[which], f->sorts[width]);
    }
    }
    add_node(f, (struct node){.op = "constant", .width = width, .value = value});
}

/* A node of a width, or of any that is not ARRAY when it is 0. */
static uint32_t pick(struct file *f, uint32_t width) {
    for (;;) {
        uint32_t i = random_below(&f->random, f->nodes.size), w = f->nodes.data[i].width;
        if (width ? w == width : w != ARRAY) return i;
    }
}

enum shape { SAME1, BIT1, SAME2, BIT2, BOTH1, LIKE, CONCAT, ITE, READ, WRITE, SLICE, EXTEND };
static const struct {
    const char *name;
    enum shape shape;
} operators[] = {
    {"not", SAME1},     {"inc", SAME1},   {"dec", SAME1},     {"neg", SAME1},   {"redand", BIT1},
    {"redor", BIT1},    {"redxor", BIT1}, {"add", SAME2},     {"and", SAME2},   {"mul", SAME2},
    {"nand", SAME2},    {"nor", SAME2},   {"or", SAME2},      {"rol", SAME2},   {"ror", SAME2},
    {"sdiv", SAME2},    {"sll", SAME2},   {"smod", SAME2},    {"sra", SAME2},   {"srem", SAME2},
    {"srl", SAME2},     {"sub", SAME2},   {"udiv", SAME2},    {"urem", SAME2},  {"xnor", SAME2},
    {"xor", SAME2},     {"ugt", BIT2},    {"ugte", BIT2},     {"ult", BIT2},    {"ulte", BIT2},
    {"sgt", BIT2},      {"sgte", BIT2},   {"slt", BIT2},      {"slte", BIT2},   {"uaddo", BIT2},
    {"umulo", BIT2},    {"usubo", BIT2},  {"saddo", BIT2},    {"smulo", BIT2},  {"ssubo", BIT2},
    {"sdivo", BIT2},    {"iff", BOTH1},   {"implies", BOTH1}, {"eq", LIKE},     {"neq", LIKE},
    {"concat", CONCAT}, {"ite", ITE},     {"read", READ},     {"write", WRITE}, {"slice", SLICE},
    {"uext", EXTEND},   {"sext", EXTEND},
};
enum { OPERATORS = sizeof operators / sizeof *operators };

/* Chooses operands; false when the shape does not fit them. */
static bool choose(struct file *f, enum shape shape, struct node *node) {
    uint32_t any = pick(f, 0), width = f->nodes.data[any].width;
    *node = (struct node){.op = node->op, .args = {any}, .n = 1, .width = width};
    switch (shape) {
    case SAME1: return true;
    case BIT1: node->width = 1; return true;
    case SAME2:
    case BIT2:
        node->args[node->n++] = pick(f, width);
        if (shape == BIT2) node->width = 1;
        return true;
    case BOTH1:
        *node = (struct node){.op = node->op, .args = {pick(f, 1), pick(f, 1)}, .n = 2, .width = 1};
        return true;
    case LIKE:
        if (random_one_in(&f->random, 4)) any = pick(f, ARRAY);
        *node = (struct node){
            .op = node->op, .args = {any, pick(f, f->nodes.data[any].width)}, .n = 2, .width = 1};
        return true;
    case CONCAT:
        node->args[node->n++] = pick(f, 0);
        node->width += f->nodes.data[node->args[1]].width;
        return node->width <= WIDEST;
    case ITE:
        if (random_one_in(&f->random, 4)) any = pick(f, ARRAY);
        width = f->nodes.data[any].width;
        *node =
            (struct node){.op = node->op, .args = {pick(f, 1), any, pick(f, width)}, .n = 3, .width = width};
        return true;
    case READ:
        *node =
            (struct node){.op = node->op, .args = {pick(f, ARRAY), pick(f, INDEX)}, .n = 2, .width = ELEMENT};
        return true;
    case WRITE:
        *node = (struct node){.op = node->op,
                              .args = {pick(f, ARRAY), pick(f, INDEX), pick(f, ELEMENT)},
                              .n = 3,
                              .width = ARRAY};
        return true;
    case SLICE:
        node->p0 = random_below(&f->random, width);
        node->p1 = random_below(&f->random, node->p0 + 1);
        node->width = node->p0 - node->p1 + 1;
        return true;
    default:
        node->p0 = random_below(&f->random, WIDEST - width + 1);
        node->width += node->p0;
        return true;
    }
}

static void add_operation(struct file *f, const char *name, enum shape shape) {
    struct node node = {.op = name};
    while (!choose(f, shape, &node)) {
    }
    text_format(&f->text, "%u %s %u", ++f->line, name, f->sorts[node.width]);
    for (uint32_t i = 0; i < node.n; i++) {
        node.negated[i] = f->nodes.data[node.args[i]].width != ARRAY && random_one_in(&f->random, 5);
        text_format(&f->text, " %s%u", node.negated[i] ? "-" : "", f->lines.data[node.args[i]]);
    }
    if (shape == SLICE || shape == EXTEND) text_format(&f->text, " %u", node.p0);
    if (shape == SLICE) text_format(&f->text, " %u", node.p1);
    text_add(&f->text, random_one_in(&f->random, 4) ? " a-symbol ; and a comment\n" : "\n");
    add_node(f, node);
}

/* Variables, constants, every operator once in a while, and everything as an output. */
static void make_file(struct file *f, uint64_t seed) {
    *f = (struct file){0};
    random_init(&f->random, seed);
    add_sorts(f);
    for (uint32_t w = 1; w <= 4; w++) add_variable(f, w);
    add_variable(f, ARRAY);
    add_constant(f);
    for (uint32_t i = 0; i < NODES; i++) {
        uint32_t o = random_below(&f->random, OPERATORS + 4);
        if (o < OPERATORS)
            add_operation(f, operators[o].name, operators[o].shape);
        else
            add_constant(f);
    }
    vec_each (uint32_t, line, &f->lines) text_format(&f->text, "%u output %u\n", ++f->line, *line);
}

/* ---- comparing ---- */

static term encode(struct terms *b, sort s, uint64_t value) {
    if (sort_kind(b, s) == SORT_BV) return term_bits_ui(b, value, sort_width(b, s));
    term array = value_default(b, s);
    for (uint32_t i = 0; i < 1 << INDEX; i++)
        array = value_store(b, array, term_bits_ui(b, i, INDEX),
                            term_bits_ui(b, value >> (ELEMENT * i) & mask(ELEMENT), ELEMENT));
    return array;
}

static void compare(struct file *f, const struct system *system) {
    struct evaluation e;
    evaluation_init(&e, system->terms);
    for (uint32_t round = 0; round < 8; round++) {
        evaluation_reset(&e);
        uint32_t input = 0;
        vec_each (struct node, node, &f->nodes) {
            if (!strcmp(node->op, "input")) {
                node->value = random_word(&f->random) & mask(node->width);
                term now = system->inputs.data[input++].now;
                evaluation_set(&e, now, encode(system->terms, term_sort(system->terms, now), node->value));
            } else if (strcmp(node->op, "constant"))
                node->value = interpret(f, node) & mask(node->width);
        }
        for (uint32_t i = 0; i < f->nodes.size; i++) {
            term found = evaluate(&e, system->outputs.data[i].now), expected;
            if (sort_kind(system->terms, term_sort(system->terms, found)) == SORT_BOOL)
                expected = term_bool(system->terms, f->nodes.data[i].value);
            else
                expected = encode(system->terms, term_sort(system->terms, found), f->nodes.data[i].value);
            if (!term_same(found, expected))
                fail_msg("line %u, %s, is wrong in\n%s", f->lines.data[i], f->nodes.data[i].op, f->text.data);
        }
    }
    evaluation_fini(&e);
}

static struct system *read(const struct text *text, enum terms_mode mode) {
    struct messages messages = {0};
    struct system *system;
    if (btor2_read(&system, mode, text->data, text->size, "f", &messages))
        fail_msg("%s\n%s", messages_first_error(&messages), text->data);
    assert_int_equal(messages.list.size, 0);
    return system;
}

static void test_random_files(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct file f;
        make_file(&f, seed);
        for (int again = 0; again < 2; again++) {
            enum terms_mode mode = seed % 2 ? TERMS_SIMPLIFY : TERMS_PLAIN;
            struct system *system = read(&f.text, mode);
            struct text written = {0};
            struct messages messages = {0};
            compare(&f, system);
            assert_int_equal(btor2_write(&written, system, &messages), STATUS_OK);
            system_free(system);
            text_fini(&f.text); /* and what is written means the same */
            f.text = written;
        }
        text_fini(&f.text);
        vec_free(&f.nodes);
        vec_free(&f.lines);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
