#include "model/circuit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Two inputs, three latches with the reset kinds 0, 1 and free, one gate, and something in every section. */
static struct circuit *example(void) {
    struct circuit *c = circuit_new();
    aig_lit in = circuit_add_input(c, "in"), latch = circuit_add_latch(c, "latch");
    circuit_add_input(c, NULL);
    circuit_add_latch(c, NULL);
    circuit_add_latch(c, NULL);
    aig_lit gate = aig_and(c->graph, in, aig_not(latch));
    c->latches.data[0].next = gate;
    c->latches.data[1].reset = AIG_TRUE;
    c->latches.data[2].reset = c->latches.data[2].lit;
    circuit_add_constraint(c, aig_not(gate), "assume");
    circuit_add_property(c, gate, "two words", 0);
    circuit_add_property(c, latch, NULL, 1);
    vec_push(&c->outputs, (struct signal){gate, mem_strdup("out")});
    vec_push(&c->fairness, (struct signal){in, mem_strdup("fair")});
    struct justice justice = {.name = mem_strdup("live")};
    vec_push(&justice.lits, latch);
    vec_push(&c->justice, justice);
    c->comment = mem_strdup("comment");
    return c;
}

static void new_elements_have_their_defaults(void **state) {
    (void)state;
    struct circuit *c = example();
    const struct latch *l = c->latches.data;
    assert_null(circuit_check(c));
    assert_true(aig_same(l[1].next, l[1].lit));
    assert_true(aig_same(l[0].reset, AIG_FALSE));
    assert_false(latch_is_free(&l[0]) || latch_is_free(&l[1]));
    assert_true(latch_is_free(&l[2]));
    for (int i = 0; i < 3; i++) assert_false(latch_has_function(&l[i]));
    assert_string_equal(c->properties.data[0].name, "two_words");
    assert_string_equal(c->properties.data[1].name, "1");
    assert_int_equal(c->properties.data[1].index, 1);
    assert_null(c->inputs.data[1].name);
    circuit_add_property(c, AIG_FALSE, "", 2); /* an empty name is none */
    assert_string_equal(c->properties.data[2].name, "2");
    circuit_add_property(c, AIG_FALSE, "tab\tand\x01\x7f\xc3\xa4",
                         3); /* control characters go, UTF-8 stays */
    assert_string_equal(c->properties.data[3].name, "tab_and__\xc3\xa4");
    circuit_free(c);
}

static void leaves_know_what_they_are(void **state) {
    (void)state;
    struct circuit *c = example();
    struct leaf *leaves = circuit_leaves(c);
    assert_int_equal(leaves[0].kind, LEAF_NONE);
    for (uint32_t i = 0; i < c->inputs.size; i++) {
        struct leaf leaf = leaves[aig_node(c->inputs.data[i].lit)];
        assert_true(leaf.kind == LEAF_INPUT && leaf.index == i);
    }
    for (uint32_t i = 0; i < c->latches.size; i++) {
        struct leaf leaf = leaves[aig_node(c->latches.data[i].lit)];
        assert_true(leaf.kind == LEAF_LATCH && leaf.index == i);
    }
    assert_int_equal(leaves[aig_node(c->latches.data[0].next)].kind, LEAF_NONE);
    mem_free(leaves);
    circuit_free(c);
}

static void reset_functions_are_allowed(void **state) {
    (void)state;
    struct circuit *c = example();
    struct latch *l = c->latches.data;
    l[0].reset = aig_not(c->inputs.data[1].lit);
    l[1].reset = aig_and(c->graph, l[0].lit, aig_not(l[2].lit)); /* a latch with a function, and a free one */
    l[2].reset = l[2].lit;
    assert_true(latch_has_function(&l[0]) && latch_has_function(&l[1]));
    assert_null(circuit_check(c));
    circuit_free(c);
}

