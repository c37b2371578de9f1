/* The tree engines on automata written by hand: each mechanism where it can be seen in the statistics, and
 * programs with known verdicts over integers, reals and bit vectors. All evidence is judged; the
 * invariants of the tree are verified after every step. */
#include "engine/program_engines.h"
#include "engine/testing_program.h"

static const struct engine *const engines[] = {&engine_tree_ic3,          &engine_tree_ic3_itp,
                                               &engine_tree_ic3_itp_mono, &engine_tree_itp,
                                               &engine_tree_ic3ia,        &engine_tree_pa};
/* The last one has labels of another kind: nothing moves forward to other nodes. */
enum { ENGINES = sizeof engines / sizeof *engines, MOVING = ENGINES - 1 };

typedef struct program *(*maker)(void);

static void run(struct run *r, struct program *program, const struct engine *engine) {
    testing_init(r, program);
    r->options.tree_check = true;
    testing_run(r, engine);
    if (r->verdict == VERDICT_UNKNOWN) print_error("%s: %s\n", engine->name, r->reason ? r->reason : "time");
}

static void expect(maker make, enum verdict verdict) {
    for (int i = 0; i < ENGINES; i++) {
        struct run r;
        run(&r, make(), engines[i]);
        if (r.verdict != verdict) print_error("engine %s\n", engines[i]->name);
        assert_int_equal(r.verdict, verdict);
        assert_null(r.reason);
        testing_fini(&r);
    }
}

static term num(struct program *program, term like, long n) {
    sort s = term_sort(program->terms, like);
    if (sort_kind(program->terms, s) == SORT_BV)
        return term_bits_ui(program->terms, (uint64_t)n, sort_width(program->terms, s));
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, 1);
    term t = term_number_of(program->terms, q, s);
    mpq_clear(q);
    return t;
}

static term le(struct program *program, term x, term y) {
    bool word = sort_kind(program->terms, term_sort(program->terms, x)) == SORT_BV;
    return word ? term_bv2(program->terms, TERM_BV_ULE, x, y) : term_le(program->terms, x, y);
}
static term lt(struct program *program, term x, term y) {
    return term_not(program->terms, le(program, y, x));
}
static term plus(struct program *program, term x, term y) {
    bool word = sort_kind(program->terms, term_sort(program->terms, x)) == SORT_BV;
    return word ? term_bv2(program->terms, TERM_BV_ADD, x, y) : term_add2(program->terms, x, y);
}
static program_command add(struct program *program, term x, long n) {
    return testing_assign(program, x, plus(program, x, num(program, x, n)));
}
static program_command set(struct program *program, term x, long n) {
    return testing_assign(program, x, num(program, x, n));
}
static program_command assume(struct program *program, term condition) {
    return program_assume(program, condition);
}
static program_command unless(struct program *program, term condition) {
    return program_assume(program, term_not(program->terms, condition));
}

static sort wide(struct program *program) {
    return sort_bv(program->terms, 8);
}

/* x = 0; while (x < 5) x++; assert x <= bound; in some sort */
static struct program *counting(sort (*of)(struct program *), long bound) {
    struct program *program = testing_automaton();
    term x = testing_variable(program, "x", of(program));
    testing_edge(program, "start", set(program, x, 0), "head");
    testing_edge(program, "head",
                 SEQUENCE(program, assume(program, lt(program, x, num(program, x, 5))), add(program, x, 1)),
                 "head");
    testing_edge(program, "head", unless(program, lt(program, x, num(program, x, 5))), "end");
    testing_edge(program, "end", unless(program, le(program, x, num(program, x, bound))), "E");
    return program;
}
static sort integers(struct program *program) {
    (void)program;
    return sort_int();
}
static sort reals(struct program *program) {
    (void)program;
    return sort_real();
}
static struct program *int_safe(void) {
    return counting(integers, 5);
}
static struct program *int_unsafe(void) {
    return counting(integers, 4);
}
static struct program *real_safe(void) {
    return counting(reals, 5);
}
static struct program *real_unsafe(void) {
    return counting(reals, 4);
}
static struct program *word_safe(void) {
    return counting(wide, 5);
}
static struct program *word_unsafe(void) {
    return counting(wide, 4);
}

