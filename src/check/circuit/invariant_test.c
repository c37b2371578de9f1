#include "check/circuit/brute_test.h"
#include "check/circuit/check_circuit.h"
#include "evidence/minimize.h"

static enum check_result judge(const struct circuit *c, uint32_t property, const struct invariant *inv,
                               const char *reason) {
    struct text why = {0};
    enum check_result result = check_invariant(c, property, inv, NULL, &why);
    assert_int_equal(result == CHECK_ACCEPTED, why.size == 0);
    if (reason) assert_non_null(strstr(why.data ? why.data : "accepted", reason));
    text_fini(&why);
    return result;
}

static bool phi_holds(const struct invariant *inv, uint32_t state, uint32_t inputs) {
    struct brute_values v;
    for (uint32_t i = 0; i < inv->inputs.size; i++) v.of[aig_node(inv->inputs.data[i])] = inputs >> i & 1;
    for (uint32_t i = 0; i < inv->latches.size; i++) v.of[aig_node(inv->latches.data[i])] = state >> i & 1;
    brute_simulate(inv->graph, &v);
    for (uint32_t i = 0; i < inv->conjuncts.size; i++)
        if (!brute_value(&v, inv->conjuncts.data[i])) return false;
    return true;
}

/* One table per (circuit, invariant): everything about a pair of state and inputs. */
struct table {
    uint32_t states, inputs;
    struct {
        bool constrained, reset, phi, bad;
        uint32_t next;
    } at[BRUTE_STATES][8];
};

static void fill(struct table *t, const struct circuit *c, uint32_t property, const struct invariant *inv) {
    t->states = 1u << c->latches.size;
    t->inputs = 1u << c->inputs.size;
    for (uint32_t s = 0; s < t->states; s++)
        for (uint32_t in = 0; in < t->inputs; in++) {
            struct brute_values v;
            brute_step(c, s, in, &v);
            t->at[s][in].constrained = brute_constrained(c, &v);
            t->at[s][in].reset = brute_is_reset(c, &v);
            t->at[s][in].phi = phi_holds(inv, s, in);
            t->at[s][in].bad = brute_value(&v, c->properties.data[property].bad);
            t->at[s][in].next = brute_next(c, &v);
        }
}

static bool safety_holds(const struct table *t) {
    for (uint32_t s = 0; s < t->states; s++)
        for (uint32_t in = 0; in < t->inputs; in++)
            if (t->at[s][in].phi && t->at[s][in].constrained && t->at[s][in].bad) return false;
    return true;
}

static bool base_holds(const struct table *t, uint32_t depth) {
    bool now[BRUTE_STATES], next[BRUTE_STATES];
    for (uint32_t s = 0; s < t->states; s++) now[s] = true;
    for (uint32_t j = 0; j < depth; j++) {
        memset(next, 0, sizeof next);
        for (uint32_t s = 0; s < t->states; s++)
            for (uint32_t in = 0; now[s] && in < t->inputs; in++) {
                if (!t->at[s][in].constrained || (!j && !t->at[s][in].reset)) continue;
                if (!t->at[s][in].phi) return false;
                next[t->at[s][in].next] = true;
            }
        memcpy(now, next, sizeof now);
    }
    return true;
}

/* Is there a path of `left` more steps, from state s on, that breaks the step? `path` has the states before.
 * With `distinct`, its states must differ in these latches, from the `first` on. */
static bool breaks_step(const struct table *t, uint32_t *path, uint32_t length, uint32_t left,
                        uint32_t distinct, uint32_t first) {
    uint32_t s = path[length];
    for (uint32_t i = first; i < length && distinct; i++)
        if (((path[i] ^ s) & distinct) == 0) return false;
    for (uint32_t in = 0; in < t->inputs; in++) {
        if (!t->at[s][in].constrained || t->at[s][in].phi != (left != 0)) continue;
        if (!left) return true;
        path[length + 1] = t->at[s][in].next;
        if (breaks_step(t, path, length + 1, left - 1, distinct, first)) return true;
    }
    return false;
}

static bool step_holds_from(const struct table *t, uint32_t depth, uint32_t distinct, uint32_t first) {
    uint32_t path[16];
    for (path[0] = 0; path[0] < t->states; path[0]++)
        if (breaks_step(t, path, 0, depth, distinct, first)) return false;
    return true;
}

static bool step_holds(const struct table *t, uint32_t depth) {
    return step_holds_from(t, depth, 0, 0);
}

