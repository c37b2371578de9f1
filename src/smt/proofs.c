/* The arithmetic lemmas of a proof.
 *
 * A context of its own, with proofs on, and three settings without which the lemmas are of no use to refinement: the
 * simplex solver (2), no propagation of equalities between arithmetic and the core, and equalities between numbers
 * given as two inequalities from the start, so that every lemma is a conflict of linear inequalities. */
#include "smt/bridge.h"
#include "smt/smt.h"

struct proof_walk {
    struct bridge *bridge;
    z3_asts work;
    struct hash_map seen;
    void (*lemma)(void *client, const term *literals, uint32_t n);
    void *client;
    term_list literals;
};

static Z3_decl_kind kind_of(Z3_context c, Z3_ast a) {
    if (z3.get_ast_kind(c, a) != Z3_APP_AST) return Z3_OP_UNINTERPRETED;
    return z3.get_decl_kind(c, z3.get_app_decl(c, z3.to_app(c, a)));
}

static bool is_step(Z3_context c, Z3_ast a) {
    Z3_decl_kind kind = kind_of(c, a);
    return kind >= Z3_OP_PR_UNDEF && kind <= Z3_OP_PR_HYPER_RESOLVE;
}

static uint32_t arity(Z3_context c, Z3_ast a) {
    return z3.get_app_num_args(c, z3.to_app(c, a));
}

static Z3_ast argument(Z3_context c, Z3_ast a, uint32_t i) {
    return z3.get_app_arg(c, z3.to_app(c, a), i);
}

/* What a step proves is its last argument. */
static Z3_ast fact(Z3_context c, Z3_ast step) {
    return argument(c, step, arity(c, step) - 1);
}

static bool is_arithmetic_lemma(Z3_context c, Z3_ast step) {
    if (kind_of(c, step) != Z3_OP_PR_TH_LEMMA) return false;
    Z3_func_decl decl = z3.get_app_decl(c, z3.to_app(c, step));
    if (!z3.get_decl_num_parameters(c, decl)) return false;
    if (z3.get_decl_parameter_kind(c, decl, 0) != Z3_PARAMETER_SYMBOL) return false;
    return !strcmp(z3.get_symbol_string(c, z3.get_decl_symbol_parameter(c, decl, 0)), "arith");
}

static bool add(struct proof_walk *w, Z3_ast a, bool negate) {
    term t = bridge_term(w->bridge, a, NULL, 0);
    if (term_is_none(t)) return false;
    if (negate) t = term_not(w->bridge->bank, t);
    if (term_is(w->bridge->bank, t, TERM_TRUE)) return true;
    vec_push(&w->literals, t);
    return true;
}

/* Premises and the negations of the conclusion's disjuncts are inconsistent in linear arithmetic. */
static void report(struct proof_walk *w, Z3_ast step) {
    Z3_context c = w->bridge->context;
    bool complete = true;
    vec_clear(&w->literals);
    for (uint32_t i = 0; i + 1 < arity(c, step); i++)
        complete = complete && add(w, fact(c, argument(c, step, i)), false);
    Z3_ast conclusion = fact(c, step);
    if (kind_of(c, conclusion) == Z3_OP_OR) {
        for (uint32_t i = 0; i < arity(c, conclusion); i++)
            complete = complete && add(w, argument(c, conclusion, i), true);
    } else if (kind_of(c, conclusion) != Z3_OP_FALSE) {
        complete = complete && add(w, conclusion, true);
    }
    if (complete) w->lemma(w->client, w->literals.data, w->literals.size);
}

static void walk(struct proof_walk *w, Z3_ast proof) {
    Z3_context c = w->bridge->context;
    vec_push(&w->work, proof);
    while (w->work.size) {
        Z3_ast step = vec_pop(&w->work);
        uint32_t id = z3.get_ast_id(c, step);
        if (hash_map_get(&w->seen, id) != HASH_NONE) continue;
        hash_map_put(&w->seen, id, 1);
        if (is_arithmetic_lemma(c, step)) report(w, step);
        for (uint32_t i = arity(c, step); i-- > 0;)
            if (is_step(c, argument(c, step, i))) vec_push(&w->work, argument(c, step, i));
    }
}

static Z3_solver proving_solver(Z3_context c) {
    Z3_solver solver = z3.mk_simple_solver(c);
    z3.solver_inc_ref(c, solver);
    Z3_params p = z3.mk_params(c);
    z3.params_inc_ref(c, p);
    z3.params_set_bool(c, p, z3.mk_string_symbol(c, "ctrl_c"), false);
    z3.params_set_uint(c, p, z3.mk_string_symbol(c, "arith.solver"), 2);
    z3.params_set_bool(c, p, z3.mk_string_symbol(c, "arith.propagate_eqs"), false);
    z3.solver_set_params(c, solver, p);
    z3.params_dec_ref(c, p);
    return solver;
}

static enum smt_result prove(struct bridge *b, Z3_solver solver, const term *formulas, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        Z3_ast a = bridge_ast(b, formulas[i]);
        if (a) z3.solver_assert(b->context, solver, a);
        if (!a || z3.get_error_code(b->context) != Z3_OK) return SMT_UNKNOWN;
    }
    for (uint32_t i = 0; i < b->axioms.size; i++) z3.solver_assert(b->context, solver, b->axioms.data[i]);
    if (!watch_begin(&b->watch)) return SMT_UNKNOWN;
    Z3_lbool answer = z3.solver_check_assumptions(b->context, solver, 0, NULL);
    watch_end(&b->watch);
    if (answer == Z3_L_UNDEF) return SMT_UNKNOWN;
    return answer == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

enum smt_result smt_proof_lemmas(struct terms *bank, const term *formulas, uint32_t n, struct limits *limits,
                                 void (*lemma)(void *client, const term *literals, uint32_t n),
                                 void *client) {
    if (!library_open(NULL)) return SMT_UNKNOWN;
    struct bridge b;
    bridge_init(&b, bank, limits, (const char *const[]){"proof", "true", NULL});
    b.split = true;
    Z3_solver solver = proving_solver(b.context);
    enum smt_result result = prove(&b, solver, formulas, n);
    Z3_ast proof = result == SMT_UNSAT ? bridge_hold(&b, z3.solver_get_proof(b.context, solver)) : NULL;
    if (proof) {
        struct proof_walk w = {.bridge = &b, .lemma = lemma, .client = client};
        walk(&w, proof);
        vec_free(&w.work);
        vec_free(&w.literals);
        hash_map_free(&w.seen);
    }
    z3.solver_dec_ref(b.context, solver);
    bridge_fini(&b);
    return result;
}
