/* Sequence interpolants of random refutations, against the definition by brute force; and that the verifier agrees. */
#include "engine/bit/interpolants.h"

#include "aig/simulate.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { VARIABLES = 9, MODELS = 1 << VARIABLES, MOST_PARTS = 6 };

/* Clauses over a few variables in parts, refuted under assumptions, with a leaf per variable. */
struct instance {
    struct random random;
    uint32_t parts;
    struct proof *proof;
    struct sat *sat;
    struct stats stats;
    sat_lit assumptions[2];
    uint32_t assumed;
    bool holds[MOST_PARTS][MODELS]; /* the clauses of a part, by assignment */
    bool occurs[MOST_PARTS][VARIABLES];
    struct itp_problem problem;
    aig_lits sequence;
};

static bool literal_holds(uint32_t model, sat_lit l) {
    return (model >> sat_variable_of(l) & 1) != sat_sign(l);
}

static void note_clause(struct instance *t, uint32_t part, const sat_lit *clause, uint32_t n) {
    for (uint32_t m = 0; m < MODELS; m++) {
        bool holds = false;
        for (uint32_t i = 0; i < n; i++) holds |= literal_holds(m, clause[i]);
        t->holds[part][m] &= holds;
    }
    for (uint32_t i = 0; i < n; i++) t->occurs[part][sat_variable_of(clause[i])] = true;
}

/* Parts prefer neighbouring variables, so that some are local. */
static void add_random_clause(struct instance *t) {
    struct random *r = &t->random;
    uint32_t part = random_below(r, t->parts), n = random_one_in(r, 8) ? 1 : 2 + random_below(r, 2);
    sat_lit clause[3];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = random_one_in(r, 6) ? random_below(r, VARIABLES)
                                         : (part * VARIABLES / t->parts + random_below(r, 4)) % VARIABLES;
        clause[i] = sat_make(v, random_one_in(r, 2));
    }
    t->proof->part = part;
    sat_add(t->sat, clause, n);
    note_clause(t, part, clause, n);
}

static void setup(struct instance *t, uint64_t seed) {
    *t = (struct instance){.proof = proof_new()};
    random_init(&t->random, seed);
    t->parts = 2 + random_below(&t->random, MOST_PARTS - 1);
    t->sat = sat_cdcl_logging(NULL, NULL, t->proof);
    memset(t->holds, 1, sizeof t->holds);
    t->problem =
        (struct itp_problem){.proof = t->proof, .cuts = t->parts - 1, .graph = aig_new(), .stats = &t->stats};
    for (uint32_t v = 0; v < VARIABLES; v++) {
        (void)sat_variable(t->sat);
        vec_push(&t->problem.leaves, aig_leaf(t->problem.graph));
    }
    t->assumed = random_below(&t->random, 3);
    for (uint32_t i = 0; i < t->assumed; i++) /* of different variables: they do not contradict each other */
        t->assumptions[i] =
            sat_make(2 * random_below(&t->random, VARIABLES / 2) + i, random_one_in(&t->random, 2));
    do add_random_clause(t);
    while (sat_solve(t->sat, t->assumptions, t->assumed) != SAT_REFUTED);
    assert_null(proof_check(t->proof, PROOF_NONE, NULL));
    for (uint32_t i = 0; i < t->assumed; i++)
        if (sat_failed(t->sat, t->assumptions[i])) note_clause(t, t->parts - 1, &t->assumptions[i], 1);
    assert_true(itp_sequence(&t->problem, &t->sequence));
    assert_int_equal(t->sequence.size, t->parts - 1);
}

static void teardown(struct instance *t) {
    sat_free(t->sat);
    proof_free(t->proof);
    aig_free(t->problem.graph);
    vec_free(&t->problem.leaves);
    vec_free(&t->sequence);
}

static bool formula_holds(const struct instance *t, aig_lit formula, uint32_t model) {
    const struct aig *g = t->problem.graph;
    uint64_t *values = mem_new_array(uint64_t, aig_size(g));
    for (uint32_t v = 0; v < VARIABLES; v++)
        values[aig_node(t->problem.leaves.data[v])] = model >> v & 1 ? ~UINT64_C(0) : 0;
    simulate_words(g, values);
    bool holds = simulate_word(values, formula) & 1;
    mem_free(values);
    return holds;
}

static bool *table_of(const struct instance *t, aig_lit formula) {
    bool *table = mem_new_array(bool, MODELS);
    for (uint32_t m = 0; m < MODELS; m++) table[m] = formula_holds(t, formula, m);
    return table;
}

