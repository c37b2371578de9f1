#include "evidence/pack.h"

#include "base/bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "check/circuit/brute_test.h"
#include "evidence/testing_pack.h"
#include "logic/testing_terms.h"
#include "model/testing_program.h"

static struct text packed(const struct evidence *e, struct model about) {
    struct text bytes = {0};
    assert_true(evidence_pack(&bytes, e, about));
    return bytes;
}

static struct evidence unpacked(const struct text *bytes, struct model about) {
    struct evidence e;
    struct text why = {0};
    if (evidence_unpack(bytes->data, bytes->size, about, &e, &why)) fail_msg("%s", why.data);
    text_fini(&why);
    return e;
}

/* Within one bank, what comes back would be packed as the same bytes. */
static struct evidence sent(const struct evidence *e, struct model from, struct model to) {
    struct text bytes = packed(e, from);
    struct evidence again = unpacked(&bytes, to);
    struct text same = packed(&again, to);
    if (from.circuit == to.circuit) {
        assert_int_equal(same.size, bytes.size);
        assert_memory_equal(same.data, bytes.data, bytes.size);
    }
    assert_int_equal(again.level, e->level);
    assert_int_equal(again.refutes, e->refutes);
    assert_int_equal(again.property, e->property);
    text_fini(&bytes);
    text_fini(&same);
    return again;
}

static void refused(const struct text *bytes, struct model about, enum status status, const char *expected) {
    struct evidence e;
    struct text why = {0};
    assert_int_equal(evidence_unpack(bytes->data, bytes->size, about, &e, &why), status);
    assert_null(e.any);
    const char *reason = why.data ? strchr(why.data, ':') : NULL;
    assert_non_null(reason);
    assert_string_equal(reason + 2, expected);
    text_fini(&why);
}

/* Circuits. */

static struct invariant *random_invariant(struct random *r, const struct circuit *c) {
    struct invariant *i = invariant_new(c);
    i->depth = 1 + random_below(r, 3);
    i->simple_path = random_one_in(r, 4);
    for (uint32_t n = random_below(r, 8); n > 0; n--) {
        uint32_t literals[3], count = random_below(r, 4);
        aig_lit x = brute_random_literal(r, i->graph), y = brute_random_literal(r, i->graph);
        for (uint32_t k = 0; k < count; k++)
            literals[k] = 2 * random_below(r, i->latches.size) + (k ? literals[0] & 1 : random_below(r, 2));
        switch (random_below(r, 4)) {
        case 0:
        case 1: invariant_add_clause(i, literals, count); break;
        case 2: invariant_add_equality(i, x, y); break;
        default:
            invariant_add(i, aig_and(i->graph, x, aig_or(i->graph, y, brute_random_literal(r, i->graph))));
        }
    }
    return i;
}

static bool same_conjunct(const struct invariant *a, aig_lit x, const struct invariant *b, aig_lit y) {
    uint32_t leaves = a->inputs.size + a->latches.size;
    for (uint32_t values = 0; values < UINT32_C(1) << leaves; values++) {
        struct brute_values va, vb;
        for (uint32_t n = 0; n < leaves; n++) {
            bool input = n < a->inputs.size;
            const aig_lits *la = input ? &a->inputs : &a->latches, *lb = input ? &b->inputs : &b->latches;
            uint32_t at = input ? n : n - a->inputs.size;
            va.of[aig_node(la->data[at])] = vb.of[aig_node(lb->data[at])] = values >> n & 1;
        }
        brute_simulate(a->graph, &va);
        brute_simulate(b->graph, &vb);
        if (brute_value(&va, x) != brute_value(&vb, y)) return false;
    }
    return true;
}

static void invariants_of_circuits_come_back(void **state) {
    (void)state;
    uint32_t accepted = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct random r;
        random_init(&r, seed);
        struct circuit *c = brute_random_circuit(&r, 4, true);
        struct model m = model_of_circuit(c);
        struct evidence e = evidence_of_invariant(0, random_invariant(&r, c)), again = sent(&e, m, m);
        assert_int_equal(again.invariant->depth, e.invariant->depth);
        assert_int_equal(again.invariant->simple_path, e.invariant->simple_path);
        assert_int_equal(again.invariant->conjuncts.size, e.invariant->conjuncts.size);
        for (uint32_t i = 0; i < e.invariant->conjuncts.size; i++)
            assert_true(same_conjunct(e.invariant, e.invariant->conjuncts.data[i], again.invariant,
                                      again.invariant->conjuncts.data[i]));
        enum check_result result = testing_pack_judge(&e, m, 0);
        assert_int_equal(testing_pack_judge(&again, m, 0), result);
        accepted += result == CHECK_ACCEPTED;
        evidence_free(&e);
        evidence_free(&again);
        circuit_free(c);
    }
    assert_in_range(accepted, 50, 450);
}