static void test_counting(void **unused) {
    (void)unused;
    expect(int_safe, VERDICT_SAFE);
    expect(int_unsafe, VERDICT_UNSAFE);
    expect(real_safe, VERDICT_SAFE);
    expect(real_unsafe, VERDICT_UNSAFE);
    expect(word_safe, VERDICT_SAFE);
    expect(word_unsafe, VERDICT_UNSAFE);
}

/* No path to the error location in the graph; one without condition; one whose condition is never true. */
static struct program *nowhere(void) {
    struct program *program = testing_automaton();
    term x = testing_variable(program, "x", sort_int());
    testing_edge(program, "start", set(program, x, 0), "head");
    testing_edge(program, "head", add(program, x, 1), "head");
    return program;
}
static struct program *straight(void) {
    struct program *program = testing_automaton();
    testing_edge(program, "start", program_skip(program), "E");
    return program;
}
static struct program *never(void) {
    struct program *program = testing_automaton();
    term x = testing_variable(program, "x", sort_int());
    testing_edge(program, "start", testing_havoc(program, x), "here");
    testing_edge(program, "here",
                 SEQUENCE(program, assume(program, lt(program, x, num(program, x, 0))),
                          assume(program, lt(program, num(program, x, 0), x))),
                 "E");
    return program;
}

static void test_corners(void **unused) {
    (void)unused;
    expect(nowhere, VERDICT_SAFE);
    expect(straight, VERDICT_UNSAFE);
    expect(never, VERDICT_SAFE);
}

/* Inputs: n is any; x counts to n; the values at the sites matter for the trace. */
static struct program *inputs(bool safe) {
    struct program *program = testing_automaton();
    term n = testing_variable(program, "n", sort_int()), x = testing_variable(program, "x", sort_int());
    testing_edge(program, "start",
                 SEQUENCE(program, testing_havoc(program, n),
                          assume(program, le(program, num(program, n, 3), n)), set(program, x, 0)),
                 "head");
    testing_edge(program, "head", SEQUENCE(program, assume(program, lt(program, x, n)), add(program, x, 1)),
                 "head");
    testing_edge(program, "head", unless(program, lt(program, x, n)), "end");
    term good = safe ? term_eq(program->terms, x, n) : lt(program, x, num(program, x, 5));
    testing_edge(program, "end", unless(program, good), "E");
    return program;
}
static struct program *inputs_safe(void) {
    return inputs(true);
}
static struct program *inputs_unsafe(void) {
    return inputs(false);
}

static void test_inputs(void **unused) {
    (void)unused;
    expect(inputs_safe, VERDICT_SAFE);
    expect(inputs_unsafe, VERDICT_UNSAFE);
}

/* A loop whose body has two locations and a choice: x and y move together. */
static struct program *body(bool safe) {
    struct program *program = testing_automaton();
    term x = testing_variable(program, "x", sort_int()), y = testing_variable(program, "y", sort_int());
    testing_edge(program, "start", SEQUENCE(program, set(program, x, 0), set(program, y, 0)), "head");
    testing_edge(program, "head", program_choice2(program, add(program, x, 1), add(program, x, 2)), "middle");
    testing_edge(program, "middle", add(program, y, safe ? 2 : 1), "head");
    testing_edge(program, "head", assume(program, lt(program, y, x)), "E");
    return program;
}
static struct program *body_safe(void) {
    return body(true);
}
static struct program *body_unsafe(void) {
    return body(false);
}

static void test_longer_loops(void **unused) {
    (void)unused;
    expect(body_safe, VERDICT_SAFE);
    expect(body_unsafe, VERDICT_UNSAFE);
}

/* Forward propagation: a node that has a label when it is expanded. a = b = 0 at the loop head goes round
 * the loop, so that its second visit is covered; then the way over "far" makes the first label stronger by
 * something about x that the second cannot have (x is 0, 2, 4), and the second is opened again and
 * expanded with what it has. Of that a = 0 holds behind the edge into the body, b = 0 does not. */
