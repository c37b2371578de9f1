/* Certificates and witnesses of systems as scripts: z3 and cvc5 decide them, we read them back, and tampering is found
 * out. */
#include "format/script/script_read.h"

#include "check/system/check_system.h"
#include "check/system/system_brute_test.h"
#include "format/script/obligations.h"
#include "format/script/system_witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

/* Whether every line that the solver prints is the expected one, and there are so many. */
static void assert_answers(const char *command, const struct text *script, const char *expected,
                           uint32_t count) {
    char path[] = "/tmp/induct-script-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, script->data, script->size), script->size);
    close(file);
    char *whole = mem_format("%s %s 2>&1", command, path);
    FILE *answers = popen(whole, "r");
    assert_non_null(answers);
    char line[256];
    uint32_t lines = 0;
    while (fgets(line, sizeof line, answers)) {
        if (strcmp(line, expected)) fail_msg("%s: %s\n%s", command, line, script->data);
        lines++;
    }
    pclose(answers);
    unlink(path);
    mem_free(whole);
    assert_int_equal(lines, count);
}

static struct script_evidence read_back(const struct system *system, const struct text *script) {
    struct script_evidence e;
    struct messages messages = {0};
    enum status status = script_evidence_read(&e, system, script->data, script->size, "script", &messages);
    if (status != STATUS_OK) fail_msg("%s\n%s", messages_first_error(&messages), script->data);
    messages_fini(&messages);
    return e;
}

static void assert_judged(const struct system *system, const struct script_evidence *e,
                          enum check_result wanted) {
    struct text why = {0};
    enum check_result result =
        e->trace ? check_system_trace(system, e->property, e->trace, NULL, &why)
                 : check_system_invariant(system, e->property, e->invariant, CHECK_BY_DEFAULT, NULL, &why);
    if (result != wanted) fail_msg("%s", why.data ? why.data : "accepted");
    text_fini(&why);
}

/* Writes an invariant, and a trace if it is given, and takes them through everything. */
static void check_certificate_script(const struct system *system, const struct system_invariant *inv,
                                     bool solvers) {
    struct text script = {0};
    obligations_write(&script, system, 0, inv);
    if (solvers) {
        assert_answers("z3", &script, "unsat\n", 3);
        assert_answers("cvc5 -q --incremental --lang smt2", &script, "unsat\n", 3);
    }
    struct script_evidence e = read_back(system, &script);
    assert_non_null(e.invariant);
    assert_null(e.trace);
    assert_int_equal(e.property, 0);
    assert_int_equal(e.invariant->depth, inv->depth);
    assert_int_equal(e.invariant->simple_path, inv->simple_path);
    assert_judged(system, &e, CHECK_ACCEPTED);
    system_invariant_free(e.invariant);
    text_clear(&script);
    for (int part = OBLIGATION_BASE; part <= OBLIGATION_SAFETY && solvers; part++) {
        obligations_write_part(&script, system, 0, inv, (enum obligation)part);
        assert_answers("z3", &script, "unsat\n", 1);
        text_clear(&script);
    }
    text_fini(&script);
}

/* cvc5 has constant arrays of values only, and elements of uninterpreted sorts are none to it. */
static void check_witness_script(const struct system *system, const struct system_trace *t, bool by_z3,
                                 bool by_cvc5) {
    struct text script = {0};
    system_witness_script(&script, system, t);
    if (by_z3) assert_answers("z3", &script, "sat\n", 1);
    if (by_cvc5) assert_answers("cvc5 -q --lang smt2", &script, "sat\n", 1);
    struct script_evidence e = read_back(system, &script);
    assert_non_null(e.trace);
    assert_null(e.invariant);
    assert_int_equal(e.trace->steps, t->steps);
    for (uint32_t i = 0; i < t->states.size; i++)
        assert_true(term_same(e.trace->states.data[i], t->states.data[i]));
    for (uint32_t i = 0; i < t->inputs.size; i++)
        assert_true(term_same(e.trace->inputs.data[i], t->inputs.data[i]));
    assert_judged(system, &e, CHECK_ACCEPTED);
    system_trace_free(e.trace);
    text_fini(&script);
}