/* An equality is still one for the judge: two implications, from gates that nothing simplifies. */
static void equalities_are_still_recognised(void **state) {
    (void)state;
    struct model m = testing_pack_circuit();
    struct invariant *i = invariant_new(m.circuit);
    invariant_add_equality(i, i->latches.data[0], aig_and(i->graph, i->latches.data[1], i->inputs.data[0]));
    struct evidence e = evidence_of_invariant(0, i), again = sent(&e, m, m);
    aig_lit left, right, otherwise, conjunct = again.invariant->conjuncts.data[0];
    assert_false(aig_sign(conjunct));
    assert_true(aig_match_ite(again.invariant->graph, aig_node(conjunct), &left, &right, &otherwise));
    assert_true(aig_same(right, aig_not(otherwise)));
    evidence_free(&e);
    evidence_free(&again);
    model_free(&m);
}

static struct circuit *circuit_of_latches(uint32_t n) {
    struct circuit *c = circuit_new();
    for (uint32_t i = 0; i < n; i++) circuit_add_latch(c, NULL);
    circuit_add_property(c, c->latches.data[0].lit, NULL, 0);
    return c;
}

static void clauses_are_small(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 7);
    struct circuit *c = circuit_of_latches(1000);
    struct invariant *i = invariant_new(c);
    for (uint32_t n = 0; n < 1000; n++) {
        uint32_t literals[5];
        for (uint32_t k = 0; k < 5; k++)
            literals[k] = 2 * (200 * k + random_below(&r, 200)) + random_below(&r, 2);
        invariant_add_clause(i, literals, 5);
    }
    struct evidence e = evidence_of_invariant(0, i),
                    again = sent(&e, model_of_circuit(c), model_of_circuit(c));
    struct text bytes = packed(&e, model_of_circuit(c));
    assert_in_range(bytes.size, 5000, 12000);
    u32s one = {0}, other = {0};
    for (uint32_t n = 0; n < 1000; n++) {
        assert_true(invariant_clause(i, i->conjuncts.data[n], &one));
        assert_true(invariant_clause(again.invariant, again.invariant->conjuncts.data[n], &other));
        uint64_t sum = 0;
        for (uint32_t k = 0; k < 5; k++) sum += hash_mix(one.data[k]) - hash_mix(other.data[k]);
        assert_true(one.size == 5 && other.size == 5 && sum == 0);
    }
    vec_free(&one);
    vec_free(&other);
    text_fini(&bytes);
    evidence_free(&e);
    evidence_free(&again);
    circuit_free(c);
}

/* Gates that are shared make an exponential tree; it is no clause. */
static void shared_gates_are_no_clause(void **state) {
    (void)state;
    struct circuit *c = circuit_of_latches(64);
    struct model m = model_of_circuit(c);
    struct invariant *i = invariant_new(c);
    aig_lit all = i->latches.data[0];
    for (uint32_t n = 0; n < 60; n++) all = aig_raw_and(i->graph, all, all);
    invariant_add(i, aig_not(all));
    struct evidence e = evidence_of_invariant(0, i), again = sent(&e, m, m);
    u32s literals = {0};
    assert_false(invariant_clause(i, i->conjuncts.data[0], &literals));
    assert_int_equal(testing_pack_judge(&again, m, 0), CHECK_ACCEPTED);
    vec_free(&literals);
    evidence_free(&e);
    evidence_free(&again);
    circuit_free(c);
}

static struct trace *random_trace(struct random *r, const struct circuit *c) {
    struct trace *t = trace_new(c, random_below(r, c->properties.size));
    vec_each (uint8_t, v, &t->initial) *v = (uint8_t)random_below(r, 3);
    for (uint32_t n = 1 + random_below(r, 9); n > 0; n--) {
        uint8_t *inputs = trace_add_step(t);
        for (uint32_t i = 0; i < t->inputs; i++) inputs[i] = (uint8_t)random_below(r, 3);
    }
    return t;
}