static struct program *carrying(void) {
    struct program *program = testing_automaton();
    term a = testing_variable(program, "a", sort_int()), b = testing_variable(program, "b", sort_int());
    term x = testing_variable(program, "x", sort_int());
    testing_edge(program, "start",
                 SEQUENCE(program, set(program, a, 0), set(program, b, 0), set(program, x, 0)), "head");
    testing_edge(program, "head", unless(program, term_eq(program->terms, a, num(program, a, 0))), "E");
    testing_edge(program, "head", unless(program, term_eq(program->terms, b, num(program, b, 0))), "E");
    testing_edge(program, "head",
                 SEQUENCE(program, assume(program, lt(program, x, num(program, x, 4))), set(program, b, 1)),
                 "body");
    testing_edge(program, "body", SEQUENCE(program, add(program, x, 2), set(program, b, 0)), "head");
    testing_edge(program, "head", program_skip(program), "far");
    testing_edge(program, "far", program_skip(program), "farther");
    testing_edge(program, "farther", program_skip(program), "farthest");
    testing_edge(program, "farthest", assume(program, term_eq(program->terms, x, num(program, x, 3))), "E");
    return program;
}

static void test_propagation(void **unused) {
    (void)unused;
    static const struct {
        bool propagate,
            feasible; /* the question whether the edge can be taken shows some clauses that fail */
    } cases[] = {{false, true}, {true, true}, {true, false}};
    for (int i = 0; i < MOVING; i++)
        for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
            struct run r;
            testing_init(&r, carrying());
            r.options.tree_check = true;
            r.options.tree_propagate = cases[k].propagate;
            r.options.tree_feasible = cases[k].feasible;
            assert_int_equal(testing_run(&r, engines[i]), VERDICT_SAFE);
            bool can = engines[i] != &engine_tree_itp; /* McMillan's algorithm has no such step */
            assert_int_equal(r.stats.tree_propagated > 0, can && cases[k].propagate);
            testing_fini(&r);
        }
}

/* Strengthening clause by clause: at the second visit of the loop head a = 0 holds again, but not in
 * between, and b = 0 does not. The engines that take all or nothing take nothing, and have to refute a !=
 * 0 a second time. */
static struct program *turning(void) {
    struct program *program = testing_automaton();
    term a = testing_variable(program, "a", sort_int()), b = testing_variable(program, "b", sort_int());
    testing_edge(program, "start", SEQUENCE(program, set(program, a, 0), set(program, b, 0)), "head");
    testing_edge(program, "head", unless(program, term_eq(program->terms, a, num(program, a, 0))), "E");
    testing_edge(program, "head", unless(program, term_eq(program->terms, b, num(program, b, 0))), "E");
    testing_edge(program, "head", add(program, a, 1), "body");
    testing_edge(program, "body", SEQUENCE(program, add(program, a, -1), set(program, b, 1)), "head");
    return program;
}

static void test_strengthening(void **unused) {
    (void)unused;
    for (int i = 0; i < MOVING; i++) {
        struct run r;
        run(&r, turning(), engines[i]);
        assert_int_equal(r.verdict, VERDICT_UNSAFE);
        assert_int_equal(r.steps, 4);
        bool whole = engines[i] == &engine_tree_ic3_itp_mono || engines[i] == &engine_tree_itp;
        assert_int_equal(r.stats.tree_strengthened > 0, !whole);
        assert_int_equal(r.stats.tree_paths, whole ? 4 : 3);
        testing_fini(&r);
        /* Where everything holds, all do: y >= x goes round the loop, over the node in between. */
        run(&r, body_safe(), engines[i]);
        assert_int_equal(r.verdict, VERDICT_SAFE);
        assert_true(r.stats.tree_strengthened > 0);
        testing_fini(&r);
    }
}

static void test_no_strengthening(void **unused) {
    (void)unused;
    for (int i = 0; i < MOVING; i++)
        for (int off = 0; off < 2; off++) {
            struct run r;
            testing_init(&r, int_safe());
            r.options.tree_check = true;
            if (off) r.options.tree_strengthen = 0;
            assert_int_equal(testing_run(&r, engines[i]), VERDICT_SAFE);
            assert_int_equal(r.stats.tree_strengthened > 0, !off);
            testing_fini(&r);
        }
}

