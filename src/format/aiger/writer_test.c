/* Written files, exactly; and that reading gives back what was written. */
#include "format/aiger/aiger.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <zlib.h>
#include <cmocka.h>

static struct circuit *read_good(const char *data, size_t size) {
    struct messages messages = {0};
    struct circuit *c;
    enum status status = aiger_read(&c, data, size, "f", &messages);
    assert_string_equal(messages_first_error(&messages), "");
    assert_int_equal(status, STATUS_OK);
    assert_null(circuit_check(c));
    messages_fini(&messages);
    return c;
}

static void assert_written(const struct circuit *c, bool binary, const char *expected, size_t size) {
    struct text out = {0};
    aiger_write(&out, c, binary);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, expected, size);
    text_fini(&out);
}
#define ASSERT_WRITTEN(c, binary, expected) assert_written(c, binary, expected, sizeof expected - 1)

/* Nodes in another order than files have it, so that everything is renumbered. */
static struct circuit *disordered(void) {
    struct circuit *c = circuit_new();
    aig_lit latch = circuit_add_latch(c, "l");
    aig_lit first = circuit_add_input(c, NULL);
    aig_lit gate = aig_raw_and(c->graph, first, aig_not(latch));
    aig_lit second = circuit_add_input(c, "second");
    aig_lit top = aig_raw_and(c->graph, aig_not(gate), second);
    c->latches.data[0].next = top;
    c->latches.data[0].reset = latch;
    circuit_add_property(c, aig_not(top), NULL, 0);
    circuit_add_property(c, gate, "named", 1);
    return c;
}

static void nodes_are_renumbered(void **state) {
    (void)state;
    struct circuit *c = disordered();
    ASSERT_WRITTEN(c, false,
                   "aag 5 2 1 2 2\n2\n4\n6 10 6\n11\n8\n8 2 7\n10 9 4\ni1 second\nl0 l\no1 named\n");
    ASSERT_WRITTEN(c, true, "aig 5 2 1 2 2\n10 6\n11\n8\n\x01\x05\x01\x05i1 second\nl0 l\no1 named\n");
    circuit_free(c);
}

static void sections_appear_as_needed(void **state) {
    (void)state;
    struct circuit *c = disordered();
    c->latches.data[0].reset = AIG_TRUE;
    c->bad_section = true;
    c->comment = mem_strdup("why");
    vec_push(&c->outputs, (struct signal){AIG_TRUE, mem_strdup("o")});
    circuit_add_constraint(c, AIG_TRUE, "c");
    ASSERT_WRITTEN(c, false,
                   "aag 5 2 1 1 2 2 1\n2\n4\n6 10 1\n1\n11\n8\n1\n8 2 7\n10 9 4\n"
                   "i1 second\nl0 l\no0 o\nb1 named\nc0 c\nc\nwhy\n");
    struct justice justice = {.name = mem_strdup("j")};
    vec_push(&justice.lits, AIG_FALSE);
    vec_push(&justice.lits, AIG_TRUE);
    vec_push(&c->justice, justice);
    vec_push(&c->fairness, (struct signal){AIG_FALSE, mem_strdup("f")});
    ASSERT_WRITTEN(c, true,
                   "aig 5 2 1 1 2 2 1 1 1\n10 1\n1\n11\n8\n1\n2\n0\n1\n0\n\x01\x05\x01\x05"
                   "i1 second\nl0 l\no0 o\nb1 named\nc0 c\nj0 j\nf0 f\nc\nwhy\n");
    circuit_free(c);
}

static void properties_beside_outputs_become_bads(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    circuit_add_property(c, AIG_TRUE, "p", 0);
    ASSERT_WRITTEN(c, false, "aag 0 0 0 1 0\n1\no0 p\n");
    vec_push(&c->outputs, (struct signal){AIG_FALSE, NULL});
    ASSERT_WRITTEN(c, false, "aag 0 0 0 1 0 1\n0\n1\nb0 p\n");
    circuit_free(c);
}