/* Ways to break the example, and what the validator says. */
static void duplicate_input(struct circuit *c) {
    c->inputs.data[1].lit = c->inputs.data[0].lit;
}
static void input_is_latch(struct circuit *c) {
    c->inputs.data[1].lit = c->latches.data[0].lit;
}
static void negated_input(struct circuit *c) {
    c->inputs.data[0].lit = aig_not(c->inputs.data[0].lit);
}
static void constant_input(struct circuit *c) {
    c->inputs.data[0].lit = AIG_FALSE;
}
static void latch_is_gate(struct circuit *c) {
    c->latches.data[0].lit = c->latches.data[0].next;
}
static void stray_leaf(struct circuit *c) {
    aig_leaf(c->graph);
}
static void lost_latch(struct circuit *c) {
    c->latches.size--;
}
static aig_lit beyond(struct circuit *c) {
    return aig_make(aig_size(c->graph), true);
}
static void wild_leaf(struct circuit *c) {
    c->latches.data[2].lit = beyond(c);
}
static void wild_next(struct circuit *c) {
    c->latches.data[1].next = beyond(c);
}
static void wild_reset(struct circuit *c) {
    c->latches.data[1].reset = beyond(c);
}
static void wild_constraint(struct circuit *c) {
    c->constraints.data[0].lit = beyond(c);
}
static void wild_property(struct circuit *c) {
    c->properties.data[1].bad = beyond(c);
}
static void no_property_literal(struct circuit *c) {
    c->properties.data[1].bad = AIG_NONE;
}
static void wild_output(struct circuit *c) {
    c->outputs.data[0].lit = beyond(c);
}
static void wild_fairness(struct circuit *c) {
    c->fairness.data[0].lit = beyond(c);
}
static void wild_justice(struct circuit *c) {
    c->justice.data[0].lits.data[0] = beyond(c);
}
static void disordered_graph(struct circuit *c) {
    uint32_t gate = aig_node(c->latches.data[0].next);
    c->graph->nodes.data[gate].left = aig_make(gate, false);
}
static void reset_to_own_negation(struct circuit *c) {
    c->latches.data[1].reset = aig_not(c->latches.data[1].lit);
}
static void resets_in_a_circle(struct circuit *c) {
    struct latch *l = c->latches.data;
    l[0].reset = l[1].lit;
    l[1].reset = aig_and(c->graph, l[2].lit, c->inputs.data[0].lit);
    l[2].reset = aig_not(aig_and(c->graph, aig_not(l[0].lit), c->inputs.data[1].lit));
}

static void validator_names_the_fault(void **state) {
    (void)state;
    static const struct {
        void (*damage)(struct circuit *);
        const char *message;
    } cases[] = {
        {duplicate_input, "an input or latch is not a leaf of its own"},
        {input_is_latch, "an input or latch is not a leaf of its own"},
        {negated_input, "an input or latch is not a leaf of its own"},
        {constant_input, "an input or latch is not a leaf of its own"},
        {latch_is_gate, "an input or latch is not a leaf of its own"},
        {wild_leaf, "an input or latch is not a leaf of its own"},
        {stray_leaf, "leaves and inputs/latches differ in number"},
        {lost_latch, "leaves and inputs/latches differ in number"},
        {wild_next, "a latch has a literal out of range"},
        {wild_reset, "a latch has a literal out of range"},
        {wild_constraint, "a constraint is out of range"},
        {wild_property, "a property is out of range"},
        {no_property_literal, "a property is out of range"},
        {wild_output, "an output is out of range"},
        {wild_fairness, "a fairness literal is out of range"},
        {wild_justice, "a justice literal is out of range"},
        {disordered_graph, "the graph is not in topological order"},
        {reset_to_own_negation, "reset functions depend on each other in a cycle"},
        {resets_in_a_circle, "reset functions depend on each other in a cycle"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct circuit *c = example();
        assert_null(circuit_check(c));
        cases[i].damage(c);
        const char *problem = circuit_check(c);
        assert_non_null(problem);
        assert_string_equal(problem, cases[i].message);
        circuit_free(c);
    }
}

/* a' = b & in, b resets to c, d stands alone. */
static void cones_reach_through_latches(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit in = circuit_add_input(c, NULL), a = circuit_add_latch(c, NULL), b = circuit_add_latch(c, NULL);
    aig_lit third = circuit_add_latch(c, NULL), alone = circuit_add_latch(c, NULL);
    c->latches.data[0].next = aig_and(c->graph, b, in);
    c->latches.data[1].reset = third;
    struct leaf *leaves = circuit_leaves(c);
    bool *marks = mem_new_array(bool, aig_size(c->graph));
    u32s roots = {0};
    vec_push(&roots, aig_node(b));
    circuit_mark_cone(c, leaves, &roots, marks);
    assert_int_equal(roots.size, 0);
    assert_true(marks[aig_node(b)] && marks[aig_node(third)]);
    assert_false(marks[aig_node(a)] || marks[aig_node(in)] || marks[aig_node(alone)]);
    vec_push(&roots, aig_node(a));
    circuit_mark_cone(c, leaves, &roots, marks);
    assert_true(marks[aig_node(a)] && marks[aig_node(in)] && marks[aig_node(c->latches.data[0].next)]);
    assert_false(marks[aig_node(alone)]);
    vec_free(&roots);
    mem_free(marks);
    mem_free(leaves);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_elements_have_their_defaults), cmocka_unit_test(leaves_know_what_they_are),
        cmocka_unit_test(reset_functions_are_allowed),      cmocka_unit_test(validator_names_the_fault),
        cmocka_unit_test(cones_reach_through_latches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
