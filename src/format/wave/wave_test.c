/* Dumps: scopes, vectors, clocks, what is written and when; circuits and maps. */
#include "format/wave/circuit_wave.h"
#include "format/wave/wave_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static uint32_t declare(struct wave *w, const char *name, uint32_t width, enum design_edge edge) {
    char *path = wave_path(name);
    struct wave_signal s = {
        .path = path, .width = width, .range = width > 1, .msb = width - 1, .edge = edge, .type = WAVE_WIRE};
    uint32_t number = wave_declare(w, &s);
    mem_free(path);
    return number;
}

static void test_dump(void **state) {
    (void)state;
    struct wave w;
    struct text out = {0};
    wave_init(&w, "my top");
    uint32_t clk = declare(&w, "clk", 1, DESIGN_RISING), q = declare(&w, "u.q", 3, DESIGN_NO_CLOCK),
             odd = declare(&w, "odd name!", 1, DESIGN_NO_CLOCK);
    declare(&w, "nclk", 1, DESIGN_FALLING);
    wave_begin(&w, &out, "two\nlines");
    wave_step(&w, &out);
    wave_set(&w, &out, clk, "0");
    wave_set(&w, &out, q, "001");
    wave_set(&w, &out, odd, "x");
    wave_step(&w, &out);
    wave_set(&w, &out, q, "001");
    wave_set(&w, &out, odd, "1");
    wave_end(&w, &out);
    assert_string_equal(out.data, "$comment two\\x0alines $end\n$version induct $end\n$timescale 1 ns $end\n"
                                  "$scope module \\my_top $end\n"
                                  "$var wire 1 ! clk $end\n"
                                  "$var wire 1 # \\odd_name! $end\n"
                                  "$var wire 1 $ nclk $end\n"
                                  "$scope module u $end\n"
                                  "$var wire 3 \" q [2:0] $end\n"
                                  "$upscope $end\n$upscope $end\n$enddefinitions $end\n"
                                  "#0\n1!\n0$\nb001 \"\nx#\n#5\n0!\n1$\n"
                                  "#10\n1!\n0$\n1#\n#15\n0!\n1$\n#20\n");
    text_fini(&out);
    wave_fini(&w);
}

static void test_json(void **state) {
    (void)state;
    struct wave w;
    struct text out = {0};
    wave_init(&w, "top");
    uint32_t clk = declare(&w, "clk", 1, DESIGN_RISING), q = declare(&w, "u.q", 9, DESIGN_NO_CLOCK),
             b = declare(&w, "b\"", 1, DESIGN_NO_CLOCK);
    struct design_value names[] = {{"01", "A\""}, {"10", "B"}};
    const design_values values = {.data = names, .size = 2, .capacity = 2};
    const struct wave_signal word = {.path = "s", .width = 2, .names = &values};
    const struct wave_signal real = {
        .path = "r", .width = 64, .type = WAVE_REAL, .role = WAVE_STATE, .source = "a.sv:3"};
    uint32_t r = wave_declare(&w, &real), s = wave_declare(&w, &word);
    static const char *const words[] = {"000000101", "000000101", "1xxxxxxxx", "100000000", "000000000"};
    for (int i = 0; i < 5; i++) {
        wave_step(&w, NULL);
        wave_set(&w, NULL, clk, "0");
        wave_set(&w, NULL, q, words[i]);
        wave_set(&w, NULL, b, i % 2 ? "x" : "1");
        wave_set(&w, NULL, r, i < 2 ? "0.5" : "1e3");
        wave_set(&w, NULL, s, "10");
    }
    wave_json(&w, &out);
    assert_string_equal(
        out.data,
        "[{\"path\":[\"clk\"],\"role\":\"wire\",\"width\":1,\"clock\":\"rising\",\"values\":\"\"},\n"
        "{\"path\":[\"u\",\"q\"],\"role\":\"wire\",\"width\":9,\"lsb\":0,\"values\":\"5  b1xxxxxxxx 100 "
        "0\"},\n"
        "{\"path\":[\"b\\\"\"],\"role\":\"wire\",\"width\":1,\"values\":\"1x1x1\"},\n"
        "{\"path\":[\"r\"],\"role\":\"state\",\"width\":64,\"type\":\"real\",\"source\":\"a.sv:3\","
        "\"values\":\"0.5  1e3  \"},\n"
        "{\"path\":[\"s\"],\"role\":\"wire\",\"width\":2,\"names\":{\"1\":\"A\\\"\",\"2\":\"B\"},\"values\":"
        "\"2    \"}]");
    text_fini(&out);
    wave_fini(&w);
}

/* Only as many of the last steps are shown as the page, or the work, allows. */
static void test_first_step(void **state) {
    (void)state;
    assert_int_equal(wave_first(100, 200, 1000, UINT64_MAX), 0);
    assert_int_equal(wave_first(100, 200, 1000, 50000), 50);
    assert_int_equal(wave_first(100, 200, 1000, 0), 99);
    assert_int_equal(wave_first(1 << 20, 2, 0, 1 << 30), 1 << 19);
}

