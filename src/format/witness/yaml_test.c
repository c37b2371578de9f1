/* YAML documents, shown again as {key:text,[item,item]}. */
#include "format/witness/yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void show(struct text *out, const struct yaml *y, uint32_t node) {
    const struct yaml_node *n = &y->nodes.data[node];
    if (n->key) text_format(out, "%s:", n->key);
    if (n->kind == YAML_SCALAR) {
        text_format(out, "<%s>", n->text);
        return;
    }
    text_add(out, n->kind == YAML_LIST ? "[" : "{");
    for (uint32_t c = n->first; c != YAML_NONE; c = y->nodes.data[c].next) {
        if (c != n->first) text_byte(out, ',');
        show(out, y, c);
    }
    text_add(out, n->kind == YAML_LIST ? "]" : "}");
}

static void documents(void **state) {
    (void)state;
    static const struct {
        const char *text, *tree; /* NULL: malformed */
    } rows[] = {
        {"a: 1\nb: 2", "{a:<1>,b:<2>}"},
        {"---\n# comment\na:   1 # one\n\nb: 'it''s'\n...\n", "{a:<1>,b:<it's>}"},
        {"- a: 1\n  b:\n    c: 3\n  d:\n- a: 4\n", "[{a:<1>,b:{c:<3>},d:<>},{a:<4>}]"},
        {"a:\n- 1\n- - 2\n  - 3\n-\n  x: 4\n", "{a:[<1>,[<2>,<3>],{x:<4>}]}"},
        {"a:\n  - 1\nb: \"x \\\"y\\\" \\\\result\\t\\u0041\\x42\"", "{a:[<1>],b:<x \"y\" \\result\tAB>}"},
        {"a: []\nb: {}\nc: [x, \"y, z\", [w]]\nd: {\"k\": v, l: [1]}",
         "{a:[],b:{},c:[<x>,<y, z>,[<w>]],d:{k:<v>,l:[<1>]}}"},
        {"{\"a\": [1,\n 2], \"b\":\n {\"c\": \"d\"}}\n", "{a:[<1>,<2>],b:{c:<d>}}"},
        {"a: \"x\n    y \\\n   z\"\nb: x\n  y\n  z # no\nc: 1", "{a:<x y z>,b:<x y z>,c:<1>}"},
        {"a: |-\n  x\n  y\nb: >-\n  x\n  y\nc: 1", "{a:<x\ny>,b:<x y>,c:<1>}"},
        {"\"a b\": 1\n'c': a:b\n", "{a b:<1>,c:<a:b>}"},
        {"a: CHECK( init(main()), LTL(G ! call(f())) )\n", "{a:<CHECK( init(main()), LTL(G ! call(f())) )>}"},
        {"a: x#y\r\nb: 2\r\n", "{a:<x#y>,b:<2>}"},
        {"%YAML 1.2\n---\na: \"\\/\"\n", "{a:</>}"},
        {"\xef\xbb\xbf"
         "a: 1\n",
         "{a:<1>}"},
        {"a: {b}\n", "{a:{b:<>}}"},
        {"", NULL},
        {"# nothing\n", NULL},
        {"a: \"x\n", NULL},
        {"a: 'x\n", NULL},
        {"a: \"\\q\"\n", NULL},
        {"a: \"x\" y\n", NULL},
        {"a: [1, 2\n", NULL},
        {"a: [1] 2\n", NULL},
        {"a: 1\n  b: 2\n", NULL},
        {"a: x # ends it\n  y\n", NULL},
        {"a:\n    b: 1\n  c: 2\n", NULL},
        {"a: 1\nb\n", NULL},
        {"a: 1\na: 2\n", NULL},
        {"a: {b: 1, b: 2}\n", NULL},
        {"? [a]\n: 1\n", NULL},
        {"? {a: 1}\n: 1\n", NULL},
        {"a: 1\n--- \nb: 2\n", NULL},
        {"a: &x 1\n", NULL},
        {"a: &x [1]\n", NULL},
        {"a: &x {b: 1}\n", NULL},
        {"a: *x\n", NULL},
        {"&x a: 1\n", NULL},
        {"a: !!str 1\n", NULL},
        {"a: ! [1]\n", NULL},
        {"a: \"\\0\"\n", NULL},
        {"a: \xff\n", NULL},
        {"a: \x01\n", NULL},
        {"\xff\xfe"
         "a: 1",
         NULL},
        {"  a: 1\nb: 2\n", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct yaml y;
        struct messages messages = {0};
        struct text out = {0};
        enum status status = yaml_read(&y, rows[i].text, strlen(rows[i].text), "doc", &messages);
        if ((status == STATUS_OK) != (rows[i].tree != NULL))
            fail_msg("'%s': %s", rows[i].text, status ? messages_first_error(&messages) : "accepted");
        if (status == STATUS_OK) {
            show(&out, &y, 0);
            if (strcmp(out.data, rows[i].tree)) fail_msg("'%s': %s", rows[i].text, out.data);
        } else {
            assert_non_null(strstr(messages_first_error(&messages), "doc:"));
        }
        text_fini(&out);
        yaml_fini(&y);
        messages_fini(&messages);
    }
}

static void members(void **state) {
    (void)state;
    struct yaml y;
    struct messages messages = {0};
    static const char text[] = "- a: 1\n  b: [2]\n";
    assert_int_equal(yaml_read(&y, text, sizeof text - 1, "doc", &messages), STATUS_OK);
    uint32_t item = yaml_first(&y, 0), list = yaml_member(&y, item, "b");
    assert_string_equal(yaml_text(&y, yaml_member(&y, item, "a")), "1");
    assert_string_equal(yaml_text(&y, yaml_first(&y, list)), "2");
    assert_null(yaml_text(&y, list));
    assert_int_equal(y.nodes.data[list].line, 2);
    assert_int_equal(yaml_member(&y, item, "c"), YAML_NONE);
    assert_int_equal(yaml_member(&y, yaml_member(&y, item, "c"), "d"), YAML_NONE);
    assert_int_equal(yaml_first(&y, item), YAML_NONE);
    yaml_fini(&y);
    messages_fini(&messages);
}

/* Messages say where. */
static void positions(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"a: 1\nb: [1,\n    &x 2]\n", "doc:3:5: anchors"},
        {"a: 1\nb: 2\na: 3\n", "doc:3:1: the key is there twice"},
        {"a: 1\nb: x\n  y: 2\n", "doc:3:4: mapping values"},
        {"a: 1\nb: x\x01\n", "doc:2:5: control characters"},
        {"a: 1\n\xc3", "doc:2:1: incomplete UTF-8"},
        {"", "doc:1:1: expected a document"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct yaml y;
        struct messages messages = {0};
        assert_int_equal(yaml_read(&y, rows[i].text, strlen(rows[i].text), "doc", &messages),
                         STATUS_MALFORMED);
        const char *message = messages_first_error(&messages);
        if (strncmp(message, rows[i].message, strlen(rows[i].message)))
            fail_msg("'%s': %s", rows[i].text, message);
        messages_fini(&messages);
    }
}

