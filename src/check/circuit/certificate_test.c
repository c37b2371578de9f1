#include "check/circuit/brute_test.h"
#include "check/circuit/check_circuit.h"
#include "format/aiger/certificate.h"

#include <stdio.h>

static enum check_result judge(const struct circuit *model, uint32_t property, const struct circuit *witness,
                               const char *reason) {
    struct text why = {0};
    enum check_result result = check_certificate(model, property, witness, NULL, &why);
    assert_int_equal(result == CHECK_ACCEPTED, why.size == 0);
    if (reason) assert_non_null(strstr(why.data ? why.data : "accepted", reason));
    text_fini(&why);
    return result;
}

/* The judge by enumeration. It wants a mapping that is one-to-one between leaves, which it gets as an array:
 * for each witness leaf (inputs, then latches) the literal of the model, or 0. A point is an assignment of
 * the model's leaves and of the witness leaves that are not mapped. */
enum { MAX_POINTS = 1 << 13 };

struct point {
    bool constraint, constraint_w, bad, good_w, reset_k, reset_kw, reset_w;
    uint32_t latches_k, next_k;   /* of the model: shared latches */
    uint32_t latches_kw, next_kw; /* of the witness: shared latches */
    uint32_t latches_w, next_w;   /* of the witness: all latches */
};

struct enumeration {
    const struct circuit *model, *witness;
    const uint32_t *mapped;
    uint32_t shared_model; /* latches of the model in K, a bit mask */
    uint32_t bits;
    struct point *points;
};

/* Sets the leaves of both circuits for assignment `a`. */
static void assign(const struct enumeration *e, uint32_t a, struct brute_values *m, struct brute_values *w) {
    const struct circuit *model = e->model, *witness = e->witness;
    uint32_t leaves = model->inputs.size + model->latches.size, free = leaves;
    for (uint32_t i = 0; i < model->inputs.size; i++) m->of[aig_node(model->inputs.data[i].lit)] = a >> i & 1;
    for (uint32_t i = 0; i < model->latches.size; i++)
        m->of[aig_node(model->latches.data[i].lit)] = a >> (model->inputs.size + i) & 1;
    for (uint32_t i = 0; i < witness->inputs.size + witness->latches.size; i++) {
        aig_lit leaf = i < witness->inputs.size ? witness->inputs.data[i].lit
                                                : witness->latches.data[i - witness->inputs.size].lit;
        uint32_t lit = e->mapped[i];
        w->of[aig_node(leaf)] = lit ? (a >> (lit / 2 - 1) & 1) != (lit & 1) : a >> free++ & 1;
    }
    brute_simulate(model->graph, m);
    brute_simulate(witness->graph, w);
}

static void fill_point(const struct enumeration *e, uint32_t property, uint32_t a, struct point *p) {
    static struct brute_values m, w;
    const struct circuit *model = e->model, *witness = e->witness;
    assign(e, a, &m, &w);
    *p = (struct point){.reset_k = true, .reset_kw = true, .reset_w = true, .good_w = true};
    p->constraint = brute_constrained(model, &m);
    p->constraint_w = brute_constrained(witness, &w);
    p->bad = brute_value(&m, model->properties.data[property].bad);
    for (uint32_t i = 0; i < witness->properties.size; i++)
        p->good_w &= !brute_value(&w, witness->properties.data[i].bad);
    for (uint32_t i = 0; i < model->latches.size; i++) {
        const struct latch *l = &model->latches.data[i];
        if (!(e->shared_model >> i & 1)) continue;
        p->reset_k &= brute_value(&m, l->lit) == brute_value(&m, l->reset);
        p->latches_k |= (uint32_t)brute_value(&m, l->lit) << i;
        p->next_k |= (uint32_t)brute_value(&m, l->next) << i;
    }
    for (uint32_t i = 0; i < witness->latches.size; i++) {
        const struct latch *l = &witness->latches.data[i];
        uint32_t value = (uint32_t)brute_value(&w, l->lit) << i, next = (uint32_t)brute_value(&w, l->next)
                                                                        << i;
        bool reset = brute_value(&w, l->lit) == brute_value(&w, l->reset),
             k = e->mapped[witness->inputs.size + i];
        p->latches_w |= value;
        p->next_w |= next;
        p->reset_w &= reset;
        p->latches_kw |= k ? value : 0;
        p->next_kw |= k ? next : 0;
        p->reset_kw &= reset || !k;
    }
}