/* A property that has moved keeps the name by which the user knows it. */
static void index_names_survive_renumbering(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    circuit_add_property(c, AIG_FALSE, NULL, 7);
    ASSERT_WRITTEN(c, false, "aag 0 0 0 1 0\n0\no0 7\n");
    circuit_free(c);
}

static aig_lit random_literal(struct random *r, const struct aig *g) {
    return aig_make(random_below(r, aig_size(g)), random_one_in(r, 2));
}

static char *random_name(struct random *r) {
    if (random_one_in(r, 2)) return NULL;
    static const char *const names[] = {"a", "b", "a_1", "clk.x[3]", "\"q\"", "0", "1", "x y z", "\xc3\xa4"};
    return mem_strdup(names[random_below(r, sizeof names / sizeof *names)]);
}

static void add_random_nodes(struct circuit *c, struct random *r, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        char *name = random_name(r);
        switch (random_below(r, 4)) {
        case 0: circuit_add_input(c, name); break;
        case 1: circuit_add_latch(c, name); break;
        default: aig_raw_and(c->graph, random_literal(r, c->graph), random_literal(r, c->graph));
        }
        mem_free(name);
    }
}

static struct circuit *random_circuit(struct random *r) {
    struct circuit *c = circuit_new();
    add_random_nodes(c, r, random_below(r, random_one_in(r, 10) ? 2000 : 40));
    vec_each (struct latch, l, &c->latches) {
        const aig_lit resets[] = {AIG_FALSE, AIG_TRUE, l->lit};
        l->next = random_literal(r, c->graph);
        l->reset = resets[random_below(r, 3)];
    }
    c->bad_section = random_one_in(r, 2);
    for (uint32_t i = random_below(r, 4) + c->bad_section; i; i--) {
        uint32_t index = c->properties.size;
        char *name = random_one_in(r, 2) ? mem_format("p%u", index) : NULL;
        circuit_add_property(c, random_literal(r, c->graph), name, index);
        mem_free(name);
    }
#define RANDOM_SIGNALS(field)                                                                                \
    for (uint32_t i = random_below(r, 4); i; i--)                                                            \
    vec_push(&c->field, (struct signal){random_literal(r, c->graph), random_name(r)})
    if (c->bad_section) RANDOM_SIGNALS(outputs);
    RANDOM_SIGNALS(constraints);
    RANDOM_SIGNALS(fairness);
#undef RANDOM_SIGNALS
    for (uint32_t i = c->bad_section ? random_below(r, 3) : 0; i; i--) {
        struct justice justice = {.name = random_name(r)};
        for (uint32_t j = random_below(r, 4); j; j--) vec_push(&justice.lits, random_literal(r, c->graph));
        vec_push(&c->justice, justice);
    }
    if (random_one_in(r, 3)) c->comment = mem_strdup("one\ntwo\n");
    return c;
}

/* Where the nodes of a circuit are after writing and reading. */
static aig_lit *expected_images(const struct circuit *c) {
    aig_lit *images = mem_new_array(aig_lit, aig_size(c->graph));
    uint32_t next = 1;
    vec_each (const struct signal, s, &c->inputs) images[aig_node(s->lit)] = aig_make(next++, false);
    vec_each (const struct latch, l, &c->latches) images[aig_node(l->lit)] = aig_make(next++, false);
    for (uint32_t i = 1; i < aig_size(c->graph); i++)
        if (aig_is_gate(c->graph, i)) images[i] = aig_make(next++, false);
    return images;
}

static void assert_literal(const aig_lit *images, aig_lit before, aig_lit after) {
    assert_int_equal(aig_mapped(images, before).code, after.code);
}

static void assert_name(const char *before, const char *after) {
    if (before)
        assert_string_equal(before, after);
    else
        assert_null(after);
}

