/* The definitions and theorems of [LPNNK18] on automata made by hand, and verdicts that are known. */
#include "engine/program_engines.h"
#include "engine/ic3cfa/ic3cfa.h"
#include "engine/testing_program.h"

/* An automaton under ic3cfa, with frames but without search. */
struct fixture {
    struct run run;
    struct engine_task task;
    struct events events;
    struct ic3cfa g;
    struct terms *bank;
    term x, y, z;
    bool whole; /* edges are not split */
};

static term number(struct fixture *f, long value) {
    return term_integer(f->bank, value);
}

static void start(struct fixture *f) {
    *f = (struct fixture){0};
    struct program *program = testing_automaton();
    f->run.program = program;
    f->bank = program->terms;
    f->x = testing_variable(program, "x", sort_int());
    f->y = testing_variable(program, "y", sort_int());
    f->z = testing_variable(program, "z", sort_int());
}

/* start -> A -command-> B, and what it takes for the automaton to be whole. The step from A to B is returned. */
static uint32_t finish(struct fixture *f, program_command command, uint32_t frames) {
    struct program *program = f->run.program;
    testing_edge(program, "start", program_skip(program), "A");
    uint32_t edge = testing_edge(program, "A", command, "B");
    testing_edge(program, "B", program_assume(program, term_lt(f->bank, f->x, number(f, 0))), "E");
    testing_init(&f->run, program);
    f->run.options.split = !f->whole;
    f->task = testing_task(&f->run, &f->events);
    ic3cfa_init(&f->g, &f->task);
    while (frames--) ic3cfa_open_frame(&f->g);
    for (uint32_t s = 0; s < f->g.steps.size; s++)
        if (f->g.steps.data[s].edge == edge) return s;
    fail();
    return 0;
}

static void stop(struct fixture *f) {
    ic3cfa_fini(&f->g);
    testing_fini(&f->run);
}

static pdr_lits cube_of(struct fixture *f, const term *literals, uint32_t n) {
    pdr_lits cube = {0};
    for (uint32_t i = 0; i < n; i++) assert_true(ic3cfa_add_formula(&f->g, literals[i], &cube));
    assert_true(pdr_tidy(&cube));
    return cube;
}
#define CUBE(f, ...)                                                                                         \
    cube_of((f), (const term[]){__VA_ARGS__}, sizeof((const term[]){__VA_ARGS__}) / sizeof(term))

static void block(struct fixture *f, const char *location, uint32_t level, pdr_lits cube) {
    ic3cfa_add_lemma(&f->g, testing_location(f->run.program, location), level, &cube);
    vec_free(&cube);
}

/* The core must have exactly these literals. */
static void assert_literals(struct fixture *f, const pdr_lits *core, pdr_lits expected) {
    (void)f;
    assert_int_equal(core->size, expected.size);
    vec_each (const pdr_lit, lit, core) assert_true(pdr_contains(&expected, *lit));
    vec_free(&expected);
}

static term below(struct fixture *f, term t, long bound) {
    return term_lt(f->bank, t, number(f, bound));
}

static enum smt_result inductive(struct fixture *f, uint32_t step, uint32_t level, const pdr_lits *cube,
                                 pdr_lits *core) {
    struct reason why = {0};
    enum smt_result result = ic3cfa_inductive(&f->g, step, level, cube, &why);
    vec_clear(core);
    vec_append(core, why.core.data, why.core.size);
    vec_free(&why.core);
    return result;
}

static void generalize(struct fixture *f, uint32_t location, uint32_t level, pdr_lits *cube) {
    uint32_t open;
    assert_int_equal(ic3cfa_blocked(&f->g, location, level - 1, cube, &open), SMT_UNSAT);
    ic3cfa_generalize(&f->g, location, level, cube);
}

/* Lemma 2, Theorem 2: the literal before x := x + 1 is found in the frame, and mapped back, without a query. */
static void predecessor_cubes(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    term more = term_add2(f.bank, f.x, number(&f, 1));
    uint32_t step = finish(&f, testing_assign(f.run.program, f.x, more), 2);
    block(&f, "A", 1, CUBE(&f, below(&f, f.x, -1)));
    pdr_lits cube = CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 7)), core = {0};
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_literals(&f, &core, CUBE(&f, below(&f, f.x, 0)));
    assert_int_equal(f.run.stats.inductivity_queries, 0);
    assert_int_equal(f.run.stats.pre_cube_hits, 1);
    /* Not so in a frame without that lemma: the solver finds a step. */
    assert_int_equal(inductive(&f, step, 2, &cube, &core), SMT_SAT);
    assert_int_equal(f.run.stats.inductivity_queries, 1);
    /* Without the option the solver is asked, and says the same. */
    f.run.options.pre_cubes = f.run.options.upper_bounds = false;
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_literals(&f, &core, CUBE(&f, below(&f, f.x, 0)));
    assert_int_equal(f.run.stats.inductivity_queries, 2);
    vec_free(&cube);
    vec_free(&core);
    stop(&f);
}