static void traces_of_circuits_come_back(void **state) {
    (void)state;
    uint32_t accepted = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct random r;
        random_init(&r, seed);
        struct circuit *c = brute_random_circuit(&r, 4, true);
        struct model m = model_of_circuit(c);
        struct evidence e = evidence_of_trace(random_trace(&r, c)), again = sent(&e, m, m);
        assert_int_equal(again.trace->property, e.trace->property);
        assert_int_equal(again.trace->steps, e.trace->steps);
        assert_int_equal(again.trace->values.size, e.trace->values.size);
        assert_memory_equal(again.trace->initial.data, e.trace->initial.data, e.trace->latches);
        if (e.trace->inputs)
            assert_memory_equal(again.trace->values.data, e.trace->values.data, e.trace->values.size);
        enum check_result result = testing_pack_judge(&e, m, 0);
        assert_int_equal(testing_pack_judge(&again, m, 0), result);
        accepted += result == CHECK_ACCEPTED;
        evidence_free(&e);
        evidence_free(&again);
        circuit_free(c);
    }
    assert_in_range(accepted, 20, 480);
}

/* Systems: with two states of every sort that the sampler knows, and with its functions. */

static struct system *system_of_sampler(struct sampler *s, enum terms_mode mode, uint64_t seed) {
    struct system *system = system_new(mode);
    sampler_init(s, system->terms, seed, 2);
    vec_each (const term, t, &s->variables)
        system_add_state(system, term_name(system->terms, *t), term_sort(system->terms, *t), NULL);
    system_add_input(system, "in", sort_bv(system->terms, 8));
    system_add_property(system, s->variables.data[0], NULL, 0);
    return system;
}

static struct system_trace *random_system_trace(struct sampler *s, const struct system *system) {
    struct system_trace *t = system_trace_new(0);
    struct terms *b = system->terms;
    t->steps = 1 + sampler_below(s, 3);
    for (uint32_t i = 0; i < t->steps * system->states.size; i++)
        vec_push(&t->states,
                 sampler_value(s, term_sort(b, system->states.data[i % system->states.size].now)));
    for (uint32_t i = 0; i < t->steps; i++) vec_push(&t->inputs, sampler_value(s, sort_bv(b, 8)));
    uint32_t functions[] = {s->functions[0], function_by_zero(TERM_DIVIDE), s->functions[1],
                            function_by_zero(TERM_MOD)};
    for (uint32_t k = sampler_below(s, 5); k > 0; k--) {
        bool zero = function_is_by_zero(functions[k - 1]), real = k == 2;
        sort number = real ? sort_real() : sort_int();
        struct function_value f = {.function = functions[k - 1]};
        f.arity = zero ? 1 : function_arity(b, f.function);
        sort range = zero ? number : function_range(b, f.function);
        for (uint32_t n = sampler_below(s, 3); n > 0; n--) {
            for (uint32_t i = 0; i < f.arity; i++)
                vec_push(&f.points, sampler_value(s, zero ? number : function_domain(b, f.function, i)));
            vec_push(&f.points, sampler_value(s, range));
        }
        f.otherwise = sampler_value(s, range);
        vec_push(&t->functions, f);
    }
    return t;
}

static void assert_same_terms(const term_list *a, const term_list *b) {
    assert_int_equal(a->size, b->size);
    for (uint32_t i = 0; i < a->size; i++) assert_true(term_same(a->data[i], b->data[i]));
}

