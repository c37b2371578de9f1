/* Chains of Horn clauses, solved by Z3's Spacer: a sequence of interpolants.
 *
 * A relation I_i per cut, one rule per formula, and the question whether the end is reachable. Inlining and slicing are
 * off, since they would remove the very relations that we ask for. */
#include "smt/bridge.h"
#include "smt/smt.h"

#include "logic/walk.h"

struct chain {
    struct bridge *bridge;
    Z3_fixedpoint fixedpoint;
    const term *formulas;
    uint32_t n; /* formulas; relations [0..n-1[ and the end, [n-1] */
    const struct smt_link *shared;
    VEC(Z3_func_decl) relations; /* held */
};

static void set_parameters(struct chain *h) {
    Z3_context c = h->bridge->context;
    Z3_params p = z3.mk_params(c);
    z3.params_inc_ref(c, p);
    z3.params_set_symbol(c, p, z3.mk_string_symbol(c, "engine"), z3.mk_string_symbol(c, "spacer"));
    z3.params_set_bool(c, p, z3.mk_string_symbol(c, "xform.slice"), false);
    z3.params_set_bool(c, p, z3.mk_string_symbol(c, "xform.inline_linear"), false);
    z3.params_set_bool(c, p, z3.mk_string_symbol(c, "xform.inline_eager"), false);
    z3.fixedpoint_set_params(c, h->fixedpoint, p);
    z3.params_dec_ref(c, p);
}

static bool declare(struct chain *h, uint32_t i) {
    struct bridge *b = h->bridge;
    VEC(Z3_sort) domain = {0};
    bool complete = true;
    for (uint32_t k = 0; i + 1 < h->n && k < h->shared[i].n; k++) {
        vec_push(&domain, bridge_sort(b, term_sort(b->bank, h->shared[i].shared[k])));
        complete &= vec_last(&domain) != NULL;
    }
    Z3_symbol name = z3.mk_int_symbol(b->context, (int)b->symbols++);
    Z3_func_decl decl =
        complete ? z3.mk_func_decl(b->context, name, domain.size, domain.data, z3.mk_bool_sort(b->context))
                 : NULL;
    vec_free(&domain);
    if (!decl) return false;
    z3.inc_ref(b->context, z3.func_decl_to_ast(b->context, decl));
    vec_push(&h->relations, decl);
    z3.fixedpoint_register_relation(b->context, h->fixedpoint, decl);
    return z3.get_error_code(b->context) == Z3_OK;
}

/* I_i over its variables; the end has none. */
static Z3_ast relation(struct chain *h, uint32_t i) {
    struct bridge *b = h->bridge;
    z3_asts arguments = {0};
    bool complete = true;
    for (uint32_t k = 0; i + 1 < h->n && k < h->shared[i].n; k++) {
        vec_push(&arguments, bridge_ast(b, h->shared[i].shared[k]));
        complete &= vec_last(&arguments) != NULL;
    }
    Z3_ast a = complete ? z3.mk_app(b->context, h->relations.data[i], arguments.size, arguments.data) : NULL;
    vec_free(&arguments);
    return bridge_hold(b, a);
}

/* for all variables: body => head */
static Z3_ast closed(struct chain *h, uint32_t i, Z3_ast rule) {
    struct bridge *b = h->bridge;
    term_list roots = {0}, variables = {0};
    vec_push(&roots, h->formulas[i]);
    if (i) vec_append(&roots, h->shared[i - 1].shared, h->shared[i - 1].n);
    if (i + 1 < h->n) vec_append(&roots, h->shared[i].shared, h->shared[i].n);
    term_variables(b->bank, roots.data, roots.size, &variables);
    VEC(Z3_app) bound = {0};
    bool complete = true;
    vec_each (term, v, &variables) {
        Z3_ast a = bridge_ast(b, *v);
        complete &= a != NULL;
        vec_push(&bound, a ? z3.to_app(b->context, a) : NULL);
    }
    if (complete && bound.size)
        rule = bridge_hold(b, z3.mk_forall_const(b->context, 0, bound.size, bound.data, 0, NULL, rule));
    vec_free(&bound);
    vec_free(&roots);
    vec_free(&variables);
    return complete ? rule : NULL;
}

static bool add_rule(struct chain *h, uint32_t i) {
    struct bridge *b = h->bridge;
    Z3_ast body = bridge_ast(b, h->formulas[i]), head = relation(h, i);
    if (body && i) {
        Z3_ast both[2] = {relation(h, i - 1), body};
        body = both[0] ? bridge_hold(b, z3.mk_and(b->context, 2, both)) : NULL;
    }
    if (!body || !head) return false;
    Z3_ast rule = bridge_hold(b, z3.mk_implies(b->context, body, head));
    rule = rule ? closed(h, i, rule) : NULL;
    if (!rule) return false;
    z3.fixedpoint_add_rule(b->context, h->fixedpoint, rule, z3.mk_int_symbol(b->context, (int)b->symbols++));
    return z3.get_error_code(b->context) == Z3_OK;
}

static bool read_relation(struct chain *h, uint32_t i, term *out) {
    struct bridge *b = h->bridge;
    Z3_ast cover =
        bridge_hold(b, z3.fixedpoint_get_cover_delta(b->context, h->fixedpoint, -1, h->relations.data[i]));
    if (!cover || z3.get_error_code(b->context) != Z3_OK) return false;
    *out = bridge_term(b, cover, h->shared[i].shared, h->shared[i].n);
    return !term_is_none(*out);
}

static bool solve(struct chain *h, term *out) {
    struct bridge *b = h->bridge;
    set_parameters(h);
    for (uint32_t i = 0; i < h->n; i++)
        if (!declare(h, i)) return false;
    for (uint32_t i = 0; i < h->n; i++)
        if (!add_rule(h, i)) return false;
    if (!watch_begin(&b->watch)) return false;
    Z3_lbool answer =
        z3.fixedpoint_query_relations(b->context, h->fixedpoint, 1, &h->relations.data[h->n - 1]);
    watch_end(&b->watch);
    if (answer != Z3_L_FALSE || z3.get_error_code(b->context) != Z3_OK) return false;
    for (uint32_t i = 0; i + 1 < h->n; i++)
        if (!read_relation(h, i, &out[i])) return false;
    return true;
}

bool smt_horn_chain(struct terms *bank, const term *formulas, uint32_t n, const struct smt_link *shared,
                    struct limits *limits, term *out) {
    if (!n || !library_open(NULL)) return false;
    struct bridge b;
    bridge_init(&b, bank, limits, NULL);
    struct chain h = {.bridge = &b, .formulas = formulas, .n = n, .shared = shared};
    h.fixedpoint = z3.mk_fixedpoint(b.context);
    z3.fixedpoint_inc_ref(b.context, h.fixedpoint);
    bool solved = solve(&h, out);
    vec_each (Z3_func_decl, f, &h.relations) z3.dec_ref(b.context, z3.func_decl_to_ast(b.context, *f));
    vec_free(&h.relations);
    z3.fixedpoint_dec_ref(b.context, h.fixedpoint);
    bridge_fini(&b);
    return solved;
}