/* A guard is part of the precondition, and no literal of the cube is needed when it is in the lemma. */
static void predecessor_cube_by_guard(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    uint32_t step = finish(&f, program_assume(f.run.program, below(&f, f.y, 3)), 1);
    block(&f, "A", 1, CUBE(&f, below(&f, f.y, 3)));
    pdr_lits cube = CUBE(&f, below(&f, f.x, 0)), core = {0};
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_int_equal(core.size, 0);
    assert_int_equal(f.run.stats.pre_cube_hits, 1);
    assert_int_equal(f.run.stats.inductivity_queries, 0);
    vec_free(&cube);
    vec_free(&core);
    stop(&f);
}

/* Preconditions that contradict themselves need no query: x := 5 before x < 0, and y < 3 before y >= 3. */
static void contradictions(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    struct program *program = f.run.program;
    program_command command = SEQUENCE(program, program_assume(program, below(&f, f.y, 3)),
                                       testing_assign(program, f.x, number(&f, 5)));
    uint32_t step = finish(&f, command, 1);
    pdr_lits cube = CUBE(&f, below(&f, f.z, 1), below(&f, f.x, 0)), core = {0};
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_literals(&f, &core, CUBE(&f, below(&f, f.x, 0)));
    vec_free(&cube);
    cube = CUBE(&f, below(&f, f.z, 1), term_not(f.bank, below(&f, f.y, 3)));
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_literals(&f, &core, CUBE(&f, term_not(f.bank, below(&f, f.y, 3))));
    assert_int_equal(f.run.stats.wp_contradictions, 2);
    assert_int_equal(f.run.stats.inductivity_queries, 0);
    /* Without the option they are queries like others, with the same answer. */
    f.run.options.wp_contradictions = false;
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_literals(&f, &core, CUBE(&f, term_not(f.bank, below(&f, f.y, 3))));
    assert_int_equal(f.run.stats.wp_contradictions, 2);
    assert_int_equal(f.run.stats.inductivity_queries, 1);
    vec_free(&cube);
    vec_free(&core);
    stop(&f);
}

/* havoc x; y := x; havoc x: two inputs, so that x and y may differ; one input for both would make `x != y`
 * inductive. */
static void inputs_are_told_apart(void **state) {
    (void)state;
    for (int form = 0; form < 2; form++) {
        struct fixture f;
        start(&f);
        struct program *program = f.run.program;
        program_command command = SEQUENCE(program, testing_havoc(program, f.x),
                                           testing_assign(program, f.y, f.x), testing_havoc(program, f.x));
        uint32_t step = finish(&f, command, 1);
        f.run.options.wp_inductivity = form;
        pdr_lits cube = CUBE(&f, below(&f, f.x, 0), term_gt(f.bank, f.y, number(&f, 0))), core = {0},
                 before = {0};
        uint32_t taken;
        assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_SAT);
        /* Both inputs are eliminated: every state is a predecessor. */
        assert_true(ic3cfa_predecessor(&f.g, step, &cube, &before, &taken));
        assert_int_equal(before.size, 0);
        /* y takes the first input, z keeps its value: an equation of the two is no contradiction, either. */
        vec_free(&cube);
        cube = CUBE(&f, term_eq(f.bank, f.y, f.z), below(&f, f.z, 4));
        assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_SAT);
        assert_true(ic3cfa_predecessor(&f.g, step, &cube, &before, &taken));
        assert_literals(&f, &before, CUBE(&f, below(&f, f.z, 4)));
        vec_free(&cube);
        vec_free(&core);
        vec_free(&before);
        stop(&f);
    }
}

/* Theorem 3, Corollary 1. */
static void upper_bounds(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    struct program *program = f.run.program;
    uint32_t step = finish(&f, testing_assign(program, f.x, term_add2(f.bank, f.y, f.z)), 3);
    block(&f, "A", 2, CUBE(&f, below(&f, f.y, 0)));
    block(&f, "A", 2, CUBE(&f, below(&f, f.z, 0)));
    pdr_lits cube = CUBE(&f, below(&f, f.x, 0), term_gt(f.bank, f.y, number(&f, 9))), core = {0};
    /* y + z < 0 & y > 9 needs z < 0: a query, whose core is remembered. */
    assert_int_equal(inductive(&f, step, 2, &cube, &core), SMT_UNSAT);
    assert_int_equal(f.run.stats.inductivity_queries, 1);
    /* The same cube, a lower level, a cube with more literals: all the same. */
    assert_int_equal(inductive(&f, step, 2, &cube, &core), SMT_UNSAT);
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    vec_push(&cube, ic3cfa_literal(&f.g, below(&f, f.z, 5)));
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_false(pdr_contains(&core, vec_last(&cube)));
    assert_int_equal(f.run.stats.inductivity_queries, 1);
    assert_int_equal(f.run.stats.upper_hits, 3);
    assert_true(f.run.stats.upper_dropped >= 1);
    /* A weaker frame: it must be asked again, and is not so. */
    assert_int_equal(inductive(&f, step, 3, &cube, &core), SMT_SAT);
    assert_int_equal(f.run.stats.inductivity_queries, 2);
    vec_free(&cube);
    vec_free(&core);
    stop(&f);
}