/* From a bank that simplifies to one that does not, where it must be what copying makes of it. */
static void evidence_of_systems_comes_back(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct sampler s, other;
        struct system *from = system_of_sampler(&s, seed % 2 ? TERMS_SIMPLIFY : TERMS_PLAIN, seed),
                      *to = system_of_sampler(&other, TERMS_PLAIN, seed + 1);
        struct evidence trace = evidence_of_system_trace(random_system_trace(&s, from)),
                        proof = evidence_of_system_invariant(0, system_invariant_new());
        proof.system_invariant->depth = 1 + sampler_below(&s, 4);
        proof.system_invariant->simple_path = sampler_below(&s, 2);
        for (uint32_t i = 0; i < 100; i++) {
            term t = sampler_step(&s);
            if (sort_same(term_sort(from->terms, t), sort_bool()))
                vec_push(&proof.system_invariant->conjuncts, t);
        }
        struct evidence trace2 = sent(&trace, model_of_system(from), model_of_system(to)),
                        proof2 = sent(&proof, model_of_system(from), model_of_system(to));
        evidence_reread(&trace, from, to);
        evidence_reread(&proof, from, to);
        assert_int_equal(proof2.system_invariant->depth, proof.system_invariant->depth);
        assert_int_equal(proof2.system_invariant->simple_path, proof.system_invariant->simple_path);
        assert_same_terms(&proof2.system_invariant->conjuncts, &proof.system_invariant->conjuncts);
        const struct system_trace *t = trace.system_trace, *t2 = trace2.system_trace;
        assert_int_equal(t2->steps, t->steps);
        assert_same_terms(&t2->states, &t->states);
        assert_same_terms(&t2->inputs, &t->inputs);
        assert_int_equal(t2->functions.size, t->functions.size);
        for (uint32_t i = 0; i < t->functions.size; i++) {
            assert_int_equal(t2->functions.data[i].function, t->functions.data[i].function);
            assert_int_equal(t2->functions.data[i].arity, t->functions.data[i].arity);
            assert_same_terms(&t2->functions.data[i].points, &t->functions.data[i].points);
            assert_true(term_same(t2->functions.data[i].otherwise, t->functions.data[i].otherwise));
        }
        evidence_free(&trace);
        evidence_free(&trace2);
        evidence_free(&proof);
        evidence_free(&proof2);
        sampler_fini(&s);
        sampler_fini(&other);
        system_free(from);
        system_free(to);
    }
}

/* Programs. */

/* Some edges from the initial to the error location; false: the walk did not get there. */
static bool random_edges(struct testing_program *g, u32s *edges) {
    const struct program *program = g->program;
    uint32_t at = program->initial;
    for (uint32_t i = 0; i < 30 && at != program->error; i++) {
        const u32s *out = &program->outgoing.data[at];
        if (!out->size) return false;
        uint32_t e = out->data[random_below(&g->random, out->size)];
        vec_push(edges, e);
        at = program->edges.data[e].to;
    }
    return at == program->error;
}

static void random_inputs(struct testing_program *g, struct program_trace *t) {
    u32s sites = {0};
    for (uint32_t step = 0; step < t->edges.size; step++) {
        vec_clear(&sites);
        program_sites(g->program, g->program->edges.data[t->edges.data[step]].command, &sites);
        vec_each (const uint32_t, site, &sites) {
            uint64_t number = random_word(&g->random);
            term value = testing_program_unpack(g->program, g->program->sites.data[*site].input, &number);
            vec_push(&t->inputs, (struct program_input_value){step, *site, value});
        }
    }
    vec_free(&sites);
}

static struct evidence random_program_evidence(struct testing_program *g) {
    struct program_trace *t = program_trace_new();
    if (random_edges(g, &t->edges)) {
        testing_program_values(g->program, random_word(&g->random), &t->initial);
        random_inputs(g, t);
        return evidence_of_program_trace(t);
    }
    program_trace_free(t);
    struct program_invariant *i = program_invariant_new(g->program);
    i->depth = 1 + random_below(&g->random, 2);
    i->only_run = random_one_in(&g->random, 8);
    for (uint32_t l = 0; l < i->at.size && !i->only_run; l++)
        if (!random_one_in(&g->random, 4))
            i->at.data[l] = random_one_in(&g->random, 2) ? term_true(g->bank) : testing_program_truth(g, 2);
    return evidence_of_program_invariant(i);
}