static bool random_clause(struct random *r, struct invariant *inv) {
    uint32_t literals[4], n = 1 + random_below(r, 4);
    for (uint32_t i = 0; i < n; i++) literals[i] = random_below(r, 2 * inv->latches.size);
    invariant_add_clause(inv, literals, n);
    return true;
}

static void find_reachable(const struct table *t, bool *seen) {
    memset(seen, 0, BRUTE_STATES);
    for (bool grown = true, first = true; grown; first = false) {
        grown = false;
        for (uint32_t s = 0; s < t->states; s++)
            for (uint32_t in = 0; in < t->inputs; in++) {
                if (!t->at[s][in].constrained || !(first ? t->at[s][in].reset : seen[s])) continue;
                grown |= !seen[t->at[s][in].next] || !seen[s];
                seen[s] = seen[t->at[s][in].next] = true;
            }
    }
}

/* The reachable states exactly, as clauses that exclude the others; possibly with one forgotten or changed.
 */
static void reachable_clauses(struct random *r, const struct circuit *c, const struct table *t,
                              struct invariant *inv, bool mutate) {
    bool seen[BRUTE_STATES];
    find_reachable(t, seen);
    for (uint32_t s = 0; s < t->states; s++) {
        if (seen[s] || (mutate && random_one_in(r, 6))) continue;
        uint32_t literals[8], n = 0;
        for (uint32_t i = 0; i < c->latches.size; i++)
            if (!mutate || !random_one_in(r, 8))
                literals[n++] = 2 * i + ((s >> i & 1) ^ (mutate && random_one_in(r, 16)));
        invariant_add_clause(inv, literals, n);
    }
}

/* The reachable states as a disjunction of cubes, each so long (by repetition) that the checker takes them as
 * cases. */
static void reachable_cubes(struct random *r, const struct circuit *c, const struct table *t,
                            struct invariant *inv, bool mutate) {
    bool seen[BRUTE_STATES];
    find_reachable(t, seen);
    aig_lit none = AIG_TRUE; /* of the cubes is true */
    for (uint32_t s = 0; s < t->states; s++) {
        if (!seen[s] != (mutate && random_one_in(r, 6))) continue;
        aig_lit cube = AIG_TRUE;
        for (uint32_t i = 0; i < 20; i++) {
            uint32_t latch = i % c->latches.size;
            aig_lit l = aig_not_if(inv->latches.data[latch], !(s >> latch & 1));
            cube = i ? aig_raw_and(inv->graph, cube, l) : l;
        }
        none = aig_same(none, AIG_TRUE) ? aig_not(cube) : aig_raw_and(inv->graph, none, aig_not(cube));
    }
    invariant_add(inv, aig_not(none));
}

/* What is equal (or opposite) in all reachable states, latches and some gates; sometimes what is not. */
static void equalities(struct random *r, const struct table *t, struct invariant *inv, bool mutate) {
    bool seen[BRUTE_STATES];
    find_reachable(t, seen);
    struct aig *g = inv->graph;
    for (uint32_t i = 0; i < 4; i++) (void)aig_and(g, brute_random_literal(r, g), brute_random_literal(r, g));
    uint32_t size = aig_size(g);
    for (uint32_t n = 1; n < size; n++)
        for (uint32_t m = 1; m < n; m++) {
            uint32_t equal = 0, opposite = 0;
            for (uint32_t s = 0; s < t->states; s++)
                for (uint32_t in = 0; seen[s] && in < t->inputs; in++) {
                    struct brute_values v;
                    for (uint32_t k = 0; k < inv->inputs.size; k++)
                        v.of[aig_node(inv->inputs.data[k])] = in >> k & 1;
                    for (uint32_t k = 0; k < inv->latches.size; k++)
                        v.of[aig_node(inv->latches.data[k])] = s >> k & 1;
                    brute_simulate(g, &v);
                    if (v.of[n] == v.of[m])
                        equal++;
                    else
                        opposite++;
                }
            bool wrong = mutate && random_one_in(r, 20);
            if (!opposite != wrong)
                invariant_add_equality(inv, aig_make(n, false), aig_make(m, false));
            else if (!equal)
                invariant_add_equality(inv, aig_make(n, true), aig_make(m, false));
        }
}

/* The negated bad literal, copied into the invariant's graph. */
static void not_bad(const struct circuit *c, uint32_t property, struct invariant *inv) {
    aig_lit *map = mem_alloc(aig_size(c->graph) * sizeof *map);
    for (uint32_t i = 0; i < aig_size(c->graph); i++) map[i] = AIG_NONE;
    map[0] = AIG_FALSE;
    for (uint32_t i = 0; i < c->inputs.size; i++) map[aig_node(c->inputs.data[i].lit)] = inv->inputs.data[i];
    for (uint32_t i = 0; i < c->latches.size; i++)
        map[aig_node(c->latches.data[i].lit)] = inv->latches.data[i];
    invariant_add(inv, aig_not(aig_copy_cone(inv->graph, c->graph, c->properties.data[property].bad, map)));
    mem_free(map);
}

