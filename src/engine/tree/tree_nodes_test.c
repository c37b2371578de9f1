/* tree_check finds every kind of damage: a small tree that is right, and then wrong in one place. */
#include "engine/testing_program.h"
#include "engine/tree/tree.h"

/* x = 0; while (x < 5) { if (x < 0) error; x++; }: the positions of the edges, then of the nodes. From
 * "end" no edge leaves. */
enum edge { ENTER, TURN, FALL, FAIL, LEAVE };
enum node { START, HEAD, HEAD2, HEAD3, TRAP2, ERROR2, NODES };

struct bench {
    struct run run;
    struct events events;
    struct engine_task task;
    struct tree tree;
    term x;
};

static const struct tree_mode mode = {.propagate = true};
static const char *const does_not_follow = "a label does not follow from its parent's";

static struct program *automaton(term *x) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    *x = testing_variable(program, "x", sort_int());
    program_command guard = program_assume(program, term_lt(b, *x, term_integer(b, 5)));
    program_command next = testing_assign(program, *x, term_add2(b, *x, term_integer(b, 1)));
    testing_edge(program, "start", testing_assign(program, *x, term_integer(b, 0)), "head");
    testing_edge(program, "head", SEQUENCE(program, guard, next), "head");
    testing_edge(program, "head", program_assume(program, term_lt(b, *x, term_integer(b, 0))), "trap");
    testing_edge(program, "trap", program_skip(program), "E");
    testing_edge(program, "head", program_skip(program), "end");
    return program;
}

static term at_least(struct bench *b, long n) {
    return term_le(b->tree.bank, term_integer(b->tree.bank, n), b->x);
}
static term at_most(struct bench *b, long n) {
    return term_le(b->tree.bank, b->x, term_integer(b->tree.bank, n));
}
static void add(struct bench *b, enum node v, term formula) {
    assert_true(tree_add(&b->tree, v, tree_conjunct(&b->tree, formula)));
}
static void forget(struct bench *b, enum node v) {
    vec_clear(&tree_node(&b->tree, v)->label);
}
static void add_node(struct bench *b, enum node parent, enum edge edge) {
    tree_add_node(&b->tree, b->run.program->edges.data[edge].to, parent, edge);
}

/* Three visits of the loop head, x >= 0 at each. What is behind x < 0 was not made from the first; from
 * the second it was, and is dead. */
static void bench_init(struct bench *b) {
    testing_init(&b->run, automaton(&b->x));
    b->events = (struct events){testing_event, &b->run};
    b->task = testing_task(&b->run, &b->events);
    tree_init(&b->tree, &b->task, &mode);
    tree_add_node(&b->tree, b->run.program->initial, TREE_NONE, TREE_NONE);
    add_node(b, START, ENTER);
    add_node(b, HEAD, TURN);
    add_node(b, HEAD2, TURN);
    add_node(b, HEAD2, FALL);
    add_node(b, TRAP2, FAIL);
    for (enum node v = HEAD; v <= HEAD3; v++) add(b, v, at_least(b, 0));
    tree_prune(&b->tree, TRAP2);
    for (enum node v = START; v < NODES; v++) tree_node(&b->tree, v)->expanded = v != HEAD3 && v != ERROR2;
}

/* What the check says, NULL for nothing; the end of the tree. */
static void expect(struct bench *b, const char *sentence) {
    const char *broken = tree_check(&b->tree);
    assert_string_equal(broken ? broken : "nothing", sentence ? sentence : "nothing");
    tree_fini(&b->tree);
    testing_fini(&b->run);
}

static void test_good(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    expect(&b, NULL);
    bench_init(&b);
    tree_cover(&b.tree, HEAD3, HEAD2);
    expect(&b, NULL);
}

static void test_shape(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    add(&b, START, at_most(&b, 5));
    expect(&b, "the root's label is not true");
    bench_init(&b);
    tree_prune(&b.tree, START);
    expect(&b, "the root's label is not true");
    bench_init(&b);
    tree_node(&b.tree, HEAD)->parent = HEAD2;
    expect(&b, "a child is older than its parent");
}

/* Invariant (2) for children with a label, of open nodes and of covered ones. */
static void test_labels(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    add(&b, HEAD2, at_most(&b, 5)); /* as the guard says */
    expect(&b, NULL);
    bench_init(&b);
    add(&b, HEAD2, at_most(&b, 4));
    expect(&b, does_not_follow);
    bench_init(&b);
    tree_cover(&b.tree, HEAD2, HEAD);
    add(&b, HEAD3, at_least(&b, 1));
    expect(&b, NULL);
    bench_init(&b);
    tree_cover(&b.tree, HEAD2, HEAD);
    add(&b, HEAD3, at_least(&b, 2));
    expect(&b, does_not_follow);
}

/* For children that are dead. */
static void test_dead(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    tree_prune(&b.tree, HEAD3);
    expect(&b, does_not_follow);
    bench_init(&b);
    forget(&b, HEAD2); /* x < 0 is possible there now, and for the next */
    forget(&b, HEAD3);
    expect(&b, does_not_follow);
    /* Below them nothing is asked. */
    bench_init(&b);
    add(&b, ERROR2, at_least(&b, 7));
    expect(&b, NULL);
    bench_init(&b);
    tree_node(&b.tree, TRAP2)->dead = false;
    add(&b, ERROR2, at_least(&b, 7));
    expect(&b, does_not_follow);
}

/* For children that were not made. */
static void test_unmade(void **state) {
    (void)state;
    struct bench b;
    for (int made = 0; made < 2; made++) {
        bench_init(&b);
        for (enum node v = HEAD; v <= HEAD3; v++) forget(&b, v); /* x < 0 is possible everywhere */
        tree_node(&b.tree, TRAP2)->dead = false;
        if (made) add_node(&b, HEAD, FALL);
        expect(&b, made ? NULL : does_not_follow);
    }
    /* An edge that leads nowhere is followed if it could not be expressed. */
    for (int made = 0; made < 2; made++) {
        bench_init(&b);
        b.run.program->edges.data[LEAVE].unsupported = program_text(b.run.program, "a thing");
        if (made) add_node(&b, HEAD, LEAVE);
        if (made) add_node(&b, HEAD2, LEAVE);
        expect(&b, made ? NULL : does_not_follow);
    }
    /* A leaf has no children yet. */
    bench_init(&b);
    tree_node(&b.tree, HEAD3)->expanded = true;
    expect(&b, does_not_follow);
}

static void test_covers(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    tree_node(&b.tree, HEAD)->covered_by = HEAD2;
    expect(&b, "a node is covered by a later one");
    bench_init(&b);
    tree_node(&b.tree, TRAP2)->covered_by = HEAD;
    expect(&b, "a node is covered at another location");
    bench_init(&b);
    tree_cover(&b.tree, HEAD3, HEAD2);
    tree_node(&b.tree, HEAD2)->covered_by = HEAD;
    expect(&b, "a node is covered by a closed one");
    bench_init(&b);
    add(&b, HEAD, at_most(&b, 0));
    tree_cover(&b.tree, HEAD3, HEAD);
    expect(&b, "a label does not imply the one that covers it");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good), cmocka_unit_test(test_shape),  cmocka_unit_test(test_labels),
        cmocka_unit_test(test_dead), cmocka_unit_test(test_unmade), cmocka_unit_test(test_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