static void refuse(struct text *text, const char *why) {
    struct yaml y;
    struct messages messages = {0};
    assert_int_equal(yaml_read(&y, text->data, text->size, "doc", &messages), STATUS_MALFORMED);
    if (!strstr(messages_first_error(&messages), why)) fail_msg("%s", messages_first_error(&messages));
    assert_int_equal(y.nodes.size, 0);
    messages_fini(&messages);
    text_fini(text);
}

/* Brackets and indentation are bounded. */
static void deep(void **state) {
    (void)state;
    static const char *const nested[] = {"[", "- ", "{a: ", "? "};
    for (int i = 0; i < 4; i++) {
        struct text text = {0};
        for (int k = 0; k < 100000; k++) text_add(&text, nested[i]);
        refuse(&text, i < 3 ? "too deep" : "expected text as a key");
    }
    struct yaml y;
    struct messages messages = {0};
    struct text text = {0};
    for (int k = 0; k < 64; k++) text_byte(&text, '[');
    for (int k = 0; k < 64; k++) text_byte(&text, ']');
    assert_int_equal(yaml_read(&y, text.data, text.size, "doc", &messages), STATUS_OK);
    assert_int_equal(y.nodes.size, 64);
    yaml_fini(&y);
    text_fini(&text);
    messages_fini(&messages);
}

/* Nine names, each for nine of the one before: they would be 10^9 nodes. */
static void laughs(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]\n");
    for (int i = 1; i < 10; i++) {
        text_format(&text, "a%d: &a%d [", i, i);
        for (int k = 0; k < 10; k++) text_format(&text, "%s*a%d", k ? ", " : "", i - 1);
        text_add(&text, "]\n");
    }
    refuse(&text, "doc:1:5: anchors");
}

/* Each key is compared with those before it, so there are not too many. */
static void wide(void **state) {
    (void)state;
    struct text text = {0};
    for (int i = 0; i < 300000; i++) text_format(&text, "k%d: v\n", i);
    refuse(&text, "doc:1025:1: too many members");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents), cmocka_unit_test(members), cmocka_unit_test(positions),
        cmocka_unit_test(deep),      cmocka_unit_test(laughs),  cmocka_unit_test(wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