/* The cache forgets what was not used for longest. */
static void contexts_are_limited(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    uint32_t step = finish(&f, program_skip(f.run.program), 2);
    f.run.options.contexts = 2;
    pdr_lits one = CUBE(&f, below(&f, f.x, 1)), two = CUBE(&f, below(&f, f.x, 2)),
             three = CUBE(&f, below(&f, f.x, 3));
    ic3cfa_remember(&f.g, step, 1, &one, &one, CONTEXT_CORE);
    ic3cfa_remember(&f.g, step, 1, &two, &two, CONTEXT_CORE);
    assert_non_null(ic3cfa_upper_bound(&f.g, step, 1, &one));
    ic3cfa_remember(&f.g, step, 1, &three, &three, CONTEXT_CORE);
    assert_non_null(ic3cfa_upper_bound(&f.g, step, 1, &one));
    assert_null(ic3cfa_upper_bound(&f.g, step, 1, &two));
    assert_non_null(ic3cfa_upper_bound(&f.g, step, 1, &three));
    vec_free(&one);
    vec_free(&two);
    vec_free(&three);
    stop(&f);
}

/* Theorem 4: the literals that were needed against a stronger frame are kept without a query against a weaker
 * one; not when a clause came in between; and the result is not recorded as minimal. */
static void lower_bounds(void **state) {
    (void)state;
    for (int changed = 0; changed < 2; changed++) {
        struct fixture f;
        start(&f);
        uint32_t step = finish(&f, program_skip(f.run.program), 3);
        uint32_t to = testing_location(f.run.program, "B");
        f.run.options.pre_cubes = f.run.options.upper_bounds = false;
        /* x < 0 & y < 0 is blocked at A: both literals are needed, z < 0 is not. */
        block(&f, "A", 2, CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 0)));
        pdr_lits cube = CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 0), below(&f, f.z, 0)), general = {0};
        vec_append(&general, cube.data, cube.size);
        generalize(&f, to, 2, &general);
        assert_int_equal(general.size, 2);
        uint64_t tried = f.run.stats.drops_tried;
        assert_true(tried >= 2);
        assert_int_equal(f.run.stats.lower_hits, 0);
        if (changed) block(&f, "A", 2, CUBE(&f, below(&f, f.x, -5)));
        vec_clear(&general);
        vec_append(&general, cube.data, cube.size);
        generalize(&f, to, 3, &general);
        assert_int_equal(general.size, 2);
        assert_int_equal(f.run.stats.lower_hits, changed ? 0 : 1);
        assert_int_equal(f.run.stats.lower_kept, changed ? 0 : 2);
        assert_int_equal(f.run.stats.drops_tried - tried >= 2, changed);
        bool minimal = false;
        vec_each (const struct context, c, &f.g.steps.data[step].contexts)
            minimal |= c->level == 2 && c->effort == CONTEXT_MINIMAL;
        assert_int_equal(minimal, changed);
        vec_free(&cube);
        vec_free(&general);
        stop(&f);
    }
}

/* Theorem 4 wants a frame without new clauses. One that arrived below it and was raised into it since is new; one that
 * stayed below, or had been in the old frame and was raised, is not. */
static void lower_bounds_and_raised_lemmas(void **state) {
    (void)state;
    enum { NEW_BELOW, NEW_RAISED, OLD_RAISED, CASES };
    for (int now = 0; now < CASES; now++) {
        struct fixture f;
        start(&f);
        (void)finish(&f, program_skip(f.run.program), 4);
        uint32_t at = testing_location(f.run.program, "A"), to = testing_location(f.run.program, "B");
        f.run.options.pre_cubes = f.run.options.upper_bounds = false;
        block(&f, "A", 3, CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 0)));
        pdr_lits other = CUBE(&f, below(&f, f.z, -5));
        struct lemma *lemma = now == OLD_RAISED ? ic3cfa_add_lemma(&f.g, at, 2, &other) : NULL;
        pdr_lits cube = CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 0), below(&f, f.z, 0)), general = {0};
        vec_append(&general, cube.data, cube.size);
        generalize(&f, to, 3, &general); /* against F(2) */
        assert_int_equal(general.size, 2);
        if (now != OLD_RAISED) lemma = ic3cfa_add_lemma(&f.g, at, 2, &other);
        if (now != NEW_BELOW) ic3cfa_raise(&f.g, lemma);
        vec_clear(&general);
        vec_append(&general, cube.data, cube.size);
        generalize(&f, to, 4, &general); /* against F(3) */
        assert_int_equal(general.size, 2);
        assert_int_equal(f.run.stats.lower_hits, now != NEW_RAISED);
        vec_free(&other);
        vec_free(&cube);
        vec_free(&general);
        stop(&f);
    }
}

