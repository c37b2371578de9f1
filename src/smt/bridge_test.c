/* The translation there and back: what Z3's simplifier makes of a term reads back as an equivalent term. */
#include "smt/bridge.h"

#include "smt/random_test.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <dlfcn.h>

static void assert_equivalent(struct terms *b, term x, term y) {
    struct smt *s = smt_new(b, &(struct smt_settings){.purpose = SMT_JUDGE});
    smt_assert(s, term_not(b, term_eq(b, x, y)));
    assert_int_equal(smt_check(s, NULL, 0), SMT_UNSAT);
    smt_free(s);
}

/* Simplifies by Z3 and reads the result. */
static term simplified(struct bridge *bridge, term t) {
    uint32_t mark = bridge_mark(bridge);
    Z3_ast a = bridge_ast(bridge, t);
    assert_non_null(a);
    assert_true(term_same(bridge_term(bridge, a, NULL, 0), t));
    Z3_ast simple = bridge_hold(bridge, z3.simplify(bridge->context, a));
    assert_non_null(simple);
    term result = bridge_term(bridge, simple, NULL, 0);
    bridge_release(bridge, mark);
    assert_false(bridge->failed);
    return result;
}

static void reads_back(struct terms *b, struct random_pool *p, uint32_t *different) {
    struct bridge bridge;
    bridge_init(&bridge, b, NULL, NULL);
    for (uint32_t i = p->variables.size; i < p->terms.size; i++) {
        term t = p->terms.data[i], again = simplified(&bridge, t);
        assert_false(term_is_none(again));
        if (term_same(t, again)) continue;
        (*different)++;
        if (i % 4 == 0) assert_equivalent(b, t, again);
    }
    bridge_fini(&bridge);
}

static void round_trips(void **state) {
    (void)state;
    assert_true(smt_available(NULL));
    uint32_t different = 0;
    for (uint32_t round = 0; round < 24; round++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        struct random_pool p;
        pool_init(&p, b, 500 + round);
        sort word = sort_bv(b, 4);
        pool_variable(&p, sort_bool());
        pool_variable(&p, word);
        pool_variable(&p, word);
        if (round % 2) {
            pool_variable(&p, sort_int());
            pool_variable(&p, sort_real());
            pool_variable(&p, sort_array(b, sort_int(), word));
            vec_push(&p.terms, term_integer(b, 3));
            pool_grow(&p, 15);
            uint32_t f = function_declare(b, "f", (sort[]){word, sort_int()}, 2, sort_int());
            vec_push(&p.terms, term_apply(b, f, (term[]){pool_pick(&p, word), pool_pick(&p, sort_int())}));
        }
        pool_grow(&p, 30);
        reads_back(b, &p, &different);
        pool_fini(&p);
        terms_free(b);
    }
    assert_true(different > 100);
}

/* Parses one term over the variables below. The parser is needed here only, so it is no row of z3.def. */
static term parsed(struct bridge *bridge, const char *text) {
    void *library = dlopen("libz3.so.4", RTLD_LAZY | RTLD_NOLOAD);
    __typeof__(Z3_parse_smtlib2_string) *parse;
    *(void **)&parse = dlsym(library, "Z3_parse_smtlib2_string");
    char script[512];
    snprintf(script, sizeof script,
             "(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 4))(declare-const i Int)"
             "(declare-const j Int)(declare-const p Bool)(declare-const q Bool)(assert (= %s %s))",
             text, text);
    Z3_context c = bridge->context;
    Z3_ast_vector list = parse(c, script, 0, NULL, NULL, 0, NULL, NULL);
    assert_non_null(list);
    z3.ast_vector_inc_ref(c, list);
    assert_int_equal(z3.ast_vector_size(c, list), 1);
    Z3_ast equality = z3.ast_vector_get(c, list, 0);
    term t = bridge_term(bridge, z3.get_app_arg(c, z3.to_app(c, equality), 0), NULL, 0);
    z3.ast_vector_dec_ref(c, list);
    dlclose(library);
    assert_false(term_is_none(t));
    return t;
}

/* Operators that terms do not have, as SMT-LIB that Z3 parses, and what they must read back as. */
static void reads_foreign_operators(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"(bvnand x y)", "(bvnot (bvand x y))"},
        {"(bvnor x y)", "(bvnot (bvor x y))"},
        {"(bvxnor x y)", "(bvnot (bvxor x y))"},
        {"(bvuge x y)", "(bvule y x)"},
        {"(bvugt x y)", "(bvult y x)"},
        {"(bvsge x y)", "(bvsle y x)"},
        {"(bvsgt x y)", "(bvslt y x)"},
        {"(bvcomp x y)", "(ite (= x y) #b1 #b0)"},
        {"((_ repeat 2) x)", "(concat x x)"},
        {"(bvadd x y x)", "(bvadd (bvadd x y) x)"},
        {"(concat x y x)", "(concat (concat x y) x)"},
        {"(>= i j)", "(<= j i)"},
        {"(> i j)", "(< j i)"},
        {"(- i j 1)", "(+ i (* (- 1) j) (- 1))"},
        {"(- i)", "(* (- 1) i)"},
        {"(distinct i j 2)", "(not (or (= i j) (= i 2) (= j 2)))"},
        {"(=> p q)", "(or (not p) q)"},
        {"(xor p q p)", "q"},
        {"(rem i j)", "(ite (>= j 0) (mod i j) (- (mod i j)))"},
    };
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    struct bridge bridge;
    bridge_init(&bridge, b, NULL, NULL);
    term_variable(b, "x", sort_bv(b, 4));
    term_variable(b, "y", sort_bv(b, 4));
    term_variable(b, "i", sort_int());
    term_variable(b, "j", sort_int());
    term_variable(b, "p", sort_bool());
    term_variable(b, "q", sort_bool());
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        term foreign = parsed(&bridge, rows[i][0]), expected = parsed(&bridge, rows[i][1]);
        assert_equivalent(b, foreign, expected);
    }
    bridge_fini(&bridge);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(reads_foreign_operators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
