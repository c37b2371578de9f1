/* Proofs of programs as files: written, read again and judged; tampered with; malformed. */
#include "format/witness/program_certificate.h"

#include "check/program/check_program.h"
#include "check/program/program_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* x counts by 2 from 0; the error is that it is 7. A variable is called like an operator of SMT-LIB. */
static struct program *counting(void) {
    struct program *program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    struct program_position at = {.file = "prog.c", .line = 3};
    program_add_variable(program, "bvadd", sort_bv(b, 8));
    for (uint32_t l = 0; l < 3; l++)
        program_add_location(program, (const char *[]){"start", "error", "loop 3:5"}[l], at);
    program->initial = 0;
    program->error = 1;
    term x = program->variables.data[0].now;
    program_add_edge(program, 0, program_assign(program, 0, term_bits_ui(b, 0, 8)), 2, at);
    program_add_edge(program, 2,
                     program_assign(program, 0, term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 2, 8))), 2, at);
    program_add_edge(program, 2, program_assume(program, term_eq(b, x, term_bits_ui(b, 7, 8))), 1, at);
    return program;
}

static struct text certificate(const struct program *program) {
    struct terms *b = program->terms;
    struct program_invariant *inv = program_invariant_new(program);
    inv->at.data[2] =
        term_eq(b, term_extract(b, program->variables.data[0].now, 0, 0), term_bits_ui(b, 0, 1));
    struct text out = {0}, why = {0};
    assert_true(program_script_write(&out, program, inv, &why));
    program_invariant_free(inv);
    return out;
}

static enum check_result judged(const struct program *program, const struct text *script) {
    struct messages messages = {0};
    struct program_invariant *inv;
    struct text why = {0};
    enum status status =
        program_certificate_read(&inv, program, script->data, script->size, "proof", &messages);
    if (status != STATUS_OK) fail_msg("%s", messages_first_error(&messages));
    assert_int_equal(inv->depth, 1);
    enum check_result result = check_program_invariant(program, inv, CHECK_BY_DEFAULT, NULL, &why);
    program_invariant_free(inv);
    text_fini(&why);
    return result;
}

static void written_and_read(void **state) {
    (void)state;
    struct program *one = counting(), *two = counting();
    struct text script = certificate(one);
    assert_int_equal(judged(one, &script), CHECK_ACCEPTED);
    assert_int_equal(judged(two, &script), CHECK_ACCEPTED); /* as another process reads it */
    char *digit = strstr(script.data, "#b0");
    assert_non_null(digit);
    digit[2] = '1';
    assert_int_equal(judged(two, &script), CHECK_REJECTED);
    text_fini(&script);
    program_free(one);
    program_free(two);
}

static void malformed(void **state) {
    (void)state;
    enum { FOREIGN = 4 }; /* so many are well formed, about another program */
    static const char *const bad[] = {
        "(define-fun |induct.at nowhere| () Bool true)",
        "(define-fun |induct.at loop 3:5| ((y@0 Bool)) Bool y@0)",
        "(define-fun |induct.at loop 3:5| ((bvadd@0 Bool)) Bool bvadd@0)",
        "(define-fun |induct.at loop 3:5| ((bvadd@0 (_ BitVec 8))) (_ BitVec 8) bvadd@0)",
        "",
        "(check-sat)",
        "(define-fun |induct.at loop 3:5| () Bool",
        "(define-fun |induct.at loop 3:5| () (_ BitVec 8) #x00)",
        "(define-fun |induct.at loop 3:5| () Bool)",
        "(define-fun |induct.at loop 3:5| () Bool (foo))",
        "(define-fun |induct.at loop 3:5| () Bool true) (define-fun |induct.at loop 3:5| () Bool true)"};
    struct program *program = counting();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct messages messages = {0};
        struct program_invariant *inv;
        enum status status =
            program_certificate_read(&inv, program, bad[i], strlen(bad[i]), "bad", &messages);
        if (status != (i < FOREIGN ? STATUS_FOREIGN : STATUS_MALFORMED)) fail_msg("%s: %d", bad[i], status);
        assert_null(inv);
        assert_non_null(strstr(messages_first_error(&messages), "bad"));
        messages_fini(&messages);
    }
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(written_and_read), cmocka_unit_test(malformed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