static void evidence_of_programs_comes_back(void **state) {
    (void)state;
    uint32_t refutes = 0, accepted = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct testing_program g;
        struct testing_program_shape shape = {
            .variables = 3, .width = 2, .locations = 6, .mode = TERMS_PLAIN};
        testing_program_random(&g, &shape, seed);
        struct model m = model_of_program(g.program);
        struct evidence e = random_program_evidence(&g), again = sent(&e, m, m);
        if (e.refutes) {
            const struct program_trace *t = e.program_trace, *t2 = again.program_trace;
            assert_same_terms(&t2->initial, &t->initial);
            assert_int_equal(t2->edges.size, t->edges.size);
            assert_memory_equal(t2->edges.data, t->edges.data, t->edges.size * sizeof *t->edges.data);
            assert_int_equal(t2->inputs.size, t->inputs.size);
            for (uint32_t i = 0; i < t->inputs.size; i++) {
                assert_int_equal(t2->inputs.data[i].step, t->inputs.data[i].step);
                assert_int_equal(t2->inputs.data[i].site, t->inputs.data[i].site);
                assert_true(term_same(t2->inputs.data[i].value, t->inputs.data[i].value));
            }
        } else {
            assert_int_equal(again.program_invariant->depth, e.program_invariant->depth);
            assert_int_equal(again.program_invariant->only_run, e.program_invariant->only_run);
            assert_same_terms(&again.program_invariant->at, &e.program_invariant->at);
        }
        enum check_result result = testing_pack_judge(&e, m, 0);
        assert_int_equal(testing_pack_judge(&again, m, 0), result);
        accepted += result == CHECK_ACCEPTED;
        refutes += e.refutes;
        evidence_free(&e);
        evidence_free(&again);
        testing_program_fini(&g);
    }
    assert_in_range(refutes, 50, 250);
    assert_in_range(accepted, 20, 280);
}

/* Refusals. */

static void other_models_are_refused(void **state) {
    (void)state;
    for (int level = 0; level < LEVELS; level++) {
        struct model m = testing_pack_model((enum level)level), n = testing_pack_model((enum level)level),
                     of_others = testing_pack_model((enum level)((level + 1) % LEVELS));
        struct evidence e = evidence_of_nothing(m);
        struct text bytes = packed(&e, m);
        if (level == LEVEL_CIRCUIT)
            circuit_add_latch((struct circuit *)n.circuit, NULL);
        else if (level == LEVEL_SYSTEM)
            system_add_input((struct system *)n.system, "more", sort_bool());
        else
            program_add_edge(n.program, 2, program_skip(n.program), 2, (struct program_position){0});
        refused(&bytes, n, STATUS_UNSUPPORTED, "evidence about another model");
        refused(&bytes, of_others, STATUS_UNSUPPORTED, "evidence about another model");
        bytes.data[4]++;
        refused(&bytes, m, STATUS_UNSUPPORTED, "evidence of another version");
        bytes.data[4]--;
        bytes.data[6] = 9;
        refused(&bytes, m, STATUS_MALFORMED, "a property that the model does not have");
        bytes.data[6] = 0;
        text_byte(&bytes, 0);
        refused(&bytes, m, STATUS_MALFORMED, "more bytes than the evidence has");
        bytes.data[0]++;
        refused(&bytes, m, STATUS_MALFORMED, "no packed evidence");
        text_fini(&bytes);
        evidence_free(&e);
        model_free(&m);
        model_free(&n);
        model_free(&of_others);
    }
}

/* Header of evidence of a kind about the model, then numbers. */
static void expect(struct model m, bool refutes, const char *numbers, const char *why) {
    struct evidence e = evidence_of_nothing(m);
    struct text bytes = packed(&e, m);
    bytes.size = 15;
    bytes.data[5] = (char)(2 * m.level + refutes);
    for (char *end; *numbers; numbers = end) {
        bytes_number(&bytes, strtoull(numbers, &end, 10));
        while (*end == ' ') end++;
    }
    refused(&bytes, m, STATUS_MALFORMED, why);
    text_fini(&bytes);
    evidence_free(&e);
}

static void forged_circuits_are_refused(void **state) {
    (void)state;
    struct model m = testing_pack_circuit();
    expect(m, false, "0 0 0 0", "the induction depth is zero");
    expect(m, false, "65537 0 0 0", "a number that is too large");
    expect(m, false, "1 2 0 0", "flags that are not known");
    expect(m, false, "1 0 1 0 3 0", "a gate that reads itself");
    expect(m, false, "1 0 1 13 1 0", "a number that is too large");
    expect(m, false, "1 0 0 1 0 12", "a gate that is not there");
    expect(m, false, "1 0 0 1 2 6", "a latch that is not there");
    expect(m, false, "1 0 0 1 3 0 0", "a literal for the second time");
    expect(m, false, "1 0 0 1 100 0 0", "more is announced than follows");
    expect(m, true, "0 0", "the trace has no steps");
    expect(m, true, "1000 0", "a number that is too large");
    expect(m, true, "1 27 0", "a value behind the last one");
    expect(m, true, "1 26 127", "a value behind the last one");
    model_free(&m);
    m = model_of_circuit(circuit_of_latches(5));
    expect(m, true, "1 255 0", "a byte that is not five values"); /* 255 takes two bytes: 255 and 1 */
    model_free(&m);
}

