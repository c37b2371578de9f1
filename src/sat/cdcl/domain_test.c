/* Random queries about random netlists, compared with truth tables.
 *
 * Every variable has a truth table over the leaves: a bit per leaf assignment. The clauses added to a solver
 * leave a set of leaf assignments; a query is satisfiable when that set, cut with its assumptions and
 * temporary clause, is not empty. A model, partial as it may be because of domains and flips, is right when
 * *every* completion of its leaves lies in that set and agrees with the gates it knows. */
#include "sat/cdcl/cdcl_internal.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { LEAVES = 10, WORDS = (1 << LEAVES) / 64, MOST = 150, LITERALS = 12, WIDTH = 5 };

struct table {
    uint64_t word[WORDS];
};

enum gate_kind { LEAF, AND, XOR, ITE, WIDE, CONSTANT, KINDS };

struct gate {
    enum gate_kind kind;
    sat_lit output, in[WIDTH];
};

struct circuit {
    struct random random;
    struct netlist *netlist;
    bool grows;              /* variables are in topological order, and come during the life of the solvers */
    uint32_t size, planned;  /* variables in the netlist; in the end */
    struct gate gates[MOST]; /* by variable */
    uint32_t leaves[LEAVES];
    struct table tables[MOST]; /* by variable */
};

struct subject {
    struct cdcl *solver;
    struct table valid; /* leaf assignments that satisfy the clauses added */
    uint32_t clauses;
    bool islands;
};

struct totals {
    uint32_t satisfied, refuted, unknown, flips, tainted, reductions, collections, facts;
    uint32_t islands; /* answers without those that were not asked about */
};

static struct table everything(void) {
    struct table t;
    memset(&t, 0xff, sizeof t);
    return t;
}

static struct table leaf_table(uint32_t leaf) {
    struct table t = {0};
    for (uint32_t a = 0; a < 1 << LEAVES; a++)
        if (a >> leaf & 1) t.word[a / 64] |= UINT64_C(1) << a % 64;
    return t;
}

static uint64_t bits(const struct circuit *c, sat_lit l, uint32_t word) {
    return c->tables[sat_variable_of(l)].word[word] ^ (sat_sign(l) ? ~UINT64_C(0) : 0);
}

static struct table both(const struct circuit *c, struct table t, sat_lit l) {
    for (uint32_t i = 0; i < WORDS; i++) t.word[i] &= bits(c, l, i);
    return t;
}

static struct table satisfying(const struct circuit *c, struct table t, const sat_lit *clause, uint32_t n) {
    for (uint32_t i = 0; i < WORDS; i++) {
        uint64_t any = 0;
        for (uint32_t k = 0; k < n; k++) any |= bits(c, clause[k], i);
        t.word[i] &= any;
    }
    return t;
}

static uint32_t count(const struct table *t) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < WORDS; i++) n += (uint32_t)__builtin_popcountll(t->word[i]);
    return n;
}

static bool contains(const struct table *large, const struct table *small) {
    for (uint32_t i = 0; i < WORDS; i++)
        if (small->word[i] & ~large->word[i]) return false;
    return true;
}

static void clause3(struct netlist *n, sat_lit a, sat_lit b, sat_lit c) {
    netlist_gate_clause(n, (sat_lit[]){a, b, c}, 3);
}

static void clause2(struct netlist *n, sat_lit a, sat_lit b) {
    netlist_gate_clause(n, (sat_lit[]){a, b}, 2);
}

/* An AND of all inputs: its clauses go beyond three literals. */
static void emit_wide(struct netlist *n, const struct gate *g) {
    sat_lit clause[WIDTH + 1] = {g->output};
    for (uint32_t i = 0; i < WIDTH; i++) {
        clause2(n, sat_not(g->output), g->in[i]);
        clause[i + 1] = sat_not(g->in[i]);
    }
    netlist_gate_clause(n, clause, WIDTH + 1);
}