static void expect_path(const char *name, const char *expected) {
    char *path = wave_path(name);
    assert_string_equal(path, expected);
    mem_free(path);
}

static void test_paths(void **state) {
    (void)state;
    expect_path("q", "q");
    expect_path("a.b.q", "a\nb\nq");
    expect_path("g[0].u.q", "g[0]\nu\nq");
    expect_path("g[a.b].q", "g[a.b]\nq");
    expect_path(".def", ".def");
    expect_path("a..q", "a.\nq");
    expect_path("a.", "a.");
    expect_path("]).q", "])\nq");
}

static const char *header_of(struct text *out) {
    char *start = strstr(out->data, "$scope"), *end = strstr(out->data, "$enddefinitions");
    *end = 0;
    return start;
}

static void test_scopes(void **state) {
    (void)state;
    struct wave w;
    struct text out = {0};
    static const char *const names[] = {"a.b.c.x", "a.b.y",    "z", "a.bb.x",
                                        "a.b.c.w", "a.b[1].x", "z", "mem<7>"};
    wave_init(&w, "top");
    for (uint32_t i = 0; i < 8; i++) declare(&w, names[i], 1, DESIGN_NO_CLOCK);
    wave_begin(&w, &out, "");
    assert_string_equal(header_of(&out),
                        "$scope module top $end\n"
                        "$var wire 1 # z $end\n$var wire 1 ' z_2 $end\n$var wire 1 ( mem<7> $end\n"
                        "$scope module a $end\n"
                        "$scope module b $end\n$var wire 1 \" y $end\n"
                        "$scope module c $end\n$var wire 1 ! x $end\n$var wire 1 % w $end\n"
                        "$upscope $end\n$upscope $end\n"
                        "$scope module b[1] $end\n$var wire 1 & x $end\n$upscope $end\n"
                        "$scope module bb $end\n$var wire 1 $ x $end\n$upscope $end\n"
                        "$upscope $end\n$upscope $end\n");
    text_fini(&out);
    wave_fini(&w);
}

/* A counter of two bits whose upper latch may be stored inverted. */
static struct circuit *counter(const char *const names[4]) {
    struct circuit *c = circuit_new();
    aig_lit go = circuit_add_input(c, names[0]), start = circuit_add_input(c, names[1]),
            low = circuit_add_latch(c, names[2]), high = circuit_add_latch(c, names[3]);
    c->latches.data[0].next = aig_xor(c->graph, low, go);
    c->latches.data[1].next = aig_xor(c->graph, high, aig_and(c->graph, low, go));
    circuit_add_property(c, aig_and(c->graph, low, high), "overflow", 0);
    circuit_add_constraint(c, aig_not(start), NULL);
    c->bad_section = true;
    return c;
}

static void expect_vcd(const struct circuit *c, const struct map *map, const char *header,
                       const char *values) {
    struct trace *t = trace_new(c, 0);
    struct text out = {0};
    for (int i = 0; i < 4; i++) {
        uint8_t *inputs = trace_add_step(t);
        inputs[0] = i < 3;
        inputs[1] = !i;
    }
    circuit_wave_vcd(&out, c, t, map);
    assert_non_null(strstr(out.data, "$comment property overflow is violated in step 3 $end\n"));
    assert_string_equal(strstr(out.data, "#0"), values);
    assert_string_equal(header_of(&out), header);
    text_fini(&out);
    trace_free(t);
}

static void test_words(void **state) {
    (void)state;
    struct circuit *c = counter((const char *const[]){"top.go", NULL, "top.n[4]", "top.n[5]"});
    expect_vcd(c, NULL,
               "$scope module circuit $end\n"
               "$scope module top $end\n$var wire 1 \" go $end\n$var reg 2 $ n [5:4] $end\n$upscope $end\n"
               "$scope module unnamed $end\n$var wire 1 # i1 $end\n$var wire 1 % c0 $end\n$upscope $end\n"
               "$scope module violated $end\n$var wire 1 ! overflow $end\n$upscope $end\n$upscope $end\n",
               "#0\n0!\n1\"\n1#\nb00 $\n0%\n#10\n0#\nb01 $\n1%\n#20\nb10 $\n#30\n1!\n0\"\nb11 $\n#40\n");
    circuit_free(c);
    c = counter((const char *const[]){"n[0]", "n[7]", "q", NULL}); /* n has gaps */
    expect_vcd(
        c, NULL,
        "$scope module circuit $end\n$var wire 1 \" n[0] $end\n$var wire 1 # n[7] $end\n$var reg 1 $ q $end\n"
        "$scope module unnamed $end\n$var reg 1 % l1 $end\n$var wire 1 & c0 $end\n$upscope $end\n"
        "$scope module violated $end\n$var wire 1 ! overflow $end\n$upscope $end\n$upscope $end\n",
        "#0\n0!\n1\"\n1#\n0$\n0%\n0&\n#10\n0#\n1$\n1&\n#20\n0$\n1%\n#30\n1!\n0\"\n1$\n#40\n");
    circuit_free(c);
}