static void forged_systems_are_refused(void **state) {
    (void)state;
    struct model m = testing_pack_system();
    expect(m, false, "1 0 0 0 0 1 0", "a conjunct that is not there");
    expect(m, false, "1 0 0 0 0 1 2", "a formula that is not Boolean"); /* n */
    expect(m, true, "0 0 0 0 0 0", "the trace has no steps");
    expect(m, true, "1 0 0 0 0 1 1", "not as many values as the trace has");
    expect(m, true, "1 0 0 0 0 7 1 1 1 1 1 1 1", "something that is no value"); /* p itself */
    expect(m, true, "1 0 0 0 1 0 7 8 8 8 8 8 8 8", "a value of another sort");  /* true, also for n */
    expect(m, true, "1 1 4 0 0 0 0 0", "a function of an unknown kind");
    expect(m, true, "1 1 0 1 103 0 0 0 0 0", "a function that the model does not have");
    expect(m, true, "1 2 2 0 2 0 0 0 0 0", "a function for the second time");
    expect(m, true, "1 1 2 4294967295 0 0 0 0 0", "more is announced than follows");
    model_free(&m);
}

static void forged_programs_are_refused(void **state) {
    (void)state;
    struct model m = testing_pack_program(); /* edges: 0 initial -> loop, 1 loop -> loop, 2 loop -> error */
    expect(m, true, "0 0 0 0 0 0", "the trace has no steps");
    expect(m, true, "1 0 0 0 0 0 0", "the trace does not end at the error location");
    expect(m, true, "1 3 0 0 0 0 0", "an edge that is not there");
    expect(m, true, "2 2 0 0 0 0 0", "an edge that does not start where the last one ends");
    expect(m, true, "3 0 2 2 0 0 0 0", "an edge that does not start where the last one ends");
    expect(m, true, "2 0 2 1 2 0 0 0 0 0", "an input behind the last step");
    expect(m, true, "2 0 2 1 1 2 0 0 0 0", "a site that is not there");
    expect(m, true, "2 0 2 2 0 0 0 0 0 0 0 0", "an input that has two values in one step");
    expect(m, true, "2 0 2 0 0 0 0 0", "not as many values as the trace has");
    expect(m, true, "2 0 2 0 0 0 1 0 2 3 3", "a value of another sort");
    expect(m, false, "1 0 0 0 0 2 0 0", "not as many formulas as the program has locations");
    expect(m, false, "1 0 0 0 0 3 0 0 1", "a formula that is not Boolean");
    expect(m, false, "1 2 0 0 0 3 0 0 2", "a formula where there should be none");
    model_free(&m);
}

/* What formulas say about variables that are not the model's, and depths that nobody may ask for. */
static void some_things_cannot_be_said(void **state) {
    (void)state;
    struct model m = testing_pack_system();
    struct evidence e = evidence_of_nothing(m);
    struct text bytes = {0};
    vec_push(&e.system_invariant->conjuncts, term_variable(m.system->terms, "other", sort_bool()));
    assert_false(evidence_pack(&bytes, &e, m));
    vec_clear(&e.system_invariant->conjuncts);
    e.system_invariant->depth = EVIDENCE_PACK_DEPTH + 1;
    assert_false(evidence_pack(&bytes, &e, m));
    assert_int_equal(bytes.size, 0);
    evidence_free(&e);
    model_free(&m);
}

/* Mutations: never a crash, neither here nor at the judge. */

struct harvest {
    uint32_t unpacked, accepted;
};

static void mutate(struct random *r, const struct text *bytes, struct model m, struct harvest *h) {
    struct text changed = {0}, why = {0};
    text_bytes(&changed, bytes->data, bytes->size);
    for (uint32_t n = 1 + random_below(r, 3); n > 0 && changed.size > 15; n--) {
        uint32_t at = 15 + random_below(r, (uint32_t)changed.size - 15);
        switch (random_below(r, 4)) {
        case 0: changed.data[at] ^= (char)(1 << random_below(r, 8)); break;
        case 1: changed.data[at] = (char)random_below(r, 8); break;
        case 2: changed.size = at; break;
        default: changed.data[at] = changed.data[15 + random_below(r, (uint32_t)changed.size - 15)];
        }
    }
    struct evidence e;
    if (evidence_unpack(changed.data, changed.size, m, &e, &why) == STATUS_OK) {
        h->unpacked++;
        struct text again = packed(&e, m);
        if (h->unpacked % 4 == 0) h->accepted += testing_pack_judge(&e, m, 0.01) == CHECK_ACCEPTED;
        text_fini(&again);
        evidence_free(&e);
    } else {
        assert_null(e.any);
        assert_non_null(why.data);
    }
    text_fini(&changed);
    text_fini(&why);
}

