/* Proof logging: whatever the solver refutes, the log proves, and the checker is not easily pleased. */
#include "sat/cdcl/proof.h"

#include "base/random.h"
#include "sat/cdcl/cdcl_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct logging {
    struct netlist *netlist;
    struct cdcl *solver;
    struct proof *proof;
    sat_lits added; /* the clauses given to the solver, each followed by NO_LITERAL */
};

/* Reductions and collections happen early, so that they happen at all. */
static void setup(struct logging *l, uint32_t variables) {
    *l = (struct logging){.netlist = netlist_new(), .proof = proof_new()};
    for (uint32_t i = 0; i < variables; i++) (void)netlist_variable(l->netlist);
    l->solver = cdcl_new_growing(l->netlist, NULL, NULL);
    cdcl_restrict(l->solver, false);
    cdcl_log_start(l->solver, l->proof);
    l->solver->learnt_base = 5;
    l->solver->learnt_share = 1000;
    l->solver->learnt_growth = 1;
    l->solver->collect_minimum = 50;
    l->solver->restart_unit = 5;
    cdcl_log_trim_from(l->solver, 20);
}

static void teardown(struct logging *l) {
    cdcl_free(l->solver);
    netlist_free(l->netlist);
    proof_free(l->proof);
    vec_free(&l->added);
}

static void add(struct logging *l, const sat_lit *literals, uint32_t n) {
    cdcl_add_clause(l->solver, literals, n);
    vec_append(&l->added, literals, n);
    vec_push(&l->added, ((sat_lit){NO_LITERAL}));
}

/* The original steps are the clauses that were added, in order. */
static void assert_originals(const struct logging *l) {
    uint32_t at = 0;
    vec_each (const struct proof_step, s, &l->proof->steps) {
        if (s->count) continue;
        for (uint32_t i = 0; i < s->size; i++)
            assert_int_equal(proof_literals(l->proof, s)[i].code, l->added.data[at++].code);
        assert_int_equal(l->added.data[at++].code, NO_LITERAL);
    }
    assert_int_equal(at, l->added.size);
}

static bool contains(const sat_lit *literals, uint32_t n, sat_lit l) {
    for (uint32_t i = 0; i < n; i++)
        if (literals[i].code == l.code) return true;
    return false;
}

static bool contradictory(const sat_lit *assumptions, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (contains(assumptions, n, sat_not(assumptions[i]))) return true;
    return false;
}

/* The refutation speaks of failed assumptions only, and replays. */
static void assert_refutation(const struct logging *l, const sat_lit *assumptions, uint32_t n) {
    const struct proof *p = l->proof;
    uint32_t where = 0;
    if (p->refutation == PROOF_NONE) {
        assert_true(contradictory(assumptions, n));
        return;
    }
    const struct proof_step *s = &p->steps.data[p->refutation];
    for (uint32_t i = 0; i < s->size; i++) {
        sat_lit assumed = sat_not(proof_literals(p, s)[i]);
        assert_true(contains(assumptions, n, assumed));
        assert_true(cdcl_failed(l->solver, assumed));
    }
    const char *wrong = proof_check(p, p->refutation, &where);
    if (wrong) fail_msg("step %u: %s", where, wrong);
}

static void random_literals(struct random *r, uint32_t variables, sat_lit *literals, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) literals[i] = sat_make(random_below(r, variables), random_one_in(r, 2));
}

/* Clauses and queries in turn until the clauses alone are refuted, and a little beyond. */
static void run_random(struct logging *l, struct random *r, uint32_t variables, uint32_t *refuted) {
    sat_lit literals[6];
    bool hard = random_one_in(r, 2); /* no short clauses: refuted by long searches only */
    for (uint32_t after = 0; after < 3;) {
        for (uint32_t i = random_below(r, variables) + 1; i-- > 0;) {
            uint32_t n = 3 + random_below(r, 2);
            if (!hard && random_one_in(r, 3)) n = random_one_in(r, 6) ? 1 : 2;
            random_literals(r, variables, literals, n);
            add(l, literals, n);
        }
        uint32_t n = random_below(r, 4);
        random_literals(r, variables, literals, n);
        enum sat_result result = cdcl_solve(l->solver, literals, n, NULL, 0);
        assert_true(cdcl_check(l->solver));
        if (result != SAT_REFUTED) continue;
        ++*refuted;
        assert_refutation(l, literals, n);
        after += l->solver->inconsistent;
    }
}

