/* The arithmetic lemmas of a proof. */
#include "smt/proving.h"

struct proof_walk {
    struct bridge *bridge;
    z3_asts work;
    struct hash_map seen;
    void (*lemma)(void *client, const term *literals, uint32_t n);
    void *client;
    term_list literals;
};

static bool is_arithmetic_lemma(Z3_context c, Z3_ast step) {
    if (proof_kind(c, step) != Z3_OP_PR_TH_LEMMA) return false;
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
    for (uint32_t i = 0; i + 1 < proof_arity(c, step); i++)
        complete = complete && add(w, proof_fact(c, proof_argument(c, step, i)), false);
    Z3_ast conclusion = proof_fact(c, step);
    if (proof_kind(c, conclusion) == Z3_OP_OR) {
        for (uint32_t i = 0; i < proof_arity(c, conclusion); i++)
            complete = complete && add(w, proof_argument(c, conclusion, i), true);
    } else if (proof_kind(c, conclusion) != Z3_OP_FALSE) {
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
        for (uint32_t i = proof_arity(c, step); i-- > 0;)
            if (proof_is_step(c, proof_argument(c, step, i))) vec_push(&w->work, proof_argument(c, step, i));
    }
}

enum smt_result smt_proof_lemmas(struct terms *bank, const term *formulas, uint32_t n, struct limits *limits,
                                 void (*lemma)(void *client, const term *literals, uint32_t n),
                                 void *client) {
    struct proving p;
    enum smt_result result = SMT_UNKNOWN;
    if (!proving_init(&p, bank, formulas, n, limits, &result)) return SMT_UNKNOWN;
    if (p.proof) {
        struct proof_walk w = {.bridge = &p.bridge, .lemma = lemma, .client = client};
        walk(&w, p.proof);
        vec_free(&w.work);
        vec_free(&w.literals);
        hash_map_free(&w.seen);
    }
    proving_fini(&p);
    return result;
}