static void emit(struct netlist *n, const struct gate *g) {
    sat_lit o = g->output, a = g->in[0], b = g->in[1], c = g->in[2];
    assert_int_equal(netlist_variable(n), sat_variable_of(o));
    if (g->kind == LEAF) return;
    if (g->kind == AND) {
        clause2(n, sat_not(o), a);
        clause2(n, sat_not(o), b);
        clause3(n, o, sat_not(a), sat_not(b));
    } else if (g->kind == XOR) {
        clause3(n, sat_not(o), a, b);
        clause3(n, sat_not(o), sat_not(a), sat_not(b));
        clause3(n, o, a, sat_not(b));
        clause3(n, o, sat_not(a), b);
    } else if (g->kind == WIDE) {
        emit_wide(n, g);
    } else if (g->kind == CONSTANT) {
        netlist_gate_clause(n, (sat_lit[]){sat_not(o)}, 1);
        return;
    } else {
        clause3(n, sat_not(o), sat_not(a), b);
        clause3(n, sat_not(o), a, c);
        clause3(n, o, sat_not(a), sat_not(b));
        clause3(n, o, a, sat_not(c));
    }
    for (uint32_t i = 0; i < (g->kind == WIDE ? WIDTH : g->kind == ITE ? 3 : 2); i++)
        netlist_gate_fanin(n, sat_variable_of(g->in[i]));
}

static uint64_t evaluate(const struct circuit *c, const struct gate *g, uint32_t word) {
    uint64_t x = bits(c, g->in[0], word), y = bits(c, g->in[1], word);
    if (g->kind == AND) return x & y;
    if (g->kind == XOR) return x ^ y;
    if (g->kind == CONSTANT) return 0;
    for (uint32_t i = 0; g->kind == WIDE && i < WIDTH; i++) x &= bits(c, g->in[i], word);
    if (g->kind == WIDE) return x;
    return (x & y) | (~x & bits(c, g->in[2], word));
}

static enum gate_kind random_kind(struct circuit *c) {
    enum gate_kind kind = AND + random_below(&c->random, KINDS - AND);
    return kind == CONSTANT && !random_one_in(&c->random, 10) ? XOR : kind;
}

static void plan_gate(struct circuit *c, const uint32_t *names, uint32_t i) {
    struct gate *g = &c->gates[names[i]];
    *g = (struct gate){.kind = i < LEAVES ? LEAF : random_kind(c), .output = sat_make(names[i], false)};
    if (i < LEAVES) {
        c->leaves[i] = names[i];
        c->tables[names[i]] = leaf_table(i);
        return;
    }
    for (uint32_t k = 0; k < WIDTH; k++)
        g->in[k] = sat_make(names[random_below(&c->random, i)], random_one_in(&c->random, 2));
    for (uint32_t w = 0; w < WORDS; w++) c->tables[names[i]].word[w] = evaluate(c, g, w);
}

static void add_gates(struct circuit *c, uint32_t n) {
    for (; n && c->size < c->planned; n--) emit(c->netlist, &c->gates[c->size++]);
}

/* Leaves and gates in topological order, numbered by a random permutation unless the netlist grows. */
static void circuit_init(struct circuit *c) {
    uint32_t names[MOST];
    c->netlist = netlist_new();
    c->grows = random_one_in(&c->random, 4);
    c->planned = LEAVES + random_below(&c->random, MOST - LEAVES + 1);
    c->size = 0;
    for (uint32_t i = 0; i < c->planned; i++) {
        uint32_t j = c->grows ? i : random_below(&c->random, i + 1);
        names[i] = names[j];
        names[j] = i;
    }
    for (uint32_t i = 0; i < c->planned; i++) plan_gate(c, names, i);
    add_gates(c, c->grows ? LEAVES : c->planned);
}

static sat_lit random_literal(struct circuit *c, bool leaf) {
    uint32_t v = leaf ? c->leaves[random_below(&c->random, LEAVES)] : random_below(&c->random, c->size);
    return sat_make(v, random_one_in(&c->random, 2));
}

static void random_literals(struct circuit *c, sat_lit *literals, uint32_t n, uint32_t one_gate_in) {
    for (uint32_t i = 0; i < n; i++) literals[i] = random_literal(c, !random_one_in(&c->random, one_gate_in));
}

