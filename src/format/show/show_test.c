/* Evidence as JSON: what it says, and that whatever names there are it can be read. */
#include "format/show/show.h"

#include "base/json.h"
#include "format/show/parts.h"

#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Reads what was written, and frees it. */
static json_t *parse(struct text *text) {
    json_t *j;
    struct messages messages = {0};
    assert_int_equal(json_read(&j, text->data, text->size, "evidence", &messages), STATUS_OK);
    messages_fini(&messages);
    text_fini(text);
    return j;
}

static uint64_t number(const json_t *j, const char *key) {
    uint64_t value = 0;
    assert_true(json_natural(json_member(j, key), UINT32_MAX, &value));
    return value;
}

/* The conjunct of the first part. */
static const char *conjunct(const json_t *j, uint32_t position) {
    const json_t *part = json_element(json_member(j, "parts"), 0);
    return json_text(json_element(json_element(json_member(part, "conjuncts"), position), 0));
}

/* Latches a, "b" and c; c is read by nobody. */
static struct circuit *three_latches(void) {
    struct circuit *c = circuit_new();
    static const char *const names[] = {"a", "\"</script>\x01", NULL};
    for (int i = 0; i < 3; i++) {
        aig_lit lit = aig_leaf(c->graph);
        struct latch latch = {.lit = lit, .next = lit, .reset = AIG_FALSE};
        latch.name = names[i] ? mem_strdup(names[i]) : NULL;
        vec_push(&c->latches, latch);
    }
    circuit_add_input(c, "i");
    c->latches.data[0].next = c->latches.data[1].lit;
    circuit_add_property(c, c->latches.data[0].lit, "p", 0);
    return c;
}

static void proofs_of_circuits(void **state) {
    (void)state;
    struct circuit *c = three_latches();
    struct invariant *v = invariant_new(c);
    struct text text = {0};
    const uint32_t clause[] = {1, 2}; /* !a or b */
    invariant_add_clause(v, clause, 2);
    invariant_add(v, aig_and(v->graph, v->latches.data[0], aig_not(v->latches.data[1])));
    show_circuit_invariant(&text, c, v, 0, NULL);
    json_t *j = parse(&text);
    assert_string_equal(json_text(json_member(j, "kind")), "proof");
    assert_int_equal(number(j, "depth"), 1);
    assert_int_equal(number(j, "total"), 2);
    assert_int_equal(json_count(json_member(j, "variables")), 4);
    assert_string_equal(json_text(json_element(json_member(j, "variables"), 2)), "l2");
    assert_string_equal(conjunct(j, 0), "!a || \"</script>\x01");
    assert_non_null(strstr(conjunct(j, 1), " && "));
    assert_int_equal(json_count(json_member(j, "needed")), 2); /* neither c nor i */
    json_free(j);
    invariant_free(v);
    circuit_free(c);
}

/* Names of the map are words of the design, and a latch may have the complement of a bit. */
static void names_of_a_map(void **state) {
    (void)state;
    struct circuit *c = three_latches();
    struct invariant *v = invariant_new(c);
    struct map map = {0};
    struct text text = {0};
    vec_push(&map.bits, (struct map_bit){MAP_INVERTED, 0, 0, "u\nq"});
    vec_push(&map.bits, (struct map_bit){MAP_LATCH, 1, 1, "u\nq"});
    const uint32_t clause[] = {0, 3}; /* a or !b */
    invariant_add_clause(v, clause, 2);
    show_circuit_invariant(&text, c, v, 0, &map);
    json_t *j = parse(&text);
    assert_string_equal(conjunct(j, 0), "!u.q[0] || !u.q[1]");
    json_free(j);
    vec_free(&map.bits);
    invariant_free(v);
    circuit_free(c);
}

/* A formula that is too long is cut, and so is what is too deep. */
static void long_formulas_are_cut(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    for (int i = 0; i < 2000; i++) circuit_add_input(c, "an_input_with_a_name");
    circuit_add_property(c, AIG_FALSE, "p", 0);
    struct invariant *v = invariant_new(c);
    aig_lit all = AIG_TRUE;
    vec_each (const aig_lit, l, &v->inputs) all = aig_not(aig_and(v->graph, all, *l));
    invariant_add(v, all);
    struct text text = {0};
    show_circuit_invariant(&text, c, v, 0, NULL);
    json_t *j = parse(&text);
    assert_true(strlen(conjunct(j, 0)) < 3 * SHOW_LETTERS);
    assert_non_null(strstr(conjunct(j, 0), ".."));
    assert_int_equal(json_count(json_member(j, "needed")), 2000);
    json_free(j);
    invariant_free(v);
    circuit_free(c);
}

static void proofs_of_systems(void **state) {
    (void)state;
    struct system *s = system_new(TERMS_PLAIN);
    struct terms *b = s->terms;
    sort word = sort_bv(b, 8);
    term x = system_add_state(s, "x y", word, NULL)->now, one = term_bits_ui(b, 1, 8);
    term y = system_add_state(s, "y", word, NULL)->now;
    term i = system_add_input(s, "i", word)->now;
    s->states.data[0].update = term_make(b, TERM_BV_ADD, (term[]){x, i}, 2, 0, 0);
    s->states.data[1].update = y;
    system_add_property(s, term_make(b, TERM_BV_ULE, (term[]){x, one}, 2, 0, 0), "p", 0);
    struct system_invariant *v = system_invariant_new();
    vec_push(&v->conjuncts, term_make(b, TERM_BV_ULE, (term[]){x, one}, 2, 0, 0));
    struct text text = {0};
    show_system_invariant(&text, s, v, 0);
    json_t *j = parse(&text);
    assert_string_equal(conjunct(j, 0), "x y <= 1");
    assert_int_equal(json_count(json_member(j, "needed")), 2); /* x, and i, which it gets */
    json_free(j);
    system_invariant_free(v);
    system_free(s);
}

static void places_are_listed_once(void **state) {
    (void)state;
    struct show_places places = {0};
    struct program_position a = {.file = "a\"b.c", .function = "f", .line = 3, .column = 1}, nowhere = {0};
    assert_int_equal(show_place(&places, &a), 0);
    assert_int_equal(show_place(&places, &nowhere), 1);
    assert_int_equal(show_place(&places, &a), 0);
    struct text text = {0};
    text_byte(&text, '{');
    show_files_json(&text, &places);
    text_byte(&text, ',');
    show_places_json(&text, &places);
    text_byte(&text, '}');
    assert_string_equal(text.data, "{\"files\":[\"a\\\"b.c\"],\"places\":[[0,3,1,\"f\"],[-1,0,0,null]]}");
    text_fini(&text);
    show_places_fini(&places);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_of_circuits),     cmocka_unit_test(names_of_a_map),
        cmocka_unit_test(long_formulas_are_cut),  cmocka_unit_test(proofs_of_systems),
        cmocka_unit_test(places_are_listed_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