static void random_refutations_replay(void **state) {
    (void)state;
    struct random r;
    uint32_t refuted = 0, collections = 0, reductions = 0, trimmed = 0;
    random_init(&r, 7);
    for (int i = 0; i < 400; i++) {
        struct logging l;
        uint32_t variables = 5 + random_below(&r, 80);
        setup(&l, variables);
        run_random(&l, &r, variables, &refuted);
        assert_originals(&l);
        assert_null(proof_check(l.proof, PROOF_NONE, NULL));
        collections += l.solver->collections;
        reductions += l.solver->reductions;
        trimmed += l.proof->total_steps > l.proof->steps.size;
        teardown(&l);
    }
    assert_true(refuted > 1000 && collections > 50 && reductions > 500 && trimmed > 50);
}

/* A conjunction that is hard enough for restarts and long chains: `pigeons` pigeons in one hole less. */
static void pigeons(struct logging *l, uint32_t n) {
    sat_lit clause[16];
    setup(l, n * (n - 1));
    for (uint32_t p = 0; p < n; p++) {
        for (uint32_t h = 0; h + 1 < n; h++) clause[h] = sat_make(p * (n - 1) + h, false);
        l->proof->part = p;
        add(l, clause, n - 1);
    }
    for (uint32_t h = 0; h + 1 < n; h++)
        for (uint32_t p = 0; p < n; p++)
            for (uint32_t q = 0; q < p; q++)
                add(l, (sat_lit[]){sat_make(p * (n - 1) + h, true), sat_make(q * (n - 1) + h, true)}, 2);
    assert_int_equal(cdcl_solve(l->solver, NULL, 0, NULL, 0), SAT_REFUTED);
}

static void pigeons_replay(void **state) {
    (void)state;
    struct logging l;
    pigeons(&l, 7);
    assert_int_equal(l.proof->steps.data[3].part, 3);
    assert_int_equal(l.proof->steps.data[l.proof->refutation].size, 0);
    assert_null(proof_check(l.proof, l.proof->refutation, NULL));
    bool *core = proof_core(l.proof, l.proof->refutation);
    for (uint32_t i = 0; i < 7; i++) assert_true(core[i]); /* without one pigeon the others fit */
    mem_free(core);
    teardown(&l);
}

/* A random derived step that the refutation rests on, with at least two antecedents and, if asked, a literal. */
static struct proof_step *pick(struct proof *p, struct random *r, const bool *core, bool literal) {
    for (;;) {
        uint32_t i = random_below(r, p->refutation + 1);
        struct proof_step *s = &p->steps.data[i];
        if (core[i] && s->count >= 2 && (!literal || s->size)) return s;
    }
}

static void assert_rejected(const struct proof *p) {
    assert_non_null(proof_check(p, p->refutation, NULL));
    assert_non_null(proof_check(p, PROOF_NONE, NULL));
}

/* Each of these makes the chain wrong for sure: the pivot of a resolution that is left out stays in the resolvent;
 * a resolvent never has both a literal and its negation. */