/* Clauses over leaves mostly, as lemmas are; rarely one that leaves little or nothing. */
static void add_clause(struct circuit *c, struct subject *s) {
    sat_lit clause[LITERALS];
    uint32_t n = 1 + random_below(&c->random, 6);
    random_literals(c, clause, n, 6);
    struct table valid = satisfying(c, s->valid, clause, n);
    if (s->clauses > 40 || (count(&valid) < 32 && !random_one_in(&c->random, 200))) return;
    if (s->islands && !count(&valid)) return;
    s->valid = valid;
    s->clauses++;
    cdcl_add_clause(s->solver, clause, n);
}

static struct table intersection(const struct table *a, const struct table *b) {
    struct table t;
    for (uint32_t i = 0; i < WORDS; i++) t.word[i] = a->word[i] & b->word[i];
    return t;
}

/* Every completion of the known leaves is in `expected` and agrees with every known variable. Islands that were not
 * asked about are completed as their clauses say, which is possible. */
static void check_model(const struct circuit *c, const struct subject *s, const struct table *expected,
                        struct totals *totals) {
    struct table completions = everything();
    for (uint32_t i = 0; i < LEAVES; i++) {
        sat_lit l = sat_make(c->leaves[i], false);
        if (cdcl_known(s->solver, c->leaves[i]))
            completions = both(c, completions, sat_not_if(l, !cdcl_value(s->solver, l)));
    }
    if (s->islands) {
        totals->islands += !contains(&s->valid, &completions);
        completions = intersection(&completions, &s->valid);
        assert_true(count(&completions));
    }
    assert_true(contains(expected, &completions));
    for (uint32_t v = 0; v < c->size; v++) {
        sat_lit l = sat_make(v, !cdcl_value(s->solver, sat_make(v, false)));
        assert_int_equal(cdcl_known(s->solver, v), cdcl_value(s->solver, l));
        if (!cdcl_known(s->solver, v)) continue;
        struct table agreeing = both(c, completions, l);
        assert_true(contains(&agreeing, &completions));
    }
}

static void check_flips(struct circuit *c, struct subject *s, const struct table *expected,
                        struct totals *totals) {
    for (uint32_t i = 0; i < LEAVES; i++) {
        uint32_t v = random_below(&c->random, c->size);
        bool known = cdcl_known(s->solver, v), flipped = cdcl_flip(s->solver, v);
        assert_true(known || !flipped);
        assert_int_equal(cdcl_known(s->solver, v), known && !flipped);
        totals->flips += flipped;
        if (flipped) check_model(c, s, expected, totals);
    }
}

struct query {
    sat_lit assumptions[LITERALS], temporary[LITERALS];
    uint32_t n, m;
};

static struct query random_query(struct circuit *c) {
    struct query q = {.n = random_below(&c->random, random_one_in(&c->random, 4) ? LITERALS : 4),
                      .m = c->grows ? 0 : random_below(&c->random, 6)};
    random_literals(c, q.assumptions, q.n, 1 + random_below(&c->random, 2));
    random_literals(c, q.temporary, q.m, 3);
    return q;
}

static struct table expected_of(const struct circuit *c, const struct subject *s, const struct query *q) {
    struct table expected = q->m ? satisfying(c, s->valid, q->temporary, q->m) : s->valid;
    for (uint32_t i = 0; i < q->n; i++) expected = both(c, expected, q->assumptions[i]);
    return expected;
}

static void check_core(struct circuit *c, struct subject *s, const struct query *q) {
    struct query core = *q;
    core.n = 0;
    for (uint32_t i = 0; i < q->n; i++)
        if (cdcl_failed(s->solver, q->assumptions[i])) core.assumptions[core.n++] = q->assumptions[i];
    struct table expected = expected_of(c, s, &core);
    assert_int_equal(count(&expected), 0);
    if (random_one_in(&c->random, 4))
        assert_int_equal(cdcl_solve(s->solver, core.assumptions, core.n, core.temporary, core.m),
                         SAT_REFUTED);
}