static struct invariant *random_invariant(struct random *r, const struct circuit *c, uint32_t property,
                                          struct table *t) {
    struct invariant *inv = invariant_new(c);
    fill(t, c, property, inv);
    uint32_t kind = random_below(r, 9);
    if (kind <= 1) reachable_clauses(r, c, t, inv, kind == 1);
    if (kind == 3 || kind == 4) not_bad(c, property, inv);
    if (kind == 5 || kind == 6) reachable_cubes(r, c, t, inv, kind == 6);
    if (kind == 7 || kind == 8) equalities(r, t, inv, kind == 8);
    if (kind >= 7) reachable_clauses(r, c, t, inv, random_one_in(r, 3));
    for (uint32_t i = kind == 2 || kind == 4 ? random_below(r, 4) : 0; i > 0; i--) random_clause(r, inv);
    inv->depth = kind <= 1 && random_one_in(r, 2) ? 1 : 1 + random_below(r, 3);
    fill(t, c, property, inv);
    return inv;
}

static void agrees_with_enumeration(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 2);
    uint32_t accepted = 0, rejected = 0, deep = 0;
    struct table *t = mem_new(struct table);
    for (uint32_t round = 0; round < 10000; round++) {
        struct circuit *c = brute_random_circuit(&r, 4, true);
        uint32_t property = random_below(&r, c->properties.size);
        struct invariant *inv = random_invariant(&r, c, property, t);
        bool valid = safety_holds(t) && base_holds(t, inv->depth) && step_holds(t, inv->depth);
        assert_int_equal(judge(c, property, inv, NULL), valid ? CHECK_ACCEPTED : CHECK_REJECTED);
        if (valid) assert_false(brute_unsafe(c, property));
        accepted += valid;
        rejected += !valid;
        deep += valid && inv->depth > 1 && !step_holds(t, 1);
        invariant_free(inv);
        circuit_free(c);
    }
    mem_free(t);
    assert_true(accepted > 1000 && rejected > 1000 && deep > 10);
}

/* A minimised invariant is an invariant again. */
static void minimised_ones_are_invariants(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 4);
    uint32_t shorter = 0, wrong = 0;
    struct table *t = mem_new(struct table);
    for (uint32_t round = 0; round < 4000; round++) {
        struct circuit *c = brute_random_circuit(&r, 4, true);
        struct invariant *inv = random_invariant(&r, c, 0, t);
        if (random_one_in(&r, 4)) random_clause(&r, inv);
        bool valid = judge(c, 0, inv, NULL) == CHECK_ACCEPTED;
        uint32_t removed = invariant_minimize(inv, c, 0, NULL);
        fill(t, c, 0, inv);
        bool still = safety_holds(t) && base_holds(t, inv->depth) && step_holds(t, inv->depth);
        assert_int_equal(judge(c, 0, inv, NULL), still ? CHECK_ACCEPTED : CHECK_REJECTED);
        if (valid) assert_true(still);
        shorter += valid && removed;
        wrong += !valid;
        invariant_free(inv);
        circuit_free(c);
    }
    mem_free(t);
    assert_true(shorter > 200 && wrong > 500);
}

/* Simple paths: what is accepted is true, and what holds of paths that differ in any latch at all is
 * accepted; where there are reset functions, of paths that may return to their first state. */
static void simple_paths_agree_with_enumeration(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 3);
    uint32_t accepted = 0, rejected = 0, needed = 0;
    struct table *t = mem_new(struct table);
    for (uint32_t round = 0; round < 3000; round++) {
        struct circuit *c = brute_random_circuit(&r, 3, true);
        struct invariant *inv = random_invariant(&r, c, 0, t);
        if (random_one_in(&r, 2)) {
            inv->conjuncts.size = 0;
            not_bad(c, 0, inv);
            fill(t, c, 0, inv);
        }
        inv->simple_path = true;
        inv->depth = 1 + random_below(&r, 4);
        bool first = safety_holds(t) && base_holds(t, inv->depth);
        bool functions = false;
        vec_each (const struct latch, l, &c->latches) functions |= latch_has_function(l);
        bool valid = first && step_holds_from(t, inv->depth, t->states - 1, functions);
        enum check_result result = judge(c, 0, inv, NULL);
        if (valid) assert_int_equal(result, CHECK_ACCEPTED);
        if (!first) assert_int_equal(result, CHECK_REJECTED);
        if (result == CHECK_ACCEPTED) assert_false(brute_unsafe(c, 0));
        accepted += result == CHECK_ACCEPTED;
        rejected += result == CHECK_REJECTED;
        needed += result == CHECK_ACCEPTED && !step_holds(t, inv->depth);
        invariant_free(inv);
        circuit_free(c);
    }
    mem_free(t);
    assert_true(accepted > 500 && rejected > 500 && needed > 3);
}