static enum status read_map(struct map *map, const char *text, struct messages *messages) {
    return map_read(map, text, strlen(text), "m", messages);
}

/* The latch of bit 1 is inverted, and input 1 has the first value of bit 0. */
static void test_map(void **state) {
    (void)state;
    struct circuit *c = counter((const char *const[]){NULL, NULL, NULL, NULL});
    struct map map;
    struct messages messages = {0};
    assert_int_equal(read_map(&map,
                              "input 0 0 clk\r\ninit 1 0 u.q\nlatch 0 0 u.q\ninvlatch 1 1 u.q\n\nwire 5 0 w\n"
                              "latch 0 0 alias\n",
                              &messages),
                     STATUS_OK);
    vec_push(&map.clocks, (struct map_clock){.input = 0, .edge = DESIGN_RISING});
    vec_push(&map.properties, NULL);
    assert_int_equal(map_apply(&map, model_of_circuit(c), &messages), STATUS_OK);
    expect_vcd(c, &map,
               "$scope module circuit $end\n"
               "$var wire 1 \" clk $end\n$var wire 1 $ w $end\n$var reg 1 % alias $end\n"
               "$scope module u $end\n$var reg 2 # q [1:0] $end\n$upscope $end\n"
               "$scope module unnamed $end\n$var wire 1 & c0 $end\n$upscope $end\n"
               "$scope module violated $end\n$var wire 1 ! overflow $end\n$upscope $end\n$upscope $end\n",
               "#0\n1\"\n0!\nb11 #\n0$\n0%\n0&\n#5\n0\"\n#10\n1\"\n1$\n1%\n1&\n#15\n0\"\n"
               "#20\n1\"\nb00 #\n0%\n#25\n0\"\n#30\n1\"\n1!\nb01 #\n1%\n#35\n0\"\n#40\n");
    messages_fini(&messages);
    map_free(&map);
    circuit_free(c);
}

static void expect_refusal(const char *text, const char *message) {
    struct circuit *c = counter((const char *const[]){NULL, NULL, NULL, NULL});
    struct map map;
    struct messages messages = {0};
    if (read_map(&map, text, &messages) == STATUS_OK) {
        assert_int_equal(map_apply(&map, model_of_circuit(c), &messages), STATUS_MALFORMED);
        map_free(&map);
    }
    assert_string_equal(messages_first_error(&messages), message);
    messages_fini(&messages);
    circuit_free(c);
}

static void test_refusals(void **state) {
    (void)state;
    expect_refusal("input 0 0\n", "m:1:10: expected a name");
    expect_refusal("\nlatch x 0 q\n", "m:2:7: expected an index");
    expect_refusal("latch 0 -1 q\n", "m:1:9: expected the number of a bit");
    expect_refusal("latch 0 4294967295 q\n", "m:1:19: expected smaller numbers");
    expect_refusal("signal 0 0 q\n", "m:1:1: expected a line of a map: input, output, latch, invlatch, init, "
                                     "wire, name, posedge or negedge");
    expect_refusal("input 2 0 q\n",
                   "m: the map is about another file: it names an input that this one does not have");
    expect_refusal("invlatch 2 0 q\n",
                   "m: the map is about another file: it names a latch that this one does not have");
    expect_refusal("wire 99999 0 q\n",
                   "m: the map is about another file: it names a literal that this one does not have");
    expect_refusal("{}", "m: this is no map that Yosys writes with -ywmap");
    expect_refusal("{\"version\": 1", "m:1:13: '}' expected near end of file");
    expect_refusal(
        "{\"version\": \"Yosys Witness Aiger Map\", \"input_count\": 1, \"inputs\": [{\"input\": 0}]}",
        "m: an entry of the map has no path, input and offset");
    expect_refusal("{\"version\": \"Yosys Witness Aiger Map\", \"clocks\": [{\"edge\": \"posedge\"}]}",
                   "m: a clock of the map has no path and edge");
}

static void test_names_of_properties(void **state) {
    (void)state;
    struct circuit *c = counter((const char *const[]){NULL, NULL, NULL, NULL});
    struct map map;
    struct messages messages = {0};
    circuit_add_property(c, AIG_FALSE, NULL, 1);
    assert_int_equal(
        read_map(&map,
                 "{\"version\": \"Yosys Witness Aiger map\", \"asserts\": [[\"\\\\u 1\", \"\\\\a\"], 3]}",
                 &messages),
        STATUS_OK);
    assert_int_equal(map_apply(&map, model_of_circuit(c), &messages), STATUS_OK);
    assert_string_equal(c->properties.data[0].name, "u_1.a");
    assert_string_equal(c->properties.data[1].name, "1");
    messages_fini(&messages);
    map_free(&map);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dump),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_first_step),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_names_of_properties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