static void solve(struct circuit *c, struct subject *s, struct totals *totals) {
    struct query q = random_query(c);
    bool limited = random_one_in(&c->random, 20);
    if (limited) cdcl_set_conflicts(s->solver, random_below(&c->random, 3));
    enum sat_result result = cdcl_solve(s->solver, q.assumptions, q.n, q.temporary, q.m);
    totals->tainted += s->solver->tainted.size + s->solver->tainted_binaries.size;
    if (random_one_in(&c->random, 16)) assert_true(cdcl_check(s->solver));
    if (result == SAT_UNKNOWN) {
        assert_true(limited);
        totals->unknown++;
        return;
    }
    struct table expected = expected_of(c, s, &q);
    assert_int_equal(result, count(&expected) ? SAT_SATISFIED : SAT_REFUTED);
    if (result == SAT_REFUTED) {
        totals->refuted++;
        check_core(c, s, &q);
        return;
    }
    totals->satisfied++;
    check_model(c, s, &expected, totals);
    check_flips(c, s, &expected, totals);
    if (random_one_in(&c->random, 16)) assert_true(cdcl_check(s->solver));
}

static void step(struct circuit *c, struct subject *s, struct totals *totals) {
    uint32_t action = random_below(&c->random, 64);
    sat_lit held[LITERALS];
    if (action < 2)
        add_clause(c, s);
    else if (action == 2) {
        random_literals(c, held, 4, 2);
        cdcl_hold(s->solver, held, random_below(&c->random, 5));
    } else if (action == 3)
        cdcl_release(s->solver);
    else if (action == 4 && random_one_in(&c->random, 8))
        cdcl_restrict(s->solver, random_one_in(&c->random, 3));
    else
        solve(c, s, totals);
}

static void subject_fini(struct subject *s, struct totals *totals) {
    totals->reductions += s->solver->reductions;
    totals->collections += s->solver->collections;
    totals->facts += s->solver->simplified;
    cdcl_free(s->solver);
}

static void subject_init(struct circuit *c, struct subject *s) {
    struct cdcl *solver =
        c->grows ? cdcl_new_growing(c->netlist, NULL, NULL) : cdcl_new(c->netlist, NULL, NULL);
    *s = (struct subject){.solver = solver, .valid = everything()};
    solver->learnt_base = random_below(&c->random, 20);
    solver->learnt_share = UINT32_MAX;
    solver->learnt_growth = random_below(&c->random, 2);
    solver->restart_unit = 1 + random_below(&c->random, 5);
    solver->collect_minimum = random_below(&c->random, 200);
    s->islands = !c->grows && random_one_in(&c->random, 2);
    if (s->islands) {
        cdcl_allow_islands(solver);
        solver->largest_island = 2 + random_below(&c->random, LEAVES);
    }
    if (random_one_in(&c->random, 4)) cdcl_restrict(solver, false);
}

/* One netlist, two solvers that take turns. */
static void life(struct circuit *c, uint32_t steps, struct totals *totals) {
    struct subject subjects[2];
    circuit_init(c);
    for (uint32_t i = 0; i < 2; i++) subject_init(c, &subjects[i]);
    for (uint32_t i = 0; i < steps; i++) {
        step(c, &subjects[random_below(&c->random, 2)], totals);
        if (c->size == c->planned || !random_one_in(&c->random, 4)) continue;
        add_gates(c, 1 + random_below(&c->random, 10));
        for (uint32_t k = 0; k < 2; k++) cdcl_grow(subjects[k].solver);
    }
    for (uint32_t i = 0; i < 2; i++) subject_fini(&subjects[i], totals);
    netlist_free(c->netlist);
}

static void run(uint64_t seed, uint32_t lives, uint32_t steps) {
    struct circuit *c = mem_new(struct circuit);
    struct totals totals = {0};
    random_init(&c->random, seed);
    for (uint32_t i = 0; i < lives; i++) life(c, steps, &totals);
    mem_free(c);
    print_message("%u satisfied, %u refuted, %u stopped, %u flips, %u tainted, %u reductions, %u "
                  "collections, %u facts, %u without islands\n",
                  totals.satisfied, totals.refuted, totals.unknown, totals.flips, totals.tainted,
                  totals.reductions, totals.collections, totals.facts, totals.islands);
    assert_true(totals.satisfied && totals.refuted && totals.unknown && totals.flips && totals.tainted);
    assert_true(totals.reductions && totals.collections && totals.facts);
    assert_true(totals.islands);
}

static void many_circuits(void **state) {
    (void)state;
    run(1, 1500, 100);
}

static void long_sequences(void **state) {
    (void)state;
    run(2, 6, 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_circuits),
        cmocka_unit_test(long_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