/* The steps of a shortest path to a violation; 0: there is none. */
static uint32_t counterexample(const struct brute_system *s, uint32_t *steps) {
    uint32_t from[BRUTE_STEPS], queue[BRUTE_STEPS], head = 0, tail = 0;
    bool seen[BRUTE_STEPS] = {0};
    for (uint32_t i = 0; i < s->steps; i++)
        if (s->init[i] && s->constraint[i]) {
            seen[i] = true;
            from[i] = i;
            queue[tail++] = i;
        }
    while (head < tail) {
        uint32_t step = queue[head++], n = 0, path[BRUTE_STEPS];
        if (!s->good[step]) {
            for (path[n++] = step; from[step] != step; path[n++] = step) step = from[step];
            for (uint32_t i = 0; i < n; i++) steps[i] = path[n - 1 - i];
            return n;
        }
        for (uint32_t next = 0; next < s->steps; next++) {
            if (seen[next] || !s->constraint[next] || !s->trans[step][next % s->states]) continue;
            seen[next] = true;
            from[next] = step;
            queue[tail++] = next;
        }
    }
    return 0;
}

static struct system_trace *trace_of(const struct brute_system *s, const uint32_t *steps, uint32_t n) {
    struct system_trace *t = system_trace_new(0);
    t->steps = n;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < s->system->states.size; i++)
            vec_push(&t->states, brute_state(s, steps[k] % s->states, i));
        for (uint32_t i = 0; i < s->system->inputs.size; i++)
            vec_push(&t->inputs, brute_input(s, steps[k], i));
    }
    return t;
}

static void random_systems(void **state) {
    (void)state;
    uint32_t safe = 0, unsafe = 0;
    for (uint32_t round = 0; round < 400; round++) {
        struct brute_system s;
        brute_init(&s, 900000 + round);
        uint32_t steps[BRUTE_STEPS], n = counterexample(&s, steps);
        if (n) {
            struct system_trace *t = trace_of(&s, steps, n);
            check_witness_script(s.system, t, unsafe % 16 == 0, unsafe % 16 == 0);
            unsafe++;
            system_trace_free(t);
        } else {
            struct system_invariant *inv = system_invariant_new();
            bool reached[BRUTE_STEPS];
            brute_reachable(&s, reached);
            brute_invariant(&s, reached, &inv->conjuncts);
            inv->depth = 1 + round % 3; /* an invariant stays one at any depth */
            inv->simple_path = round % 5 == 0;
            check_certificate_script(s.system, inv, safe++ % 12 == 0);
            system_invariant_free(inv);
        }
        brute_fini(&s);
    }
    assert_true(safe > 60 && unsafe > 60);
}

/* Every sort: an array of elements of an uninterpreted sort, a function on them, reals, names that need quotes. */
static struct system *colourful(void) {
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    sort u = sort_uninterpreted(b, "my sort");
    sort memory = sort_array(b, sort_int(), u);
    uint32_t f = function_declare(b, "some function", (sort[]){u, sort_real()}, 2, u);
    system_add_state(system, "the array", memory, NULL);
    system_add_state(system, "r", sort_real(), NULL);
    system_add_state(system, "n", sort_int(), NULL);
    system_add_input(system, "and", sort_int());
    term a = system->states.data[0].now, r = system->states.data[1].now, n = system->states.data[2].now,
         i = system->inputs.data[0].now;
    mpq_t half;
    mpq_init(half);
    mpq_set_si(half, -1, 2);
    term step = term_number_of(b, half, sort_real());
    mpq_clear(half);
    system->states.data[0].update = term_store(b, a, i, term_apply(b, f, (term[]){term_select(b, a, i), r}));
    system->states.data[1].first = step;
    system->states.data[1].update = term_add2(b, r, step);
    system->states.data[2].first = term_integer(b, 0);
    system->states.data[2].update = term_make(b, TERM_DIV, (term[]){i, n}, 2, 0, 0);
    system_add_property(
        system, term_eq(b, term_select(b, a, term_integer(b, 3)), term_select(b, a, term_integer(b, 4))),
        "same", 0);
    return system;
}