/* Lazy predicate abstraction: predicates come from interpolants, labels from All-SMT, and nothing else. */
static void test_predicate_abstraction(void **unused) {
    (void)unused;
    struct run r;
    run(&r, int_safe(), &engine_tree_pa);
    assert_int_equal(r.verdict, VERDICT_SAFE);
    assert_true(r.stats.refinements > 0 && r.stats.predicates > 0);
    assert_true(r.stats.tree_sequences_used > 0);
    assert_int_equal(r.stats.tree_fallbacks, 0);
    assert_int_equal(r.stats.tree_strengthened + r.stats.tree_propagated, 0);
    assert_true(r.stats.tree_models > r.stats.tree_nodes); /* some label has several */
    testing_fini(&r);
    testing_init(&r, int_safe());
    r.options.tree_models = 1;
    assert_int_equal(testing_run(&r, &engine_tree_pa), VERDICT_UNKNOWN);
    assert_string_equal(r.reason, "All-SMT needs more models than tree-models allows");
    testing_fini(&r);
}

/* Covering: the second visit of the loop head has the label of the first. */
static void test_cover(void **unused) {
    (void)unused;
    struct run r;
    run(&r, int_safe(), &engine_tree_ic3);
    assert_int_equal(r.verdict, VERDICT_SAFE);
    assert_true(r.stats.tree_covers > 0);
    assert_true(r.stats.tree_strengthened > 0);
    assert_int_equal(r.stats.tree_sequences, 0);
    testing_fini(&r);
}

/* Uncovering: the loop head is covered while its label is true; the path to the error location then makes
 * the first label stronger. With 5 turns to the error every label on the way is new. */
static void test_uncover(void **unused) {
    (void)unused;
    for (int i = 0; i < ENGINES; i++) {
        struct run r;
        testing_init(&r, int_unsafe());
        r.options.tree_check = true;
        r.options.tree_feasible = false;
        r.options.tree_order = 1; /* the loop first */
        assert_int_equal(testing_run(&r, engines[i]), VERDICT_UNSAFE);
        assert_true(r.stats.tree_covers > 0);
        assert_true(r.stats.tree_uncovers > 0);
        assert_true(r.stats.tree_blocked >=
                    (i < MOVING ? 4 : 3)); /* tree-pa has interpolants for the others */
        assert_int_equal(r.steps, 8);
        testing_fini(&r);
    }
}

/* Interpolants: their clauses replace blocking. */
static void test_interpolants(void **unused) {
    (void)unused;
    struct run r;
    run(&r, int_safe(), &engine_tree_ic3_itp);
    assert_true(r.stats.tree_sequences > 0);
    assert_true(r.stats.tree_sequences_used > 0);
    testing_fini(&r);
    run(&r, int_safe(), &engine_tree_itp);
    assert_true(r.stats.tree_sequences_used > 0);
    testing_fini(&r);
}

/* x is even; over some nodes; x is odd, or what `also` says. No predicate of the path says at a node that
 * x is even. */
static struct program *even(struct program *program, program_command first, const char *from, term also) {
    term k = testing_variable(program, "k", sort_bv(program->terms, 3));
    term x = testing_variable(program, "x", sort_bv(program->terms, 3));
    program_command twice =
        SEQUENCE(program, testing_havoc(program, k), testing_assign(program, x, plus(program, k, k)));
    testing_edge(program, "start", SEQUENCE(program, twice, first), "a");
    term odd = term_eq(program->terms, x, plus(program, plus(program, k, k), num(program, k, 1)));
    testing_edge(
        program, from,
        SEQUENCE(program, testing_havoc(program, k), assume(program, term_or2(program->terms, odd, also))),
        "E");
    return program;
}

/* The interpolant is unique: x is even, and p, q, u, v have even parity. It comes with p = q and u = v as
 * they are, 9 literals; its clauses have 33. */