static void assert_same_gates(const struct circuit *c, const struct circuit *d, const aig_lit *images,
                              bool binary) {
    assert_int_equal(aig_size(c->graph), aig_size(d->graph));
    for (uint32_t i = 1; i < aig_size(c->graph); i++) {
        uint32_t image = aig_node(images[i]);
        assert_int_equal(aig_is_gate(c->graph, i), aig_is_gate(d->graph, image));
        if (!aig_is_gate(c->graph, i)) continue;
        aig_lit left = aig_mapped(images, aig_left(c->graph, i)),
                right = aig_mapped(images, aig_right(c->graph, i));
        bool swapped = binary && left.code < right.code;
        assert_int_equal((swapped ? right : left).code, aig_left(d->graph, image).code);
        assert_int_equal((swapped ? left : right).code, aig_right(d->graph, image).code);
    }
}

static void assert_same(const struct circuit *c, const struct circuit *d, bool binary) {
    aig_lit *images = expected_images(c);
    assert_same_gates(c, d, images, binary);
#define ASSERT_SAME(field, literal)                                                                          \
    assert_int_equal(c->field.size, d->field.size);                                                          \
    for (uint32_t i = 0; i < c->field.size; i++) {                                                           \
        assert_literal(images, c->field.data[i].literal, d->field.data[i].literal);                          \
        assert_name(c->field.data[i].name, d->field.data[i].name);                                           \
    }
    ASSERT_SAME(inputs, lit);
    ASSERT_SAME(latches, lit);
    ASSERT_SAME(latches, next);
    ASSERT_SAME(latches, reset);
    ASSERT_SAME(outputs, lit);
    ASSERT_SAME(properties, bad);
    ASSERT_SAME(constraints, lit);
    ASSERT_SAME(fairness, lit);
#undef ASSERT_SAME
    assert_int_equal(c->justice.size, d->justice.size);
    for (uint32_t i = 0; i < c->justice.size; i++) {
        const struct justice *before = &c->justice.data[i], *after = &d->justice.data[i];
        assert_name(before->name, after->name);
        assert_int_equal(before->lits.size, after->lits.size);
        for (uint32_t j = 0; j < before->lits.size; j++)
            assert_literal(images, before->lits.data[j], after->lits.data[j]);
    }
    assert_int_equal(c->bad_section, d->bad_section);
    assert_name(c->comment, d->comment);
    mem_free(images);
}

static void random_circuits_survive_the_round_trip(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 1);
    for (int i = 0; i < 400; i++) {
        struct circuit *c = random_circuit(&r);
        assert_null(circuit_check(c));
        for (int binary = 0; binary < 2; binary++) {
            struct text out = {0};
            aiger_write(&out, c, binary);
            struct circuit *d = read_good(out.data, out.size);
            assert_same(c, d, binary);
            circuit_free(d);
            text_fini(&out);
        }
        circuit_free(c);
    }
}

static void compressed_files_are_read(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 2);
    struct circuit *c = random_circuit(&r);
    add_random_nodes(c, &r, 1000);
    struct text plain = {0}, inflated = {0};
    aiger_write(&plain, c, true);
    size_t room = plain.size + 1000;
    unsigned char *packed = mem_alloc(room);
    z_stream stream = {.next_in = (Bytef *)plain.data,
                       .avail_in = (uInt)plain.size,
                       .next_out = packed,
                       .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    struct messages messages = {0};
    assert_int_equal(text_inflate(&inflated, packed, stream.total_out, "f", &messages), STATUS_OK);
    deflateEnd(&stream);
    struct circuit *d = read_good(inflated.data, inflated.size);
    assert_same(c, d, true);
    circuit_free(c);
    circuit_free(d);
    messages_fini(&messages);
    text_fini(&plain);
    text_fini(&inflated);
    mem_free(packed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_renumbered),
        cmocka_unit_test(sections_appear_as_needed),
        cmocka_unit_test(properties_beside_outputs_become_bads),
        cmocka_unit_test(index_names_survive_renumbering),
        cmocka_unit_test(random_circuits_survive_the_round_trip),
        cmocka_unit_test(compressed_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