static void mutated_proofs_are_rejected(void **state) {
    (void)state;
    struct random r;
    struct logging l;
    random_init(&r, 3);
    pigeons(&l, 6);
    struct proof *p = l.proof;
    bool *core = proof_core(p, p->refutation);
    for (int i = 0; i < 200; i++) {
        struct proof_step *s = pick(p, &r, core, true), saved = *s;
        s->count--; /* the last resolution is missing */
        assert_rejected(p);
        *s = saved;
        s->antecedents++, s->count--; /* the first clause is missing */
        assert_rejected(p);
        *s = saved;
        sat_lit *literal = &p->literals.data[s->literals + random_below(&r, s->size)];
        *literal = sat_not(*literal);
        assert_rejected(p);
        *literal = sat_not(*literal);
        s->size--; /* a stronger clause than the chain gives */
        assert_rejected(p);
        *s = saved;
        uint32_t *antecedent = &p->antecedents.data[s->antecedents + random_below(&r, s->count)];
        uint32_t was = *antecedent;
        *antecedent = (uint32_t)(s - p->steps.data); /* itself */
        assert_rejected(p);
        *antecedent = PROOF_NONE;
        assert_rejected(p);
        *antecedent = was;
    }
    assert_null(proof_check(p, p->refutation, NULL));
    assert_non_null(proof_check(p, p->steps.size, NULL));
    mem_free(core);
    teardown(&l);
}

/* a, b  =>  c, with c excluded: a fact, a reason of level 1, an assumption that is false. */
static void corners_of_assumptions(void **state) {
    (void)state;
    struct logging l;
    const sat_lit a = sat_make(0, false), b = sat_make(1, false), c = sat_make(2, false);
    setup(&l, 4);
    add(&l, (sat_lit[]){sat_not(a), sat_not(b), c}, 3);
    const sat_lit opposite[] = {a, sat_not(a)};
    assert_int_equal(cdcl_solve(l.solver, opposite, 2, NULL, 0), SAT_REFUTED);
    assert_int_equal(l.proof->refutation, PROOF_NONE);
    const sat_lit implied[] = {a, b, sat_not(c)};
    assert_int_equal(cdcl_solve(l.solver, implied, 3, NULL, 0), SAT_REFUTED);
    assert_int_equal(l.proof->refutation, 0); /* the clause itself */
    assert_refutation(&l, implied, 3);
    add(&l, (sat_lit[]){sat_not(c)}, 1);
    assert_int_equal(cdcl_solve(l.solver, implied, 2, NULL, 0), SAT_REFUTED);
    assert_int_equal(l.proof->steps.data[l.proof->refutation].size, 2);
    assert_refutation(&l, implied, 2);
    assert_int_equal(cdcl_solve(l.solver, &c, 1, NULL, 0), SAT_REFUTED);
    assert_int_equal(l.proof->refutation, 1); /* the fact */
    add(&l, (sat_lit[]){a, a, c}, 3);         /* a repeated literal, and one that a fact falsifies */
    assert_int_equal(cdcl_solve(l.solver, &b, 1, NULL, 0), SAT_REFUTED);
    assert_refutation(&l, &b, 1);
    add(&l, (sat_lit[]){c, sat_not(a), c}, 3); /* falsified by facts */
    assert_int_equal(cdcl_solve(l.solver, NULL, 0, NULL, 0), SAT_REFUTED);
    assert_int_equal(l.proof->steps.data[l.proof->refutation].size, 0);
    assert_refutation(&l, NULL, 0);
    assert_originals(&l);
    assert_null(proof_check(l.proof, PROOF_NONE, NULL));
    teardown(&l);
}

static void interface_logs(void **state) {
    (void)state;
    struct proof *proof = proof_new();
    struct stats stats = {0};
    struct sat *sat = sat_cdcl_logging(NULL, &stats, proof);
    sat_lit x = sat_make(sat_variable(sat), false), y = sat_make(sat_variable(sat), false);
    sat_add2(sat, x, y);
    sat_add2(sat, x, sat_not(y));
    assert_int_equal(sat_solve(sat, (sat_lit[]){sat_not(x)}, 1), SAT_REFUTED);
    assert_null(proof_check(proof, proof->refutation, NULL));
    assert_int_equal(sat_solve(sat, &x, 1), SAT_SATISFIED);
    assert_int_equal(stats.queries, 2);
    sat_free(sat);
    proof_free(proof);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_refutations_replay),
        cmocka_unit_test(pigeons_replay),
        cmocka_unit_test(mutated_proofs_are_rejected),
        cmocka_unit_test(corners_of_assumptions),
        cmocka_unit_test(interface_logs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
