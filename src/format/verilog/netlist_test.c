/* Reading Yosys' JSON: properties, clocks and nets of a small design, and bytes that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format/verilog/netlist.h"

#define CELL(name, type, parameters, connections)                                                            \
    "\"" name "\": {\"hide_name\": 0, \"type\": \"" type "\", \"parameters\": {" parameters                  \
    "}, \"attributes\": {\"src\": \"f0:1.2-3.4\"}, \"port_directions\": {\"Q\": \"output\", \"Y\": "         \
    "\"output\"}, \"connections\": {" connections "}}"
#define DESIGN(ports, cells, nets)                                                                           \
    "{\"creator\": \"x\", \"modules\": {\"other\": {}, \"m\": {\"attributes\": {\"top\": \"1\"}, "           \
    "\"ports\": {" ports "}, "                                                                               \
    "\"cells\": {" cells "}, \"netnames\": {" nets "}}}}"
#define INPUT(name, bit) "\"" name "\": {\"direction\": \"input\", \"bits\": [ " #bit " ]}"
#define NET(name, bits)                                                                                      \
    "\"" name "\": {\"hide_name\": 0, \"bits\": " bits ", \"attributes\": {\"src\": \"f0:7\"}}"
#define RISING  "\"CLK_POLARITY\": \"1\""
#define FALLING "\"CLK_POLARITY\": \"0\""

static struct netlist read(const char *text) {
    struct netlist n;
    struct messages messages = {0};
    assert_int_equal(netlist_read(&n, text, strlen(text), "f", &messages), STATUS_OK);
    assert_int_equal(messages.list.size, 0);
    messages_fini(&messages);
    return n;
}

static void properties_are_told_apart(void **state) {
    (void)state;
    struct netlist n =
        read(DESIGN("",
                    CELL("a", "$assert", "", "") "," CELL("c", "$cover", "", "") "," CELL(
                        "l", "$live", "", "") "," CELL("u", "$assume", "", "") "," CELL("g", "$and", "", ""),
                    ""));
    assert_string_equal(n.top, "m");
    assert_int_equal(n.formals.size, 4);
    uint32_t kinds = 0;
    vec_each (const struct netlist_formal, f, &n.formals) {
        kinds |= 1u << f->kind;
        assert_string_equal(f->source, "f0:1.2-3.4");
    }
    assert_int_equal(kinds,
                     1u << NETLIST_ASSERT | 1u << NETLIST_COVER | 1u << NETLIST_LIVE | 1u << NETLIST_ASSUME);
    netlist_fini(&n);
}

static void edges_of_one_clock_are_joined(void **state) {
    (void)state;
    struct netlist n = read(DESIGN(INPUT("clk", 2),
                                   CELL("p", "$dff", RISING, "\"CLK\": [ 2 ], \"Q\": [ 5 ]") "," CELL(
                                       "q", "$adffe", FALLING, "\"CLK\": [ 2 ]"),
                                   NET("u.clk", "[ 2 ]") "," NET("d", "[ 5, 6 ]")));
    assert_int_equal(n.clocks.size, 1);
    assert_string_equal(n.clocks.data[0].name, "clk");
    assert_true(n.clocks.data[0].rising && n.clocks.data[0].falling && n.clocks.data[0].is_input);
    assert_false(n.clocks.data[0].is_data || n.clocks.data[0].is_driven);
    assert_int_equal(n.nets.size, 2);
    assert_string_equal(n.nets.data[hash_names_get(&n.nets_by_name, "d")].source, "f0:7");
    netlist_fini(&n);
}

static void clocks_that_are_data_or_made_are_told(void **state) {
    (void)state;
    struct netlist n = read(DESIGN(
        INPUT("clk", 2),
        CELL("p", "$dff", RISING, "\"CLK\": [ 2 ]") "," CELL("q", "$dff", RISING, "\"CLK\": [ 9 ]") "," CELL(
            "g", "$and", "", "\"A\": [ 2 ], \"B\": [ 3 ], \"Y\": [ 9 ]"),
        NET("longer.gated", "[ 9 ]") "," NET("gated", "[ 9 ]")));
    assert_int_equal(n.clocks.size, 2);
    for (int i = 0; i < 2; i++) {
        const struct netlist_clock *c = &n.clocks.data[i];
        bool input = !strcmp(c->name, "clk");
        assert_true(input || !strcmp(c->name, "gated"));
        assert_int_equal(c->is_data, input);
        assert_int_equal(c->is_driven, !input);
    }
    netlist_fini(&n);
}

static void ports_of_memories_have_clocks(void **state) {
    (void)state;
    struct netlist n =
        read(DESIGN("",
                    CELL("m", "$mem_v2",
                         "\"WR_CLK_ENABLE\": \"10\", \"WR_CLK_POLARITY\": \"11\", \"RD_CLK_ENABLE\": \"0\"",
                         "\"WR_CLK\": [ 3, 4 ], \"RD_CLK\": [ \"x\" ]"),
                    ""));
    assert_int_equal(n.clocks.size, 1);
    assert_int_equal(n.clocks.data[0].bit, 4);
    assert_false(n.undefined_clock);
    netlist_fini(&n);
}

static void constants_have_no_edges(void **state) {
    (void)state;
    struct netlist n = read(DESIGN(
        "",
        CELL("p", "$dff", RISING, "\"CLK\": [ \"0\" ]") "," CELL("q", "$dff", RISING, "\"CLK\": [ \"1\" ]"),
        ""));
    assert_int_equal(n.clocks.size, 0);
    assert_false(n.undefined_clock);
    netlist_fini(&n);
    n = read(DESIGN("", CELL("p", "$dff", RISING, "\"CLK\": [ \"x\" ]"), ""));
    assert_true(n.undefined_clock);
    netlist_fini(&n);
}

static void other_bytes_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "{}",
                                        "{\"modules\": 5}",
                                        "{\"modules\": {\"m\": {}}}",
                                        "{\"modules\": {\"m\": {\"attributes\": {\"top\": 1}}}}",
                                        "{\"modules\": {}} x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct netlist n;
        struct messages messages = {0};
        assert_int_equal(netlist_read(&n, texts[i], strlen(texts[i]), "f", &messages), STATUS_MALFORMED);
        assert_int_equal(messages.list.size, 1);
        netlist_fini(&n);
        messages_fini(&messages);
    }
}

/* Values of other kinds than Yosys writes are nothing, not a crash. */
static void strange_values_are_nothing(void **state) {
    (void)state;
    struct netlist n =
        read("{\"modules\": {\"m\": {\"attributes\": {\"top\": \"1\"}, \"cells\": {\"a\": 5, \"b\": "
             "{\"type\": [], \"connections\": {\"CLK\": {}}}, \"c\": {\"type\": \"$dff\", \"connections\": "
             "{\"CLK\": [ null ], \"D\": 7}}}, \"ports\": [], \"netnames\": {\"x\": null}}}}");
    assert_int_equal(n.formals.size, 0);
    assert_true(n.undefined_clock);
    netlist_fini(&n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_are_told_apart),
        cmocka_unit_test(edges_of_one_clock_are_joined),
        cmocka_unit_test(clocks_that_are_data_or_made_are_told),
        cmocka_unit_test(ports_of_memories_have_clocks),
        cmocka_unit_test(constants_have_no_edges),
        cmocka_unit_test(other_bytes_are_refused),
        cmocka_unit_test(strange_values_are_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