/* With each-edge no edge takes the literals of another for granted, so that every result is minimal. */
static void each_edge(void **state) {
    (void)state;
    for (int each = 0; each < 2; each++) {
        struct fixture f;
        start(&f);
        struct program *program = f.run.program;
        testing_edge(program, "start", program_skip(program), "C");
        uint32_t other = testing_edge(program, "C", program_skip(program), "B");
        uint32_t step = finish(&f, program_skip(program), 2), steps[2] = {step, 0};
        while (f.g.steps.data[steps[1]].edge != other) steps[1]++;
        f.run.options.each_edge = each;
        f.run.options.pre_cubes = false;
        block(&f, "A", 1, CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 0)));
        block(&f, "C", 1, CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 0)));
        pdr_lits cube = CUBE(&f, below(&f, f.x, 0), below(&f, f.y, 0), below(&f, f.z, 0));
        generalize(&f, testing_location(program, "B"), 2, &cube);
        assert_int_equal(cube.size, 2);
        int minimal = 0;
        for (int i = 0; i < 2; i++)
            vec_each (const struct context, c, &f.g.steps.data[steps[i]].contexts)
                minimal += c->effort == CONTEXT_MINIMAL;
        assert_int_equal(minimal, each ? 2 : 1);
        vec_free(&cube);
        stop(&f);
    }
}

/* n branches one after the other: if (y > i) x := x + 1 else z := z - 1, for i < n. */
static program_command branches(struct fixture *f, uint32_t n) {
    struct program *program = f->run.program;
    program_command all = program_skip(program);
    for (uint32_t i = n; i-- > 0;) {
        term condition = term_gt(f->bank, f->y, number(f, i));
        term x = term_add2(f->bank, f->x, number(f, 1)), z = term_sub(f->bank, f->z, number(f, 1));
        program_command both[] = {
            SEQUENCE(program, program_assume(program, condition), testing_assign(program, f->x, x)),
            SEQUENCE(program, program_assume(program, term_not(f->bank, condition)),
                     testing_assign(program, f->z, z))};
        all = program_then(program, program_choice(program, both, 2), all);
    }
    return all;
}

static bool equivalent(struct fixture *f, term a, term b) {
    struct smt *smt = smt_new(f->bank, &(struct smt_settings){.theories = THEORY_INT, .purpose = SMT_JUDGE});
    smt_assert(smt, term_not(f->bank, term_eq(f->bank, a, b)));
    bool same = smt_check(smt, NULL, 0) == SMT_UNSAT;
    smt_free(smt);
    return same;
}

/* An edge that stays whole because split is off has cores, too, and its paths serve as steps of their own. */
static void whole_edges(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    f.whole = true;
    uint32_t step = finish(&f, branches(&f, 2), 1), to = testing_location(f.run.program, "B");
    assert_false(f.g.steps.data[step].plain);
    block(&f, "A", 1, CUBE(&f, below(&f, f.x, 5)));
    /* x stays or grows: x < 5 excludes x < 5, whatever y and z are. */
    pdr_lits cube = CUBE(&f, below(&f, f.x, 5), below(&f, f.y, 9), below(&f, f.z, 7)), core = {0};
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_UNSAT);
    assert_literals(&f, &core, CUBE(&f, below(&f, f.x, 5)));
    assert_int_equal(ic3cfa_parts(&f.g, step)->size, 4);
    uint32_t steps = f.g.steps.size;
    assert_int_equal(ic3cfa_parts(&f.g, step)->size, 4);
    assert_int_equal(f.g.steps.size, steps);
    assert_int_equal(f.g.places[to].incoming.size, 1);
    f.run.options.split_limit = 2;
    vec_clear(&f.g.steps.data[step].parts);
    assert_int_equal(ic3cfa_parts(&f.g, step)->size, 0);
    vec_free(&cube);
    vec_free(&core);
    stop(&f);
}

/* Definition 6, Theorem 1: the disjunction of the preconditions of the parts is the precondition of the whole. */
static void splitting(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    program_command command = branches(&f, 3);
    uint32_t first = finish(&f, command, 1);
    assert_int_equal(f.run.stats.split_refused, 0);
    pdr_lits cube = CUBE(&f, below(&f, f.x, 0), below(&f, f.z, 2)), core = {0};
    term_list parts = {0};
    for (uint32_t s = first; s < f.g.steps.size && f.g.steps.data[s].edge == f.g.steps.data[first].edge;
         s++) {
        assert_true(f.g.steps.data[s].plain);
        assert_int_equal(program_paths(f.run.program, f.g.steps.data[s].command), 1);
        if (ic3cfa_wp(&f.g, s, &cube, &core))
            vec_push(&parts, atoms_cube(&f.g.atoms, f.g.wp.data, f.g.wp.size));
    }
    assert_in_range(parts.size, 2, 8);
    term whole = program_wp(f.run.program, command, atoms_cube(&f.g.atoms, cube.data, cube.size));
    assert_true(equivalent(&f, whole, term_or(f.bank, parts.data, parts.size)));
    vec_free(&parts);
    vec_free(&cube);
    vec_free(&core);
    stop(&f);
}