static bool brute_certificate(const struct circuit *model, uint32_t property, const struct circuit *witness,
                              const uint32_t *mapped) {
    struct enumeration e = {.model = model, .witness = witness, .mapped = mapped};
    e.bits = model->inputs.size + model->latches.size;
    for (uint32_t i = 0; i < witness->inputs.size + witness->latches.size; i++) {
        if (!mapped[i])
            e.bits++;
        else if (mapped[i] / 2 > model->inputs.size)
            e.shared_model |= 1u << (mapped[i] / 2 - 1 - model->inputs.size);
    }
    uint32_t points = 1u << e.bits;
    assert_true(points <= MAX_POINTS);
    e.points = mem_new_array(struct point, points);
    bool valid = true;
    for (uint32_t a = 0; a < points; a++) fill_point(&e, property, a, &e.points[a]);
    for (uint32_t a = 0; a < points && valid; a++) {
        const struct point *s = &e.points[a];
        if (s->reset_k && s->constraint && !(s->reset_kw && s->constraint_w)) valid = false;
        if (s->constraint && s->constraint_w && s->good_w && s->bad) valid = false;
        if (s->reset_w && s->constraint_w && !s->good_w) valid = false;
        for (uint32_t b = 0; s->constraint_w && b < points && valid; b++) {
            const struct point *t = &e.points[b];
            if (s->constraint && t->constraint && s->next_k == t->latches_k &&
                !(s->next_kw == t->latches_kw && t->constraint_w))
                valid = false;
            if (t->constraint_w && s->next_w == t->latches_w && s->good_w && !t->good_w) valid = false;
        }
    }
    mem_free(e.points);
    return valid;
}

/* The reachable states as clauses, sometimes with mistakes; or "not bad" at some depth. */
static struct invariant *random_invariant(struct random *r, const struct circuit *c, uint32_t property) {
    struct invariant *inv = invariant_new(c);
    bool seen[2][BRUTE_STATES] = {{false}};
    uint32_t states = 1u << c->latches.size, inputs = 1u << c->inputs.size;
    struct brute_values v;
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t s = 0; s < states; s++)
            for (uint32_t in = 0; in < inputs; in++) {
                brute_step(c, s, in, &v);
                if (!brute_constrained(c, &v) || !(seen[0][s] || brute_is_reset(c, &v))) continue;
                grown |= !seen[0][s] || !seen[0][brute_next(c, &v)];
                seen[0][s] = seen[0][brute_next(c, &v)] = true;
            }
    }
    inv->depth = 1 + random_one_in(r, 3);
    if (inv->depth > 1 && random_one_in(r, 2)) {
        aig_lit *map = mem_alloc(aig_size(c->graph) * sizeof *map);
        for (uint32_t i = 0; i < aig_size(c->graph); i++) map[i] = AIG_NONE;
        map[0] = AIG_FALSE;
        for (uint32_t i = 0; i < c->inputs.size; i++)
            map[aig_node(c->inputs.data[i].lit)] = inv->inputs.data[i];
        for (uint32_t i = 0; i < c->latches.size; i++)
            map[aig_node(c->latches.data[i].lit)] = inv->latches.data[i];
        invariant_add(inv,
                      aig_not(aig_copy_cone(inv->graph, c->graph, c->properties.data[property].bad, map)));
        mem_free(map);
        return inv;
    }
    bool mistakes = random_one_in(r, 4);
    for (uint32_t s = 0; s < states; s++) {
        if (seen[0][s] || (mistakes && random_one_in(r, 4))) continue;
        uint32_t literals[8], n = 0;
        for (uint32_t i = 0; i < c->latches.size; i++) literals[n++] = 2 * i + (s >> i & 1);
        invariant_add_clause(inv, literals, n);
    }
    return inv;
}

/* What the symbols of a certificate say, as the judge by enumeration wants it. False: not one-to-one between
 * leaves. */
static bool read_symbols(const struct circuit *model, const struct circuit *witness, uint32_t *mapped) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < witness->inputs.size + witness->latches.size; i++) {
        const char *name = i < witness->inputs.size ? witness->inputs.data[i].name
                                                    : witness->latches.data[i - witness->inputs.size].name;
        mapped[i] = 0;
        if (!name || sscanf(name, "= %u", &mapped[i]) != 1) continue;
        if (mapped[i] < 2 || mapped[i] / 2 > model->inputs.size + model->latches.size) return false;
        if (seen >> mapped[i] / 2 & 1) return false;
        seen |= 1u << mapped[i] / 2;
    }
    return true;
}