/* B' = !B reset 0, C' = B reset 1, A' = B & C reset 0: A stays 0, but "A = 0" alone is not inductive. */
static struct circuit *trap(void) {
    struct circuit *c = circuit_new();
    aig_lit a = circuit_add_latch(c, "A"), b = circuit_add_latch(c, "B"), d = circuit_add_latch(c, "C");
    c->latches.data[0].next = aig_and(c->graph, b, d);
    c->latches.data[1].next = aig_not(b);
    c->latches.data[2].next = b;
    c->latches.data[2].reset = AIG_TRUE;
    circuit_add_property(c, a, NULL, 0);
    return c;
}

static void the_trap(void **state) {
    (void)state;
    struct circuit *c = trap();
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_not(inv->latches.data[0]));
    assert_int_equal(judge(c, 0, inv, "step: conjunct 0"), CHECK_REJECTED);
    inv->depth = 2; /* after a step, C is the B before, and B its negation */
    assert_int_equal(judge(c, 0, inv, NULL), CHECK_ACCEPTED);
    inv->depth = 1;
    invariant_add_clause(inv, (uint32_t[]){2 * 1, 2 * 2}, 2); /* B or C: does not help */
    assert_int_equal(judge(c, 0, inv, "step: conjunct 0"), CHECK_REJECTED);
    inv->conjuncts.size = 1;
    invariant_add_clause(inv, (uint32_t[]){2 * 1 + 1, 2 * 2 + 1}, 2); /* not (B and C) */
    assert_int_equal(judge(c, 0, inv, NULL), CHECK_ACCEPTED);
    c->latches.data[1].reset = c->latches.data[1].lit; /* B uninitialised */
    assert_int_equal(judge(c, 0, inv, "base: conjunct 1"), CHECK_REJECTED);
    circuit_add_constraint(c, aig_not(aig_and(c->graph, c->latches.data[1].lit, c->latches.data[2].lit)),
                           NULL);
    assert_int_equal(judge(c, 0, inv, NULL), CHECK_ACCEPTED);
    invariant_free(inv);
    circuit_free(c);
}

/* All latches are 0, said with sharing: a graph of some hundred gates whose tree has 2^64 leaves. */
static aig_lit all_zero(struct invariant *inv, uint32_t first) {
    uint32_t n = inv->latches.size;
    aig_lit all = aig_not(inv->latches.data[first]);
    for (uint32_t i = 0; i < 64; i++) {
        aig_lit a = aig_not(inv->latches.data[(first + i) % n]),
                b = aig_not(inv->latches.data[(first + i + 1) % n]);
        all = aig_raw_and(inv->graph, aig_raw_and(inv->graph, all, a), aig_raw_and(inv->graph, all, b));
    }
    return all;
}

static void shared_cases(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    for (uint32_t i = 0; i < 20; i++) (void)circuit_add_latch(c, NULL);
    circuit_add_property(c, c->latches.data[0].lit, NULL, 0);
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_or(inv->graph, all_zero(inv, 0), all_zero(inv, 7)));
    assert_int_equal(judge(c, 0, inv, NULL), CHECK_ACCEPTED);
    c->latches.data[3].next = aig_not(c->latches.data[3].lit);
    assert_int_equal(judge(c, 0, inv, "step"), CHECK_REJECTED);
    invariant_free(inv);
    circuit_free(c);
}

/* State 0 stays; 1 stays or goes to 2, the bad one; nothing else leads to 1. No plain depth proves it, and a
 * latch that nothing depends on must not make the states of a path different. */