/* An edge with too many paths stays whole; its predecessors are still exact along the path of the model. */
static void splitting_refused(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    program_command command = branches(&f, 30);
    uint32_t step = finish(&f, command, 1);
    assert_int_equal(f.run.stats.split_refused, 1);
    assert_false(f.g.steps.data[step].plain);
    pdr_lits cube = CUBE(&f, below(&f, f.x, 0)), core = {0}, before = {0};
    uint32_t taken;
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_SAT);
    assert_true(ic3cfa_predecessor(&f.g, step, &cube, &before, &taken));
    assert_int_not_equal(taken, step);
    assert_true(f.g.steps.data[taken].plain);
    assert_int_equal(f.run.stats.points, 0);
    /* before implies the precondition of the whole edge */
    term post = atoms_cube(&f.g.atoms, cube.data, cube.size);
    term whole = program_wp(f.run.program, command, post),
         part = atoms_cube(&f.g.atoms, before.data, before.size);
    assert_true(equivalent(&f, part, term_and2(f.bank, part, whole)));
    vec_free(&cube);
    vec_free(&core);
    vec_free(&before);
    stop(&f);
}

/* Lemma 4: Definitions 4 and 7 agree, on plain steps and on whole edges. */
static void two_forms_of_inductivity(void **state) {
    (void)state;
    for (int split = 0; split < 2; split++) {
        struct fixture f;
        start(&f);
        f.whole = !split;
        program_command command = branches(&f, 2);
        uint32_t step = finish(&f, command, 1);
        assert_int_equal(f.g.steps.data[step].plain, split);
        bool seen[2] = {false, false};
        block(&f, "A", 1, CUBE(&f, below(&f, f.x, 0)));
        for (long bound = -2; bound <= 3; bound++) {
            pdr_lits cube = CUBE(&f, below(&f, f.x, bound), below(&f, f.z, 1)), core = {0};
            enum smt_result results[2];
            for (int form = 0; form < 2; form++) {
                f.run.options.wp_inductivity = form;
                results[form] = ic3cfa_ask(&f.g, step, 1, &cube, &core);
            }
            assert_int_equal(results[0], results[1]);
            seen[results[0] == SMT_SAT] = true;
            vec_free(&cube);
            vec_free(&core);
        }
        assert_true(seen[false] && seen[true]);
        stop(&f);
    }
}

/* Lemma 1: self-loops are asked about without assuming the cube away. A loop that changes nothing leads to x < 1 from
 * x < 1 only, so form (2) of Definition 4 would find it inductive whatever the frame. */
static void loops_do_not_assume_the_cube(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    struct program *program = f.run.program;
    uint32_t loop = testing_edge(program, "B", program_assume(program, below(&f, f.y, 5)), "B");
    (void)finish(&f, testing_assign(program, f.x, number(&f, 1)), 1);
    uint32_t step = 0;
    while (f.g.steps.data[step].edge != loop) step++;
    pdr_lits cube = CUBE(&f, below(&f, f.x, 1)), core = {0};
    assert_int_equal(inductive(&f, step, 1, &cube, &core), SMT_SAT);
    vec_free(&cube);
    vec_free(&core);
    stop(&f);
}

/* Programs with known verdicts. */

enum numbers { INTEGERS, REALS, BYTES };

struct arithmetic {
    struct terms *bank;
    enum numbers numbers;
};

static sort sort_of(struct arithmetic a) {
    return a.numbers == INTEGERS ? sort_int() : a.numbers == REALS ? sort_real() : sort_bv(a.bank, 8);
}

static term constant(struct arithmetic a, long value) {
    if (a.numbers == BYTES) return term_bits_ui(a.bank, (uint64_t)value, 8);
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, value, 1);
    term t = term_number_of(a.bank, q, sort_of(a));
    mpq_clear(q);
    return t;
}

static term plus(struct arithmetic a, term t, long value) {
    if (a.numbers == BYTES) return term_bv2(a.bank, TERM_BV_ADD, t, constant(a, value));
    return term_add2(a.bank, t, constant(a, value));
}

static term less(struct arithmetic a, term x, term y) {
    return a.numbers == BYTES ? term_bv2(a.bank, TERM_BV_ULT, x, y) : term_lt(a.bank, x, y);
}

/* i, x := 0, first; while (i < n) i, x := i + 1, x + stride; assert(x == i). */
static struct program *counting(enum numbers numbers, long stride, long first) {
    struct program *program = testing_automaton();
    struct arithmetic a = {program->terms, numbers};
    term i = testing_variable(program, "i", sort_of(a)), x = testing_variable(program, "x", sort_of(a)),
         n = testing_variable(program, "n", sort_of(a)), more = less(a, i, n);
    struct program_assignment both[] = {{program_find_variable(program, i), plus(a, i, 1)},
                                        {program_find_variable(program, x), plus(a, x, stride)}};
    testing_edge(program, "start",
                 SEQUENCE(program, testing_assign(program, i, constant(a, 0)),
                          testing_assign(program, x, constant(a, first))),
                 "L");
    testing_edge(program, "L",
                 SEQUENCE(program, program_assume(program, more), program_assign_all(program, both, 2)), "L");
    testing_edge(program, "L",
                 SEQUENCE(program, program_assume(program, term_not(a.bank, more)),
                          program_assume(program, term_not(a.bank, term_eq(a.bank, x, i)))),
                 "E");
    return program;
}

/* Three ways from L to the error, of an edge that is split or not; nothing gets to L, so that blocking one predecessor
 * blocks them all. */