static void mutate_all(struct random *r, const struct evidence *e, struct model m, uint32_t n,
                       struct harvest *h) {
    struct text bytes = packed(e, m);
    for (uint32_t i = 0; i < n; i++) mutate(r, &bytes, m, h);
    for (size_t size = 0; size < bytes.size; size++) { /* every beginning is refused */
        struct evidence none;
        struct text why = {0};
        assert_int_not_equal(evidence_unpack(bytes.data, size, m, &none, &why), STATUS_OK);
        text_fini(&why);
    }
    text_fini(&bytes);
}

static void mutated_circuits_are_harmless(void **state) {
    (void)state;
    struct harvest h = {0};
    for (uint64_t seed = 0; seed < 35; seed++) {
        struct random r;
        random_init(&r, seed);
        struct circuit *c = brute_random_circuit(&r, 4, true);
        struct model m = model_of_circuit(c);
        struct evidence e = seed % 2 ? evidence_of_trace(random_trace(&r, c))
                                     : evidence_of_invariant(0, random_invariant(&r, c));
        mutate_all(&r, &e, m, 200, &h);
        evidence_free(&e);
        circuit_free(c);
    }
    assert_true(h.unpacked > 1000);
    assert_true(h.accepted > 0);
}

static void mutated_systems_are_harmless(void **state) {
    (void)state;
    struct harvest h = {0};
    for (uint64_t seed = 0; seed < 14; seed++) {
        struct sampler s;
        struct system *system = system_of_sampler(&s, seed % 4 < 2 ? TERMS_PLAIN : TERMS_SIMPLIFY, seed);
        struct model m = model_of_system(system);
        struct evidence e = seed % 2 ? evidence_of_system_trace(random_system_trace(&s, system))
                                     : evidence_of_system_invariant(0, system_invariant_new());
        for (uint32_t i = 0; i < 40 && !e.refutes; i++) {
            term t = sampler_step(&s);
            if (sort_same(term_sort(system->terms, t), sort_bool()))
                vec_push(&e.system_invariant->conjuncts, t);
        }
        mutate_all(&s.random, &e, m, 400, &h);
        evidence_free(&e);
        sampler_fini(&s);
        system_free(system);
    }
    assert_true(h.unpacked > 200);
    assert_true(h.accepted > 0);
}

static void mutated_programs_are_harmless(void **state) {
    (void)state;
    struct harvest h = {0};
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct testing_program g;
        struct testing_program_shape shape = {.variables = 3,
                                              .width = 2,
                                              .locations = 6,
                                              .choices = seed % 4 == 3,
                                              .mode = seed % 3 ? TERMS_PLAIN : TERMS_SIMPLIFY};
        testing_program_random(&g, &shape, seed);
        struct evidence e = random_program_evidence(&g);
        mutate_all(&g.random, &e, model_of_program(g.program), 200, &h);
        evidence_free(&e);
        testing_program_fini(&g);
    }
    assert_true(h.unpacked > 200);
    assert_true(h.accepted > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_of_circuits_come_back),
        cmocka_unit_test(equalities_are_still_recognised),
        cmocka_unit_test(clauses_are_small),
        cmocka_unit_test(shared_gates_are_no_clause),
        cmocka_unit_test(traces_of_circuits_come_back),
        cmocka_unit_test(evidence_of_systems_comes_back),
        cmocka_unit_test(evidence_of_programs_comes_back),
        cmocka_unit_test(other_models_are_refused),
        cmocka_unit_test(forged_circuits_are_refused),
        cmocka_unit_test(forged_systems_are_refused),
        cmocka_unit_test(forged_programs_are_refused),
        cmocka_unit_test(some_things_cannot_be_said),
        cmocka_unit_test(mutated_circuits_are_harmless),
        cmocka_unit_test(mutated_systems_are_harmless),
        cmocka_unit_test(mutated_programs_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
