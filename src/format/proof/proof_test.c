/* What a proof says of a small design; tests/proofs.sh has a prover read it. */
#include "format/proof/proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct system *system;
    struct system_invariant *invariant;
};

static term state(struct fixture *f, const char *name, uint32_t width, bool named) {
    term now = system_add_state(f->system, name, sort_bv(f->system->terms, width), NULL)->now;
    struct design_name *entry =
        named ? design_add(&f->system->design, DESIGN_REGISTER, now, name, NULL) : NULL;
    if (entry) entry->plain = true;
    return now;
}

static void begin(struct fixture *f) {
    f->system = system_new(TERMS_PLAIN);
    f->system->init = f->system->trans = term_true(f->system->terms);
    f->invariant = system_invariant_new();
}

static void end(struct fixture *f) {
    system_invariant_free(f->invariant);
    system_free(f->system);
}

static void add_clock(struct fixture *f) {
    term clk = system_add_input(f->system, "clk", sort_bv(f->system->terms, 1))->now;
    design_add(&f->system->design, DESIGN_INPUT, clk, "clk", NULL)->edge = DESIGN_RISING;
}

static void expect_verilog(struct fixture *f, const char *body) {
    struct text out = {0}, why = {0};
    if (!proof_verilog(&out, f->system, 0, f->invariant, &why)) fail_msg("%s", why.data);
    const char *start = strstr(out.data, "together.\n");
    assert_non_null(start);
    assert_string_equal(start + strlen("together.\n"), body);
    text_fini(&out);
    text_fini(&why);
}

static void expect_refused(struct fixture *f, const char *reason) {
    struct text out = {0}, why = {0};
    assert_false(proof_verilog(&out, f->system, 0, f->invariant, &why));
    assert_null(out.data);
    assert_string_equal(why.data, reason);
    text_fini(&why);
}

static void clauses_speak_of_words(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f);
    struct terms *b = f.system->terms;
    add_clock(&f);
    term q = state(&f, "u.q", 2, true), r = state(&f, "r", 8, true);
    system_add_property(f.system, term_bv2(b, TERM_BV_ULE, r, term_bits_ui(b, 9, 8)), "p", 0);
    term all[] = {term_not(b, term_bit(b, q, 0)), term_bit(b, q, 1), term_bit(b, r, 3)};
    vec_push(&f.invariant->conjuncts, term_or(b, all, 3));
    vec_push(&f.invariant->conjuncts, term_or(b, all, 1));
    expect_verilog(&f, "always @(posedge clk) begin : induct_p\n"
                       "    goal: assert (r <= 8'd9);\n"
                       "    i1: assert (r[3] || u.q != 2'd1);\n"
                       "    i2: assert (!u.q[0]);\n"
                       "end\n");
    end(&f);
}

/* A name may be declared with a sign, or not from 0 on: nobody has said so. */
static void names_of_unknown_declaration_are_copied(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f);
    struct terms *b = f.system->terms;
    term q = state(&f, "q", 4, true), r = state(&f, "r", 4, true);
    f.system->design.names.data[0].plain = f.system->design.names.data[1].plain = false;
    system_add_property(f.system, term_bv2(b, TERM_BV_ULT, q, r), "p", 0);
    vec_push(&f.invariant->conjuncts, term_bit(b, q, 3));
    expect_verilog(&f, "wire [3:0] induct_q = q;\n"
                       "always @* begin : induct_p\n"
                       "    goal: assert ({r} > induct_q);\n"
                       "    i1: assert (induct_q[3]);\n"
                       "end\n");
    end(&f);
}

static void registers_without_names_have_twins(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f);
    struct terms *b = f.system->terms;
    add_clock(&f);
    term q = state(&f, "q", 4, true), past = state(&f, "node7", 4, false);
    f.system->states.data[1].update = q;
    f.system->states.data[1].first = term_bits_ui(b, 2, 4);
    system_add_property(f.system, term_eq(b, q, past), "p", 0);
    expect_verilog(
        &f,
        "// The registers are those that tools make of assertions, of $past and of a reset at the start.\n"
        "reg [3:0] induct_node7 = 4'd2;\n"
        "always @(posedge clk) begin : induct_p\n"
        "    induct_node7 <= q;\n"
        "    goal: assert (q == induct_node7);\n"
        "end\n");
    f.system->states.data[0].update = past;
    expect_refused(&f, "it speaks of a register that the design has no name for, and 'q' depends on it");
    f.system->states.data[1].update = TERM_NONE;
    expect_refused(&f, "the design has no name for 'node7', which takes any value in each step");
    end(&f);
}

static void what_cannot_be_said_is_refused(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f);
    struct terms *b = f.system->terms;
    term q = state(&f, "q", 4, true), in = system_add_input(f.system, "node9", sort_bv(b, 4))->now;
    system_add_property(f.system, term_eq(b, q, in), "p", 0);
    expect_refused(&f, "the design has no name for the input 'node9'");
    f.system->properties.data[0].good = term_eq(b, term_bv2(b, TERM_BV_UDIV, q, q), q);
    expect_refused(&f, "a division by what may be zero has another result in SystemVerilog");
    f.invariant->simple_path = true;
    expect_refused(&f, "the proof is over simple paths");
    end(&f);
}

/* A bit of a word that the file has as a concatenation. */
static void parts_of_words_have_names(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f);
    struct terms *b = f.system->terms;
    term low = state(&f, "node3", 1, false), high = state(&f, "node4", 3, false);
    design_add(&f.system->design, DESIGN_WIRE, term_bv2(b, TERM_BV_CONCAT, high, low), "word", NULL)->plain =
        true;
    system_add_property(f.system, term_not(b, term_eq(b, low, term_bits_ui(b, 1, 1))), "p", 0);
    vec_push(&f.invariant->conjuncts, term_bit(b, high, 2));
    expect_verilog(&f, "always @* begin : induct_p\n"
                       "    goal: assert (!word[0]);\n"
                       "    i1: assert (word[3]);\n"
                       "end\n");
    end(&f);
}

static void values_have_names_for_people(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f);
    struct terms *b = f.system->terms;
    term mode = state(&f, "mode", 2, true);
    design_values values = {0};
    vec_push(&values, (struct design_value){mem_strdup("10"), mem_strdup("RUN")});
    vec_push(&f.system->design.enumerations, values);
    f.system->design.names.data[0].values = 1;
    system_add_property(f.system, term_not(b, term_eq(b, mode, term_bits_ui(b, 2, 2))), "p", 0);
    struct text out = {0};
    proof_text(&out, f.system, 0, f.invariant);
    assert_non_null(strstr(out.data, "property\n  mode != RUN\n"));
    assert_non_null(strstr(out.data, "invariant\n  nothing more than the property\n"));
    text_fini(&out);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clauses_speak_of_words),
        cmocka_unit_test(names_of_unknown_declaration_are_copied),
        cmocka_unit_test(registers_without_names_have_twins),
        cmocka_unit_test(what_cannot_be_said_is_refused),
        cmocka_unit_test(parts_of_words_have_names),
        cmocka_unit_test(values_have_names_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
