#include "smt/proving.h"

Z3_decl_kind proof_kind(Z3_context c, Z3_ast a) {
    if (z3.get_ast_kind(c, a) != Z3_APP_AST) return Z3_OP_UNINTERPRETED;
    return z3.get_decl_kind(c, z3.get_app_decl(c, z3.to_app(c, a)));
}

bool proof_is_step(Z3_context c, Z3_ast a) {
    Z3_decl_kind kind = proof_kind(c, a);
    return kind >= Z3_OP_PR_UNDEF && kind <= Z3_OP_PR_HYPER_RESOLVE;
}

uint32_t proof_arity(Z3_context c, Z3_ast a) {
    return z3.get_app_num_args(c, z3.to_app(c, a));
}

Z3_ast proof_argument(Z3_context c, Z3_ast a, uint32_t i) {
    return z3.get_app_arg(c, z3.to_app(c, a), i);
}

Z3_ast proof_fact(Z3_context c, Z3_ast step) {
    return proof_argument(c, step, proof_arity(c, step) - 1);
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

bool proving_init(struct proving *p, struct terms *bank, const term *formulas, uint32_t n,
                  struct limits *limits, enum smt_result *result) {
    if (!library_open(NULL)) return false;
    bridge_init(&p->bridge, bank, limits, (const char *const[]){"proof", "true", NULL});
    p->bridge.split = true;
    p->solver = proving_solver(p->bridge.context);
    *result = prove(&p->bridge, p->solver, formulas, n);
    p->proof = *result == SMT_UNSAT
                   ? bridge_hold(&p->bridge, z3.solver_get_proof(p->bridge.context, p->solver))
                   : NULL;
    p->bridge.remember = p->proof != NULL; /* the proof holds what it speaks of */
    return true;
}

void proving_fini(struct proving *p) {
    z3.solver_dec_ref(p->bridge.context, p->solver);
    bridge_fini(&p->bridge);
}