/* J_i & A_i => J_i+1 for all assignments. */
static bool step_holds(const struct instance *t, uint32_t i) {
    bool *before = table_of(t, i ? t->sequence.data[i - 1] : AIG_TRUE), holds = true;
    bool *after = table_of(t, i + 1 < t->parts ? t->sequence.data[i] : AIG_FALSE);
    for (uint32_t m = 0; m < MODELS; m++) holds &= !before[m] || !t->holds[i][m] || after[m];
    mem_free(before);
    mem_free(after);
    return holds;
}

static bool occurs_in(const struct instance *t, uint32_t from, uint32_t to, uint32_t variable) {
    for (uint32_t part = from; part < to; part++)
        if (t->occurs[part][variable]) return true;
    return false;
}

static bool vocabulary_holds(const struct instance *t, uint32_t cut) {
    bool *cone = mem_new_array(bool, aig_size(t->problem.graph)), holds = true;
    aig_mark_cone(t->problem.graph, t->sequence.data[cut - 1], cone);
    for (uint32_t v = 0; v < VARIABLES; v++)
        if (cone[aig_node(t->problem.leaves.data[v])])
            holds &= occurs_in(t, 0, cut, v) && occurs_in(t, cut, t->parts, v);
    mem_free(cone);
    return holds;
}

static bool definition_holds(const struct instance *t) {
    bool holds = true;
    for (uint32_t i = 0; i < t->parts; i++) holds &= step_holds(t, i);
    for (uint32_t i = 1; i < t->parts; i++) holds &= vocabulary_holds(t, i);
    return holds;
}

static void random_sequences_satisfy_the_definition(void **state) {
    (void)state;
    uint32_t interesting = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct instance t;
        setup(&t, seed);
        if (!definition_holds(&t)) fail_msg("seed %u", (unsigned)seed);
        assert_null(itp_verify(&t.problem, t.sequence.data));
        vec_each (aig_lit, j, &t.sequence) interesting += !aig_is_constant(*j);
        teardown(&t);
    }
    assert_true(interesting > 200);
}

/* A wrong sequence is found out, whichever way it is wrong. */
static void verifier_agrees_on_wrong_sequences(void **state) {
    (void)state;
    uint32_t rejected = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct instance t;
        setup(&t, seed);
        aig_lit *victim = &t.sequence.data[random_below(&t.random, t.sequence.size)];
        switch (random_below(&t.random, 4)) {
        case 0: *victim = aig_not(*victim); break;
        case 1: *victim = random_one_in(&t.random, 2) ? AIG_TRUE : AIG_FALSE; break;
        case 2:
            *victim =
                aig_or(t.problem.graph, *victim, t.problem.leaves.data[random_below(&t.random, VARIABLES)]);
            break;
        case 3:
            *victim =
                aig_and(t.problem.graph, *victim, t.problem.leaves.data[random_below(&t.random, VARIABLES)]);
            break;
        }
        bool accepted = itp_verify(&t.problem, t.sequence.data) == NULL;
        assert_int_equal(accepted, definition_holds(&t));
        rejected += !accepted;
        teardown(&t);
    }
    assert_true(rejected > 100);
}

/* x0, x0 -> x1, x1 -> x2, x2 -> x3, not x3: the interpolants are the literals on the way. */
static void chain_of_implications(void **state) {
    (void)state;
    struct proof *proof = proof_new();
    struct sat *sat = sat_cdcl_logging(NULL, NULL, proof);
    struct itp_problem problem = {.proof = proof, .cuts = 3, .graph = aig_new()};
    sat_lit x[4];
    for (uint32_t i = 0; i < 4; i++) {
        x[i] = sat_make(sat_variable(sat), false);
        vec_push(&problem.leaves, i ? aig_leaf(problem.graph) : AIG_NONE);
    }
    sat_add1(sat, x[0]);
    for (uint32_t i = 0; i < 3; i++) {
        proof->part = i;
        sat_add2(sat, sat_not(x[i]), x[i + 1]);
    }
    const sat_lit assumption = sat_not(x[3]);
    assert_int_equal(sat_solve(sat, &assumption, 1), SAT_REFUTED);
    aig_lits sequence = {0};
    assert_true(itp_sequence(&problem, &sequence));
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(sequence.data[i].code, problem.leaves.data[i + 1].code);
    assert_null(itp_verify(&problem, sequence.data));
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    problem.limits = &limits;
    assert_false(itp_sequence(&problem, &sequence));
    assert_int_equal(sequence.size, 3);
    vec_free(&sequence);
    vec_free(&problem.leaves);
    aig_free(problem.graph);
    sat_free(sat);
    proof_free(proof);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sequences_satisfy_the_definition),
        cmocka_unit_test(verifier_agrees_on_wrong_sequences),
        cmocka_unit_test(chain_of_implications),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