static struct program *even_parity(void) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    term p = testing_variable(program, "p", sort_bool()), q = testing_variable(program, "q", sort_bool());
    term u = testing_variable(program, "u", sort_bool()), v = testing_variable(program, "v", sort_bool());
    term others = term_xor(b, u, v);
    return even(program, testing_assign(program, p, term_xor(b, q, others)), "a",
                term_xor(b, term_xor(b, p, q), others));
}

/* With a threshold that the clauses do not meet, IC3 goes on alone; interpolants as they are need none. */
static void test_cnf_threshold(void **unused) {
    (void)unused;
    static const struct {
        const struct engine *engine;
        int64_t threshold;
        bool used;
    } cases[] = {{&engine_tree_ic3_itp, 5, true},       {&engine_tree_ic3_itp, 4, true},
                 {&engine_tree_ic3_itp, 3, false},      {&engine_tree_ic3_itp_mono, 5, true},
                 {&engine_tree_ic3_itp_mono, 3, false}, {&engine_tree_itp, 1, true}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run r;
        testing_init(&r, even_parity());
        r.options.tree_check = true;
        r.options.tree_cnf = cases[i].threshold;
        assert_int_equal(testing_run(&r, cases[i].engine), VERDICT_SAFE);
        assert_int_equal(r.stats.tree_sequences, 1);
        assert_int_equal(r.stats.tree_sequences_used, cases[i].used);
        assert_int_equal(r.stats.tree_obligations > 0, !cases[i].used);
        testing_fini(&r);
    }
}

/* Neither the predicates of the path suffice nor is it short enough for Spacer: no interpolants. */
static struct program *even_for_long(void) {
    struct program *program = testing_automaton();
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    enum { LAST = sizeof names / sizeof *names - 1 };
    for (int i = 0; i < LAST; i++) testing_edge(program, names[i], program_skip(program), names[i + 1]);
    return even(program, program_skip(program), names[LAST], term_false(program->terms));
}

static void test_no_interpolants(void **unused) {
    (void)unused;
    for (int i = 0; i < ENGINES; i++) {
        struct run r;
        run(&r, even_for_long(), engines[i]);
        assert_int_equal(r.verdict, VERDICT_SAFE);
        assert_int_equal(r.stats.tree_sequences > 0, engines[i] != &engine_tree_ic3);
        assert_int_equal(r.stats.tree_sequences_used, 0);
        assert_true(r.stats.tree_obligations > 0);
        testing_fini(&r);
    }
}

/* Nothing gets to A, from where three ways lead to the error: one is blocked as well as all. */
static struct program *three_ways(void) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    term x = testing_variable(program, "x", sort_int()), y = testing_variable(program, "y", sort_int());
    term ways[] = {lt(program, x, num(program, x, 0)), term_eq(b, x, num(program, x, 5)),
                   term_and2(b, lt(program, num(program, x, 10), x), lt(program, num(program, y, 3), y))};
    testing_edge(program, "start",
                 SEQUENCE(program, assume(program, lt(program, x, y)), assume(program, lt(program, y, x))),
                 "A");
    testing_edge(program, "A", assume(program, term_or(b, ways, 3)), "E");
    return program;
}

/* APPROX-PREIMAGE: one cube, several, all, or the state of the model; reduced to a core where that is asked for. */
static void test_preimages(void **unused) {
    (void)unused;
    enum { MODEL, SOME, EXACT };
    static const struct {
        int preimage, cubes, obligations;
        bool lift, lifted;
    } cases[] = {{SOME, 1, 1, true, false},
                 {SOME, 2, 2, true, false},
                 {EXACT, 1, 3, true, false},
                 {MODEL, 5, 1, true, true},
                 {MODEL, 5, 1, false, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run r;
        testing_init(&r, three_ways());
        r.options.tree_check = true;
        r.options.tree_feasible = false;
        r.options.preimage = cases[i].preimage;
        r.options.preimage_cubes = cases[i].cubes;
        r.options.tree_lift = cases[i].lift;
        assert_int_equal(testing_run(&r, &engine_tree_ic3), VERDICT_SAFE);
        assert_int_equal(r.stats.tree_obligations, cases[i].obligations);
        assert_int_equal(r.stats.lifted > 0, cases[i].lifted);
        testing_fini(&r);
    }
}

/* x >= 0 or y >= 0, and then neither: a clause of two literals that are both needed. */
static struct program *either(void) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    term x = testing_variable(program, "x", sort_int()), y = testing_variable(program, "y", sort_int()),
         neither = term_and2(b, lt(program, x, num(program, x, 0)), lt(program, y, num(program, y, 0)));
    testing_edge(program, "start", unless(program, neither), "A");
    testing_edge(program, "A", assume(program, neither), "E");
    return program;
}