static void every_sort(void **state) {
    (void)state;
    struct system *system = colourful();
    struct terms *b = system->terms;
    sort memory = term_sort(b, system->states.data[0].now), u = sort_element(b, memory);
    term e0 = term_element(b, u, 0), e1 = term_element(b, u, 1), three = term_integer(b, 3);
    struct system_trace *t = system_trace_new(0);
    t->steps = 2;
    term before = term_const_array(b, memory, e0), after = value_store(b, before, three, e1);
    term r0 = system->states.data[1].first;
    mpq_t minus_one;
    mpq_init(minus_one);
    mpq_set_si(minus_one, -1, 1);
    term r1 = term_number_of(b, minus_one, sort_real());
    mpq_clear(minus_one);
    const term states[] = {before, r0, term_integer(b, 0), after, r1, term_integer(b, 9)};
    vec_append(&t->states, states, 6);
    vec_push(&t->inputs, three);
    vec_push(&t->inputs, term_integer(b, -5));
    struct function_value f = {.function = function_find(b, "some function"), .arity = 2, .otherwise = e1};
    vec_push(&t->functions, f);
    struct function_value zero = {
        .function = function_by_zero(TERM_DIV), .arity = 1, .otherwise = term_integer(b, 9)};
    vec_push(&t->functions, zero);
    check_witness_script(system, t, true, false);
    struct text text = {0};
    system_witness_text(&text, system, t);
    assert_string_equal(text.data,
                        "property same is violated after 1 steps\n"
                        "values that stay the same are not repeated\n"
                        "functions\n"
                        "  some function(anything) = |my sort!1|\n"
                        "  div by zero(anything) = 9\n"
                        "step 0\n"
                        "  the array = ((as const (Array Int |my sort|)) |my sort!0|)\n"
                        "  r = (- (/ 1.0 2.0))\n"
                        "  n = 0\n"
                        "  and = 3\n"
                        "step 1 (bad)\n"
                        "  the array = (store ((as const (Array Int |my sort|)) |my sort!0|) 3 |my sort!1|)\n"
                        "  r = (- 1.0)\n"
                        "  n = 9\n"
                        "  and = (- 5)\n");
    text_fini(&text);
    system_trace_free(t);

    struct system_invariant *inv = system_invariant_new();
    vec_push(&inv->conjuncts, term_lt(b, system->states.data[1].now, r1));
    vec_push(&inv->conjuncts, term_eq(b, system->states.data[0].now, system->states.data[0].now));
    inv->conjuncts.data[0] = term_le(b, system->states.data[1].now, r0);
    system->properties.data[0].good = term_not(b, term_lt(b, r0, system->states.data[1].now));
    check_certificate_script(system, inv, true);
    system_invariant_free(inv);
    system_free(system);
}

/* x counts up from 0 by 1 to 5 and stays; safe as x <= 5. */
static struct system *counter(void) {
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    struct system_state *x = system_add_state(system, "x", sort_int(), NULL);
    x->first = term_integer(b, 0);
    x->update =
        term_ite(b, term_lt(b, x->now, term_integer(b, 5)), term_add2(b, x->now, term_integer(b, 1)), x->now);
    system_add_property(system, term_le(b, x->now, term_integer(b, 7)), NULL, 3);
    return system;
}

