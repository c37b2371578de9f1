/* Z3 and cvc5 agree with value.c and print.c: random ground terms are printed with their values, and the solver is
 * asked whether all these equations hold. */
#include "logic/print.h"
#include "logic/value.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <unistd.h>

#include "logic/testing_terms.h"

/* cvc5 1.0 refuses constant arrays of anything but literals. */
static bool has_odd_constant_array(const struct terms *b, term root) {
    term_list all = {0};
    bool found = false;
    term_collect(b, &root, 1, &all);
    vec_each (term, t, &all)
        if (term_is(b, *t, TERM_CONST_ARRAY)) found |= term_arity(b, term_arg(b, *t, 0)) > 0;
    vec_free(&all);
    return found;
}

/* Equations `term = value` over every operator, shallow and nested, with what they need declared. */
static uint32_t write_equations(struct text *out, struct terms *b, bool constant_arrays) {
    term_list equations = {0};
    struct evaluation e;
    evaluation_init(&e, b);
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct sampler s;
        sampler_init(&s, b, seed, 0);
        for (uint32_t i = 0; i < 120; i++) {
            term t = sampler_apply(&s, TERM_OPS);
            uint64_t before = e.by_zero;
            term value = evaluate(&e, t);
            bool open = e.by_zero != before || term_is(b, t, TERM_APPLY); /* not determined */
            if (open) continue;
            sampler_keep(&s, t);
            term equation = term_eq(b, t, value);
            if (constant_arrays || !has_odd_constant_array(b, equation)) vec_push(&equations, equation);
        }
        sampler_fini(&s);
    }
    evaluation_fini(&e);
    text_format(out, "(set-logic %s)\n", print_logic(b, equations.data, equations.size));
    print_declarations(out, b, equations.data, equations.size);
    vec_each (term, t, &equations) {
        text_add(out, "(assert ");
        print_term(out, b, *t);
        text_add(out, ")\n");
    }
    text_add(out, "(check-sat)\n");
    uint32_t n = equations.size;
    vec_free(&equations);
    return n;
}

static void first_line(const char *command, char *line, size_t size) {
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    if (!fgets(line, (int)size, pipe)) line[0] = 0;
    line[strcspn(line, "\n")] = 0;
    pclose(pipe);
}

static void ask(const char *solver, const char *arguments, bool constant_arrays) {
    char line[200], *command = mem_format("command -v %s", solver);
    first_line(command, line, sizeof line);
    mem_free(command);
    if (!line[0]) {
        print_message("SKIPPED: %s is not installed (see scripts/packages.txt)\n", solver);
        skip();
    }
    struct terms *b = terms_new(TERMS_PLAIN);
    struct text text = {0};
    struct messages messages = {0};
    uint32_t n = write_equations(&text, b, constant_arrays);
    assert_true(n > 1500);
    char *path = mem_format("logic-%s-%ld.smt2", solver, (long)getpid());
    assert_int_equal(text_write_file(&text, path, &messages), STATUS_OK);
    command = mem_format("timeout 200 %s %s %s 2>&1", solver, arguments, path);
    first_line(command, line, sizeof line);
    if (strcmp(line, "sat") != 0) fail_msg("%s says `%s` to %s", solver, line, path);
    remove(path);
    mem_free(command);
    mem_free(path);
    messages_fini(&messages);
    text_fini(&text);
    terms_free(b);
}

static void z3_agrees(void **state) {
    (void)state;
    ask("z3", "", true);
}
static void cvc5_agrees(void **state) {
    (void)state;
    ask("cvc5", "--lang=smt2", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(z3_agrees), cmocka_unit_test(cvc5_agrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