/* Each literal is tried once, as far as the limit allows. */
static void test_drops(void **unused) {
    (void)unused;
    uint64_t queries[4];
    for (int limit = 0; limit < 4; limit++) {
        struct run r;
        testing_init(&r, either());
        r.options.tree_drops = limit;
        assert_int_equal(testing_run(&r, &engine_tree_ic3), VERDICT_SAFE);
        queries[limit] = r.stats.tree_queries;
        testing_fini(&r);
    }
    for (int limit = 1; limit < 4; limit++)
        assert_int_equal(queries[limit] - queries[0], limit < 2 ? limit : 2);
}

static void test_abstraction(void **unused) {
    (void)unused;
    struct run r;
    run(&r, int_safe(), &engine_tree_ic3ia);
    assert_int_equal(r.verdict, VERDICT_SAFE);
    assert_true(r.stats.predicates > 0);
    assert_true(r.stats.refinements > 0);
    assert_int_equal(r.stats.tree_fallbacks, 0);
    testing_fini(&r);
}

/* Every switch may be off; the verdicts stay. */
static void test_options(void **unused) {
    (void)unused;
    for (int i = 0; i < ENGINES; i++)
        for (unsigned bits = 0; bits < 64; bits += 13) {
            struct run r;
            testing_init(&r, bits & 1 ? body_safe() : int_safe());
            r.options.tree_check = true;
            r.options.tree_feasible = bits & 1;
            r.options.tree_propagate = bits & 2;
            r.options.tree_strengthen = bits >> 2 & 1 ? 2 : 1;
            r.options.tree_generalize = bits & 8;
            r.options.tree_reuse = bits & 16;
            r.options.tree_cover = bits & 32;
            assert_int_equal(testing_run(&r, engines[i]), VERDICT_SAFE);
            testing_fini(&r);
        }
}

/* An edge that the reader could not express: harmless when it is not taken, else the reason. */
static struct program *unexpressed(bool taken) {
    struct program *program = testing_automaton();
    term x = testing_variable(program, "x", sort_int());
    testing_edge(program, "start", set(program, x, 0), "here");
    uint32_t e = testing_edge(program, "here",
                              assume(program, lt(program, x, num(program, x, taken ? 1 : 0))), "there");
    program->edges.data[e].unsupported = program_text(program, "a thing");
    testing_edge(program, "there", assume(program, lt(program, num(program, x, 5), x)), "E");
    return program;
}

static void test_unsupported(void **unused) {
    (void)unused;
    for (int i = 0; i < ENGINES; i++) {
        struct run r;
        run(&r, unexpressed(false), engines[i]);
        assert_int_equal(r.verdict, VERDICT_SAFE);
        testing_fini(&r);
        testing_init(&r, unexpressed(true));
        assert_int_equal(testing_run(&r, engines[i]), VERDICT_UNKNOWN);
        assert_string_equal(r.reason, "a thing");
        testing_fini(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_longer_loops),
        cmocka_unit_test(test_propagation),
        cmocka_unit_test(test_strengthening),
        cmocka_unit_test(test_no_strengthening),
        cmocka_unit_test(test_cnf_threshold),
        cmocka_unit_test(test_no_interpolants),
        cmocka_unit_test(test_cover),
        cmocka_unit_test(test_predicate_abstraction),
        cmocka_unit_test(test_preimages),
        cmocka_unit_test(test_drops),
        cmocka_unit_test(test_uncover),
        cmocka_unit_test(test_interpolants),
        cmocka_unit_test(test_abstraction),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_unsupported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