static void tampering(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum check_result wanted;
    } rows[] = {
        {"(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool (<= x 5))",
         CHECK_ACCEPTED},
        {"(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool (<= x 4))",
         CHECK_REJECTED},
        {"(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool (<= x 6))",
         CHECK_ACCEPTED},
        {"(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool (<= x 8))",
         CHECK_REJECTED},
        {"(set-info :induct-property 3)(define-fun induct.invariant () Bool true)", CHECK_REJECTED},
        {"(set-info :induct-property 3)(define-fun induct.invariant () Bool false)", CHECK_REJECTED},
        {"(set-info :induct-property 3)(set-info :induct-depth 0)"
         "(define-fun induct.invariant ((x Int)) Bool (<= x 5))",
         CHECK_REJECTED},
        /* what the script says about the system counts for nothing */
        {"(set-info :induct-property 3)(define-fun induct.good ((x Int)) Bool true)"
         "(define-fun induct.invariant ((x Int)) Bool true)",
         CHECK_REJECTED},
        {"(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool (<= |x'| 5))",
         CHECK_REJECTED},
        {"(set-info :induct-property 3)(set-info :induct-steps 1)(assert (= x@0 0))", CHECK_REJECTED},
        {"(set-info :induct-property 3)(set-info :induct-steps 1)(assert (= x@0 8))", CHECK_REJECTED},
        {"(set-info :induct-property 3)(set-info :induct-steps 2)(assert (= x@0 0))(assert (= x@1 8))",
         CHECK_REJECTED},
    };
    struct system *system = counter();
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text script = {0};
        text_add(&script, rows[i].text);
        struct script_evidence e = read_back(system, &script);
        assert_judged(system, &e, rows[i].wanted);
        system_invariant_free(e.invariant);
        system_trace_free(e.trace);
        text_fini(&script);
    }
    system_free(system);
}

static void malformed(void **state) {
    (void)state;
    enum { FOREIGN = 4 }; /* so many are well formed, about another system */
    static const char *const rows[] = {
        "(set-info :induct-property 0)(define-fun induct.invariant () Bool true)",
        "(set-info :induct-property 3)(define-fun induct.invariant ((y Int)) Bool true)",
        "(set-info :induct-property 3)(define-fun induct.invariant ((x Real)) Bool true)",
        "(set-info :induct-property 3)(define-fun induct.invariant ((|x'| Int)) Bool true)",
        "",
        "(",
        "foo",
        "(set-info :induct-property 3)",
        "(set-info :induct-property x)",
        "(set-info :induct-property)",
        "(set-info :induct-property 3)(define-fun induct.invariant)",
        "(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool)",
        "(set-info :induct-property 3)(define-fun induct.invariant (x) Bool true)",
        "(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool x)",
        "(set-info :induct-property 3)(define-fun induct.invariant ((x Int)) Bool (<= z 5))",
        "(set-info :induct-property 3)(define-fun induct.invariant () Bool true)(define-fun induct.invariant "
        "() Bool true)",
        "(set-info :induct-property 3)(set-info :induct-depth 99999999999)(define-fun induct.invariant () "
        "Bool true)",
        "(set-info :induct-property 3)(set-info :induct-steps 0)",
        "(set-info :induct-property 3)(set-info :induct-steps 1)",
        "(set-info :induct-property 3)(set-info :induct-steps 4000000000)(assert (= x@0 0))",
        "(set-info :induct-property 3)(set-info :induct-steps 1)(assert (= x@0 x@0))",
        "(set-info :induct-property 3)(set-info :induct-steps 1)(assert (= x@0 true))",
        "(set-info :induct-property 3)(set-info :induct-steps 1)(assert (= x@1 0))",
        "(set-info :induct-property 3)(set-info :induct-steps 1)(assert (= (+ 1 1) 2))",
        "(set-info :induct-property 3)(set-info :induct-steps 1)(assert (= x@0 0))(assert (= x@0 0))",
    };
    struct system *system = counter();
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct messages messages = {0};
        struct script_evidence e;
        enum status status = script_evidence_read(&e, system, rows[i], strlen(rows[i]), "script", &messages);
        if (status != (i < FOREIGN ? STATUS_FOREIGN : STATUS_MALFORMED)) fail_msg("%s: %d", rows[i], status);
        assert_true(strlen(messages_first_error(&messages)) > 0);
        assert_null(e.invariant);
        assert_null(e.trace);
        messages_fini(&messages);
    }
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_systems),
        cmocka_unit_test(every_sort),
        cmocka_unit_test(tampering),
        cmocka_unit_test(malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