static void mutate_latch(struct random *r, struct circuit *w) {
    struct latch *l = &w->latches.data[random_below(r, w->latches.size)];
    aig_lit other = w->latches.data[random_below(r, w->latches.size)].lit;
    switch (random_below(r, 5)) {
    case 0: l->reset = aig_is_constant(l->reset) ? aig_not(l->reset) : AIG_FALSE; break;
    case 1: l->reset = l->lit; break;
    case 2: l->reset = other; break; /* often cyclic */
    case 3: l->next = aig_not(l->next); break;
    default: l->next = aig_make(random_below(r, aig_size(w->graph)), random_one_in(r, 2));
    }
}

static void mutate_symbol(struct random *r, struct circuit *w) {
    uint32_t i = random_below(r, w->inputs.size + w->latches.size);
    char **name = i < w->inputs.size ? &w->inputs.data[i].name : &w->latches.data[i - w->inputs.size].name;
    mem_free(*name);
    *name = random_one_in(r, 4) ? NULL : mem_format("= %u", random_below(r, 14));
}

static void mutate(struct random *r, struct circuit *w) {
    uint32_t node = random_below(r, aig_size(w->graph));
    struct aig_gate *gate = &w->graph->nodes.data[node];
    bool is_gate = aig_is_gate(w->graph, node);
    switch (random_below(r, 6)) {
    case 0:
        if (is_gate) gate->left = aig_not(gate->left);
        break;
    case 1:
        if (is_gate) gate->right = aig_make(random_below(r, node), random_one_in(r, 2));
        break;
    case 2:
        if (w->latches.size) mutate_latch(r, w);
        break;
    case 3:
        if (w->inputs.size + w->latches.size) mutate_symbol(r, w);
        break;
    case 4:
        if (w->constraints.size && random_one_in(r, 2))
            mem_free(vec_pop(&w->constraints).name);
        else
            circuit_add_constraint(w, brute_random_literal(r, w->graph), NULL);
        break;
    default: w->properties.data[0].bad = brute_random_literal(r, w->graph);
    }
}

static void agrees_with_enumeration(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 7);
    uint32_t accepted = 0, rejected = 0, mutants = 0;
    for (uint32_t round = 0; round < 4000; round++) {
        struct circuit *c = brute_random_circuit(&r, 2, true);
        uint32_t property = random_below(&r, c->properties.size), mapped[64];
        struct invariant *inv = random_invariant(&r, c, property);
        struct circuit *w = certificate_build(c, property, inv);
        assert_null(circuit_check(w));
        uint32_t changes = random_below(&r, 3);
        for (uint32_t i = 0; i < changes; i++) mutate(&r, w);
        bool symbols = read_symbols(c, w, mapped);
        bool any = false;
        for (uint32_t i = 0; symbols && i < w->inputs.size + w->latches.size; i++) any |= mapped[i] != 0;
        bool valid = symbols && !circuit_check(w);
        if (any || !valid) { /* without symbols the order counts: tested elsewhere */
            valid = valid && brute_certificate(c, property, w, mapped);
            assert_int_equal(judge(c, property, w, NULL), valid ? CHECK_ACCEPTED : CHECK_REJECTED);
            if (valid) assert_false(brute_unsafe(c, property));
            accepted += valid;
            rejected += !valid;
            mutants += valid && changes;
        }
        circuit_free(w);
        invariant_free(inv);
        circuit_free(c);
    }
    assert_true(accepted > 500 && rejected > 500 && mutants > 100);
}

/* The certificate of an accepted invariant is accepted, at every depth. */
static void certifies_what_is_inductive(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 8);
    uint32_t good[5] = {0};
    for (uint32_t round = 0; round < 3000; round++) {
        struct circuit *c = brute_random_circuit(&r, 4, true);
        struct invariant *inv = random_invariant(&r, c, 0);
        if (inv->depth > 1) inv->depth = 2 + random_below(&r, 3);
        struct text why = {0};
        bool inductive = check_invariant(c, 0, inv, NULL, &why) == CHECK_ACCEPTED;
        struct circuit *w = certificate_build(c, 0, inv);
        assert_null(circuit_check(w));
        enum check_result result = judge(c, 0, w, NULL);
        if (inductive) assert_int_equal(result, CHECK_ACCEPTED);
        if (result == CHECK_ACCEPTED) assert_false(brute_unsafe(c, 0));
        good[inv->depth] += inductive;
        text_fini(&why);
        circuit_free(w);
        invariant_free(inv);
        circuit_free(c);
    }
    assert_true(good[1] > 200 && good[2] > 50 && good[3] > 50 && good[4] > 50);
}