static void simple_path_over_the_support(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit go = circuit_add_input(c, "go"), one = circuit_add_latch(c, "one"),
            two = circuit_add_latch(c, "two"), toggle = circuit_add_latch(c, "toggle");
    c->latches.data[0].next = aig_and(c->graph, one, aig_not(go));
    c->latches.data[1].next = aig_and(c->graph, one, go);
    c->latches.data[2].next = aig_not(toggle);
    circuit_add_property(c, two, NULL, 0);
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_not(inv->latches.data[1]));
    for (inv->depth = 1; inv->depth < 5; inv->depth++)
        assert_int_equal(judge(c, 0, inv, "step: conjunct 0"), CHECK_REJECTED);
    inv->simple_path = true;
    for (inv->depth = 1; inv->depth < 5; inv->depth++)
        assert_int_equal(judge(c, 0, inv, NULL), inv->depth < 2 ? CHECK_REJECTED : CHECK_ACCEPTED);
    circuit_add_constraint(c, aig_or(c->graph, toggle, AIG_TRUE), NULL);
    inv->depth = 2;
    assert_int_equal(judge(c, 0, inv, NULL), CHECK_ACCEPTED);
    c->latches.data[0].reset = AIG_TRUE;
    assert_int_equal(judge(c, 0, inv, "base: conjunct 0"), CHECK_REJECTED);
    invariant_free(inv);
    circuit_free(c);
}

/* S starts as the input and stays; bad is the input where S is not. Not in the first step, but in the second:
 * with S false in both, so the only counterexample returns to its first state. */
static void simple_paths_may_return_to_a_reset_by_inputs(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit in = circuit_add_input(c, NULL), s = circuit_add_latch(c, "S");
    c->latches.data[0].next = s;
    c->latches.data[0].reset = in;
    circuit_add_property(c, aig_and(c->graph, aig_not(s), in), NULL, 0);
    assert_true(brute_unsafe(c, 0));
    struct invariant *inv = invariant_new(c);
    not_bad(c, 0, inv);
    inv->simple_path = true;
    assert_int_equal(judge(c, 0, inv, "step: conjunct 0"), CHECK_REJECTED);
    c->latches.data[0].reset = AIG_TRUE;
    assert_int_equal(judge(c, 0, inv, NULL), CHECK_ACCEPTED);
    invariant_free(inv);
    circuit_free(c);
}

static void malformed_invariants(void **state) {
    (void)state;
    struct circuit *c = trap();
    struct invariant *inv = invariant_new(c);
    assert_int_equal(judge(c, 0, inv, "safety"), CHECK_REJECTED);
    assert_int_equal(judge(c, 1, inv, "no such property"), CHECK_REJECTED);
    invariant_add(inv, AIG_FALSE);
    assert_int_equal(judge(c, 0, inv, "base"), CHECK_REJECTED);
    inv->depth = 0;
    assert_int_equal(judge(c, 0, inv, "depth"), CHECK_REJECTED);
    inv->depth = 1;
    inv->conjuncts.data[0] = aig_make(17, false);
    assert_int_equal(judge(c, 0, inv, "out of range"), CHECK_REJECTED);
    inv->conjuncts.data[0] = aig_leaf(inv->graph); /* a leaf that is nothing of the circuit's */
    assert_int_equal(judge(c, 0, inv, "leaves"), CHECK_REJECTED);
    inv->latches.data[1] = inv->latches.data[0];
    assert_int_equal(judge(c, 0, inv, "leaves"), CHECK_REJECTED);
    invariant_free(inv);
    circuit_free(c);
}

static void limits_leave_it_undecided(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit x = circuit_add_latch(c, NULL), y = circuit_add_latch(c, NULL), z = circuit_add_latch(c, NULL);
    c->latches.data[0].next = aig_or(c->graph, x, z);
    c->latches.data[1].next = aig_or(c->graph, y, z);
    circuit_add_property(c, aig_xor(c->graph, x, y), NULL, 0);
    struct invariant *inv = invariant_new(c);
    invariant_add_clause(inv, (uint32_t[]){0, 3}, 2);
    invariant_add_clause(inv, (uint32_t[]){1, 2}, 2);
    struct limits limits;
    limits_init(&limits, 0);
    struct text why = {0};
    assert_int_equal(check_invariant(c, 0, inv, &limits, &why), CHECK_ACCEPTED);
    limits_interrupt(&limits);
    assert_int_equal(check_invariant(c, 0, inv, &limits, &why), CHECK_UNDECIDED);
    text_fini(&why);
    invariant_free(inv);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_trap),
        cmocka_unit_test(shared_cases),
        cmocka_unit_test(simple_path_over_the_support),
        cmocka_unit_test(simple_paths_may_return_to_a_reset_by_inputs),
        cmocka_unit_test(malformed_invariants),
        cmocka_unit_test(limits_leave_it_undecided),
        cmocka_unit_test(agrees_with_enumeration),
        cmocka_unit_test(simple_paths_agree_with_enumeration),
        cmocka_unit_test(minimised_ones_are_invariants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