static void all_predecessors(void **state) {
    (void)state;
    for (int split = 0; split < 2; split++) {
        uint64_t obligations[2];
        for (int all = 0; all < 2; all++) {
            struct program *program = testing_automaton();
            struct terms *b = program->terms;
            term x = testing_variable(program, "x", sort_int()),
                 y = testing_variable(program, "y", sort_int());
            program_command ways[] = {program_assume(program, term_lt(b, x, term_integer(b, 0))),
                                      program_assume(program, term_lt(b, term_integer(b, 9), x)),
                                      program_assume(program, term_lt(b, term_integer(b, 3), y))};
            testing_edge(program, "start",
                         SEQUENCE(program, program_assume(program, term_lt(b, x, y)),
                                  program_assume(program, term_lt(b, y, x))),
                         "L");
            testing_edge(program, "L", program_choice(program, ways, 3), "E");
            struct run r;
            testing_init(&r, program);
            r.options.facts = r.options.weaken = false;
            r.options.split = split;
            r.options.predecessors = all;
            assert_int_equal(testing_run(&r, &engine_ic3cfa), VERDICT_SAFE);
            obligations[all] = r.stats.obligations;
            testing_fini(&r);
        }
        assert_int_equal(obligations[1], obligations[0] + 2);
    }
}

/* Each with one option switched, and with none. */
static void known_verdicts(void **state) {
    (void)state;
    static const struct {
        long stride, first;
        enum verdict expected;
    } cases[] = {{1, 0, VERDICT_SAFE}, {1, 1, VERDICT_UNSAFE}, {2, 0, VERDICT_UNSAFE}};
    enum { SWITCHES = 11 };
    for (unsigned i = 0; i < 3 * 3 * (SWITCHES + 1); i++) {
        unsigned c = i % 3, numbers = i / 3 % 3, off = i / 9;
        struct run r;
        testing_init(&r, counting((enum numbers)numbers, cases[c].stride, cases[c].first));
        bool *switches[SWITCHES] = {
            &r.options.split,          &r.options.pre_cubes,    &r.options.wp_contradictions,
            &r.options.wp_inductivity, &r.options.upper_bounds, &r.options.lower_bounds,
            &r.options.equalities,     &r.options.propagate,    &r.options.each_edge,
            &r.options.facts,          &r.options.weaken};
        if (off < SWITCHES) *switches[off] = !*switches[off];
        r.options.predecessors = i % 2;
        r.options.check_frames = true;
        enum verdict verdict = testing_run(&r, &engine_ic3cfa);
        if (verdict != cases[c].expected)
            print_error("case %u, numbers %u, switch %u: %s\n", c, numbers, off, r.reason ? r.reason : "");
        assert_int_equal(verdict, cases[c].expected);
        testing_fini(&r);
    }
}

/* Whether the facts at a location exclude a cube of one literal. */
static bool excluded(struct fixture *f, const char *location, term literal) {
    pdr_lits cube = CUBE(f, literal);
    struct cube *c = cube_new(cube.data, cube.size);
    bool found = frames_blocking(f->g.frames, testing_location(f->run.program, location), 1, c) != NULL;
    cube_free(c);
    vec_free(&cube);
    return found;
}

/* A: x, y, z := 0, 3, 0; B: a loop that adds 2 to x and 4 to y, and anything positive to z while x < 10; the
 * location C, behind the loop when y = 2 x, cannot be reached. */
static void facts(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    struct program *program = f.run.program;
    struct terms *b = f.bank;
    term word = testing_variable(program, "word", sort_int()), zero = number(&f, 0);
    testing_edge(program, "B",
                 SEQUENCE(program, program_assume(program, below(&f, f.x, 10)),
                          testing_assign(program, f.x, term_add2(b, f.x, number(&f, 2))),
                          testing_assign(program, f.y, term_add2(b, f.y, number(&f, 4))),
                          testing_havoc(program, word), program_assume(program, term_gt(b, word, zero)),
                          testing_assign(program, f.z, term_add2(b, f.z, word))),
                 "B");
    testing_edge(program, "B", program_assume(program, term_eq(b, f.y, term_add2(b, f.x, f.x))), "C");
    testing_edge(program, "C",
                 program_assume(program, term_le(b, term_add2(b, f.x, term_add2(b, f.y, f.z)), zero)), "E");
    (void)finish(&f,
                 SEQUENCE(program, testing_assign(program, f.x, zero),
                          testing_assign(program, f.y, number(&f, 3)), testing_assign(program, f.z, zero)),
                 1);
    ic3cfa_find_facts(&f.g);
    term twice = term_add2(b, term_add2(b, f.x, f.x), number(&f, 3));
    assert_true(excluded(&f, "B", term_not(b, term_eq(b, f.y, twice))));
    term odd = term_eq(b, term_make(b, TERM_MOD, (const term[]){f.x, number(&f, 2)}, 2, 0, 0), number(&f, 1));
    assert_true(
        excluded(&f, "B", odd) ||
        excluded(&f, "B",
                 term_not(b, term_eq(b, term_make(b, TERM_MOD, (const term[]){f.x, number(&f, 2)}, 2, 0, 0),
                                     zero))));
    assert_false(excluded(&f, "B", term_not(b, term_eq(b, f.z, zero))));
    /* C has the empty cube: false. */
    const lemma_list *at = frames_at(f.g.frames, testing_location(program, "C"), FRAMES_INFINITY);
    assert_int_equal(at->size, 1);
    assert_int_equal(at->data[0].lemma->cube->size, 0);
    /* Bounds from the guards: x is even and less than 10 before a step, so it is at most 10 after. */
    assert_true(excluded(&f, "B", term_ge(b, f.x, number(&f, 11))));
    assert_false(excluded(&f, "B", term_ge(b, f.x, number(&f, 10))));
    stop(&f);
}