/* A' = B & C, B' = !B, C' = B: A stays 0, by induction of depth 2 (see invariant_test.c). */
static struct circuit *trap(void) {
    struct circuit *c = circuit_new();
    aig_lit a = circuit_add_latch(c, "A=7"), b = circuit_add_latch(c, "B<1>"), d = circuit_add_latch(c, "C");
    circuit_add_latch(c, "idle"); /* outside the cone */
    c->latches.data[0].next = aig_and(c->graph, b, d);
    c->latches.data[1].next = aig_not(b);
    c->latches.data[2].next = b;
    c->latches.data[2].reset = AIG_TRUE;
    circuit_add_property(c, a, NULL, 0);
    return c;
}

static void history_for_depth_two(void **state) {
    (void)state;
    struct circuit *c = trap();
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_not(inv->latches.data[0]));
    struct circuit *w = certificate_build(c, 0, inv);
    assert_int_equal(judge(c, 0, w, "step"), CHECK_REJECTED);
    circuit_free(w);
    inv->depth = 2;
    w = certificate_build(c, 0, inv);
    assert_int_equal(w->latches.size, 3 + 1 + 3); /* the cone, a filled bit, the cone a step ago */
    assert_string_equal(w->latches.data[0].name, "= 2");
    assert_null(w->latches.data[3].name);
    assert_int_equal(judge(c, 0, w, NULL), CHECK_ACCEPTED);
    w->latches.data[3].reset = AIG_TRUE; /* claims a history at the start */
    assert_int_equal(judge(c, 0, w, "base"), CHECK_REJECTED);
    circuit_free(w);
    inv->simple_path = true;
    assert_null(certificate_build(c, 0, inv));
    invariant_free(inv);
    circuit_free(c);
}

/* Mappings by comment and by order, turned around, and wrong ones. */
static void mappings(void **state) {
    (void)state;
    struct circuit *c = trap();
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_not(inv->latches.data[0]));
    invariant_add_clause(inv, (uint32_t[]){2 * 1 + 1, 2 * 2 + 1}, 2);
    struct circuit *w = certificate_build(c, 0, inv);
    assert_int_equal(judge(c, 0, w, NULL), CHECK_ACCEPTED);
    for (uint32_t i = 0; i < 3; i++) {
        mem_free(w->latches.data[i].name);
        w->latches.data[i].name = NULL;
    }
    assert_int_equal(judge(c, 0, w, NULL), CHECK_ACCEPTED); /* by order */
    mem_free(w->comment);
    w->comment = mem_strdup("hello\nMAPPING 3\n2 2\n4 4\n6 6\n");
    assert_int_equal(judge(c, 0, w, NULL), CHECK_ACCEPTED);
    strcpy(w->comment, "hello\nMAPPING 3\n4 2\n2 4\n6 6\n");
    assert_int_equal(judge(c, 0, w, ":"), CHECK_REJECTED);
    strcpy(w->comment, "hello\nMAPPING 3\n2 2\n4 4\n6 4\n");
    assert_int_equal(judge(c, 0, w, "mapped twice"), CHECK_REJECTED);
    strcpy(w->comment, "hello\nMAPPING 3\n2 2\n4 4\n4 6\n");
    assert_int_equal(judge(c, 0, w, "mapped twice"), CHECK_REJECTED);
    strcpy(w->comment, "hello\nMAPPING 3\n2 2\n4 4\n0 6\n");
    assert_int_equal(judge(c, 0, w, "line 3 of the comment"), CHECK_REJECTED);
    strcpy(w->comment, "hello\nMAPPING 3\n2 2\n4 4\n");
    assert_int_equal(judge(c, 0, w, "line 3 of the comment"), CHECK_REJECTED);
    w->latches.data[0].name = mem_strdup("= 12");
    strcpy(w->comment, "hello\n");
    assert_int_equal(judge(c, 0, w, "literal 12 is not"), CHECK_REJECTED);
    circuit_free(w);
    invariant_free(inv);
    circuit_free(c);
}

/* A latch that the witness has negated: `= 3` says that its value is the negation of the model's. */
static void negated_mapping(void **state) {
    (void)state;
    struct circuit *c = circuit_new(), *w = circuit_new();
    aig_lit a = circuit_add_latch(c, NULL), b = circuit_add_latch(w, "= 3");
    circuit_add_property(c, a, NULL, 0);
    circuit_add_property(w, aig_not(b), NULL, 0);
    w->latches.data[0].reset = AIG_TRUE;
    assert_int_equal(judge(c, 0, w, NULL), CHECK_ACCEPTED);
    w->latches.data[0].reset = AIG_FALSE;
    assert_int_equal(judge(c, 0, w, "reset"), CHECK_REJECTED);
    circuit_free(c);
    circuit_free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_for_depth_two),
        cmocka_unit_test(mappings),
        cmocka_unit_test(negated_mapping),
        cmocka_unit_test(agrees_with_enumeration),
        cmocka_unit_test(certifies_what_is_inductive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