/* x, z := 0, 1000; a loop that adds 1 to x while x < 2000, and from x = 1000 on takes 1 from z; then z is 0. */
static struct program *phases(bool as_branches) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    term x = testing_variable(program, "x", sort_int()), z = testing_variable(program, "z", sort_int());
    term one = term_integer(b, 1), late = term_ge(b, x, term_integer(b, 1000));
    term less = term_add2(b, z, term_integer(b, -1));
    program_command descend = as_branches
                                  ? program_choice2(program,
                                                    program_then(program, program_assume(program, late),
                                                                 testing_assign(program, z, less)),
                                                    program_assume(program, term_not(b, late)))
                                  : testing_assign(program, z, term_ite(b, late, less, z));
    term going = term_lt(b, x, term_integer(b, 2000));
    testing_edge(program, "L",
                 SEQUENCE(program, program_assume(program, going), descend,
                          testing_assign(program, x, term_add2(b, x, one))),
                 "L");
    testing_edge(program, "L",
                 SEQUENCE(program, program_assume(program, term_not(b, going)),
                          program_assume(program, term_not(b, term_eq(b, z, term_integer(b, 0))))),
                 "E");
    program_command begin = SEQUENCE(program, testing_assign(program, x, term_integer(b, 0)),
                                     testing_assign(program, z, term_integer(b, 1000)));
    testing_edge(program, "start", begin, "L");
    return program;
}

/* Which equation holds depends on the phase: with cases a few frames suffice, without it takes as many as the loop has
 * rounds. */
static void cases(void **state) {
    (void)state;
    for (int as_branches = 0; as_branches < 2; as_branches++) {
        struct run r;
        testing_init(&r, phases(as_branches));
        r.options.check_frames = true;
        assert_int_equal(testing_run(&r, &engine_ic3cfa), VERDICT_SAFE);
        assert_true(r.stats.frames <= 8);
        testing_fini(&r);
    }
}

/* Literals that others or facts imply are left out. */
static void reduction(void **state) {
    (void)state;
    struct fixture f;
    start(&f);
    (void)finish(&f, program_skip(f.run.program), 1);
    pdr_lits fact = CUBE(&f, below(&f, f.y, 0)); /* y >= 0 */
    ic3cfa_add_fact(&f.g, testing_location(f.run.program, "A"), &fact);
    vec_free(&fact);
    pdr_lits cube =
        CUBE(&f, below(&f, f.x, 5), below(&f, f.x, 3), term_gt(f.bank, f.x, number(&f, -7)),
             term_gt(f.bank, f.y, number(&f, -2)), term_gt(f.bank, f.y, number(&f, 2)), below(&f, f.z, 5));
    ic3cfa_reduce(&f.g, testing_location(f.run.program, "A"), &cube);
    assert_literals(&f, &cube,
                    CUBE(&f, below(&f, f.x, 3), term_gt(f.bank, f.x, number(&f, -7)),
                         term_gt(f.bank, f.y, number(&f, 2)), below(&f, f.z, 5)));
    vec_free(&cube);
    stop(&f);
}

/* i, x := 0, 0; while (i < n) i, x := i + 1, x + 1; assert(x <= n), where n >= 0: x <= i is no literal of any weakest
 * precondition, but the sum of two; x = i is a fact. */
static struct program *bounded(bool also) {
    struct program *program = testing_automaton();
    struct arithmetic a = {program->terms, INTEGERS};
    term i = testing_variable(program, "i", sort_int()), x = testing_variable(program, "x", sort_int()),
         n = testing_variable(program, "n", sort_int()), z = testing_variable(program, "z", sort_int()),
         zero = constant(a, 0), more = less(a, i, n);
    struct program_assignment all[] = {{program_find_variable(program, i), plus(a, i, 1)},
                                       {program_find_variable(program, x), plus(a, x, 1)},
                                       {program_find_variable(program, z), plus(a, z, 1)}};
    testing_edge(program, "start",
                 SEQUENCE(program, program_assume(program, term_ge(a.bank, n, zero)),
                          testing_assign(program, i, zero), testing_assign(program, x, zero),
                          testing_assign(program, z, zero)),
                 "L");
    testing_edge(program, "L",
                 SEQUENCE(program, program_assume(program, more), program_assign_all(program, all, 3)), "L");
    testing_edge(program, "L",
                 SEQUENCE(program, program_assume(program, term_not(a.bank, more)),
                          program_assume(program, less(a, n, x)),
                          program_assume(program, also ? less(a, z, plus(a, z, 1)) : term_true(a.bank))),
                 "E");
    testing_edge(program, "L", program_assume(program, less(a, plus(a, z, 1), zero)),
                 "M"); /* z matters, but not for long */
    testing_edge(program, "M", program_assume(program, term_eq(a.bank, z, constant(a, 5))), "E");
    return program;
}

static void weakening(void **state) {
    (void)state;
    struct run r;
    testing_init(&r, bounded(false));
    r.options.facts = false;
    r.options.check_frames = true;
    assert_int_equal(testing_run(&r, &engine_ic3cfa), VERDICT_SAFE);
    assert_true(r.stats.weakenings >= 1);
    testing_fini(&r);
}

static void keep_invariant(void *client, struct evidence e) {
    struct program_invariant *invariant = e.program_invariant;
    struct run *r = client;
    struct text why = {0};
    testing_accept(check_program_invariant(r->program, invariant, CHECK_BY_DEFAULT, NULL, &why), &why);
    r->verdict = VERDICT_SAFE;
    /* What is known of L has no use for z = i. */
    uint32_t l = testing_location(r->program, "L");
    term_list variables = {0};
    term_variables(r->program->terms, &invariant->at.data[l], 1, &variables);
    assert_true(variables.size >= 2);
    assert_int_equal(r->stats.facts >= 3, 1);
    term_list conjuncts = {0};
    term_conjuncts(r->program->terms, invariant->at.data[l], &conjuncts);
    r->steps = conjuncts.size;
    vec_free(&conjuncts);
    vec_free(&variables);
    program_invariant_free(invariant);
}

/* The invariant has the lemmas that the proof needs, not all that are known. */
static void trimming(void **state) {
    (void)state;
    struct run r;
    testing_init(&r, bounded(true));
    struct events events = {0};
    struct engine_task task = testing_task(&r, &events);
    task.found = keep_invariant;
    assert_null(engine_ic3cfa.run(&task));
    assert_int_equal(r.verdict, VERDICT_SAFE);
    assert_in_range(r.steps, 2, r.stats.facts + r.stats.lemmas - 2);
    testing_fini(&r);
}

/* x, y, z := 0, 0, 0; loop: n branches, each of which moves x or y up, as an input says, and z; assert(x <= z). */
static struct program *branching(uint32_t n) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    struct arithmetic a = {b, INTEGERS};
    term x = testing_variable(program, "x", sort_int()), y = testing_variable(program, "y", sort_int()),
         z = testing_variable(program, "z", sort_int()), word = testing_variable(program, "word", sort_int()),
         zero = constant(a, 0);
    program_command body = program_skip(program);
    for (uint32_t i = 0; i < n; i++) {
        term up = term_gt(b, word, zero);
        program_command ways[] = {
            SEQUENCE(program, program_assume(program, up), testing_assign(program, x, plus(a, x, 1))),
            SEQUENCE(program, program_assume(program, term_not(b, up)),
                     testing_assign(program, y, plus(a, y, 1)))};
        body = SEQUENCE(program, testing_havoc(program, word), program_choice(program, ways, 2),
                        testing_assign(program, z, plus(a, z, 1)), body);
    }
    testing_edge(program, "start",
                 SEQUENCE(program, testing_assign(program, x, zero), testing_assign(program, y, zero),
                          testing_assign(program, z, zero)),
                 "L");
    testing_edge(program, "L", body, "L");
    testing_edge(program, "L", program_assume(program, term_lt(b, z, x)), "E");
    return program;
}

/* Splitting gives way before it explodes: 2^30 paths do not cost much more than 2^10. */
static void cost_grows_gently(void **state) {
    (void)state;
    static const uint32_t sizes[] = {1, 3, 10, 17, 24, 30};
    uint64_t queries[31] = {0};
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t n = sizes[i];
        struct run r;
        testing_init(&r, branching(n));
        r.options.facts = false; /* or nothing is left to search for */
        assert_int_equal(testing_run(&r, &engine_ic3cfa), VERDICT_SAFE);
        queries[n] = r.stats.inductivity_queries;
        assert_int_equal(r.stats.split_refused, ((uint64_t)1 << n) > (uint64_t)r.options.split_limit);
        testing_fini(&r);
    }
    assert_true(queries[10] > 0 && queries[30] <= 20 * queries[10]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predecessor_cubes),
        cmocka_unit_test(predecessor_cube_by_guard),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(inputs_are_told_apart),
        cmocka_unit_test(upper_bounds),
        cmocka_unit_test(contexts_are_limited),
        cmocka_unit_test(lower_bounds),
        cmocka_unit_test(lower_bounds_and_raised_lemmas),
        cmocka_unit_test(each_edge),
        cmocka_unit_test(all_predecessors),
        cmocka_unit_test(splitting),
        cmocka_unit_test(whole_edges),
        cmocka_unit_test(splitting_refused),
        cmocka_unit_test(two_forms_of_inductivity),
        cmocka_unit_test(loops_do_not_assume_the_cube),
        cmocka_unit_test(known_verdicts),
        cmocka_unit_test(facts),
        cmocka_unit_test(cases),
        cmocka_unit_test(reduction),
        cmocka_unit_test(weakening),
        cmocka_unit_test(trimming),
        cmocka_unit_test(cost_grows_gently),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
