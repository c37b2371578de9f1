/* A proof as a list of steps.
 *
 * Much of a proof is about how Z3 rewrote a formula: equivalences that are valid whatever was asserted. They are no
 * premises here, so that what remains speaks of the formulas and of lemmas. */
#include "smt/proving.h"

struct reading {
    struct proving proving;
    const term *formulas;
    uint32_t n, most;
    z3_asts steps;           /* premises before conclusions */
    struct hash_map number;  /* AST id -> position in steps */
    u8s valid, needed;       /* by position */
    struct hash_map formula; /* AST id -> which one it is */
};

static enum smt_rule rule_of(Z3_context c, Z3_ast step) {
    switch (proof_kind(c, step)) {
    case Z3_OP_PR_ASSERTED: return SMT_RULE_FORMULA;
    case Z3_OP_PR_HYPOTHESIS: return SMT_RULE_HYPOTHESIS;
    case Z3_OP_PR_LEMMA: return SMT_RULE_LEMMA;
    case Z3_OP_PR_UNIT_RESOLUTION: return SMT_RULE_RESOLUTION;
    default: return SMT_RULE_OTHER;
    }
}

static uint32_t position_of(const struct reading *r, Z3_ast step) {
    return hash_map_get(&r->number, z3.get_ast_id(r->proving.bridge.context, step));
}

/* Calls `premise` for every one of a step. */
static void each_premise(struct reading *r, Z3_ast step, void (*premise)(struct reading *, Z3_ast, void *),
                         void *client) {
    Z3_context c = r->proving.bridge.context;
    for (uint32_t i = 0; i + 1 < proof_arity(c, step); i++) {
        Z3_ast a = proof_argument(c, step, i);
        if (proof_is_step(c, a)) premise(r, a, client);
    }
}

static void push_new(struct reading *r, Z3_ast step, void *work) {
    if (position_of(r, step) == HASH_NONE) vec_push((z3_asts *)work, step);
}

static void all_valid(struct reading *r, Z3_ast step, void *valid) {
    *(bool *)valid &= r->valid.data[position_of(r, step)];
}

/* Premises first: a step stays on the stack until its premises have numbers. */
static void number_steps(struct reading *r) {
    Z3_context c = r->proving.bridge.context;
    z3_asts work = {0};
    vec_push(&work, r->proving.proof);
    while (work.size) {
        Z3_ast step = vec_last(&work);
        uint32_t before = work.size;
        if (position_of(r, step) == HASH_NONE) each_premise(r, step, push_new, &work);
        if (work.size > before) continue;
        (void)vec_pop(&work);
        if (position_of(r, step) != HASH_NONE) continue;
        enum smt_rule rule = rule_of(c, step);
        bool valid = rule != SMT_RULE_FORMULA && rule != SMT_RULE_HYPOTHESIS && rule != SMT_RULE_LEMMA;
        each_premise(r, step, all_valid, &valid);
        hash_map_put(&r->number, z3.get_ast_id(c, step), r->steps.size);
        vec_push(&r->steps, step);
        vec_push(&r->valid, valid);
        vec_push(&r->needed, false);
    }
    vec_free(&work);
}

/* A resolution wants to see its clause and what it is resolved with, valid or not. */
static bool is_premise(const struct reading *r, uint32_t step, uint32_t premise) {
    enum smt_rule rule = rule_of(r->proving.bridge.context, r->steps.data[step]);
    return rule == SMT_RULE_RESOLUTION || !r->valid.data[premise];
}

static void mark_needed(struct reading *r, Z3_ast step, void *conclusion) {
    uint32_t p = position_of(r, step);
    if (is_premise(r, *(uint32_t *)conclusion, p)) r->needed.data[p] = true;
}

static void add_premise(struct reading *r, Z3_ast step, void *client) {
    struct smt_step *out = client;
    uint32_t p = position_of(r, step);
    vec_push(&out->premises, p);
}

static bool read_literals(struct reading *r, Z3_ast fact, struct smt_step *out) {
    struct bridge *b = &r->proving.bridge;
    bool several = proof_kind(b->context, fact) == Z3_OP_OR;
    for (uint32_t i = 0, n = several ? proof_arity(b->context, fact) : 1; i < n; i++) {
        vec_push(&out->literals,
                 bridge_term(b, several ? proof_argument(b->context, fact, i) : fact, NULL, 0));
        if (term_is_none(vec_last(&out->literals))) return false;
    }
    out->fact = several ? term_or(b->bank, out->literals.data, out->literals.size) : out->literals.data[0];
    return true;
}

/* `place` is where needed steps are in the list that is made. */
static bool read_step(struct reading *r, uint32_t step, const u32s *place, struct smt_step *out) {
    Z3_context c = r->proving.bridge.context;
    Z3_ast a = r->steps.data[step], fact = proof_fact(c, a);
    out->rule = rule_of(c, a);
    each_premise(r, a, add_premise, out);
    uint32_t kept = 0;
    vec_each (const uint32_t, p, &out->premises)
        if (is_premise(r, step, *p)) out->premises.data[kept++] = place->data[*p];
    vec_shrink(&out->premises, kept);
    if (out->rule == SMT_RULE_FORMULA) {
        out->formula = hash_map_get(&r->formula, z3.get_ast_id(c, fact));
        if (out->formula == HASH_NONE) return false;
    }
    return read_literals(r, fact, out);
}

static bool read_all(struct reading *r, smt_steps *out) {
    Z3_context c = r->proving.bridge.context;
    for (uint32_t i = 0; i < r->n; i++)
        hash_map_put(&r->formula, z3.get_ast_id(c, bridge_ast(&r->proving.bridge, r->formulas[i])), i);
    number_steps(r);
    r->needed.data[r->steps.size - 1] = true;
    for (uint32_t i = r->steps.size; i-- > 0;)
        if (r->needed.data[i]) each_premise(r, r->steps.data[i], mark_needed, &i);
    u32s place = {0};
    uint32_t needed = 0;
    vec_each (const uint8_t, one, &r->needed) needed += *one;
    bool good = needed <= r->most;
    for (uint32_t i = 0; i < r->steps.size && good; i++) {
        vec_push(&place, out->size);
        if (!r->needed.data[i]) continue;
        vec_push(out, (struct smt_step){0});
        good = read_step(r, i, &place, &vec_last(out));
    }
    vec_free(&place);
    return good;
}

enum smt_result smt_proof_steps(struct terms *bank, const term *formulas, uint32_t n, uint32_t most,
                                struct limits *limits, smt_steps *out) {
    struct reading r = {.formulas = formulas, .n = n, .most = most};
    enum smt_result result = SMT_UNKNOWN;
    if (!proving_init(&r.proving, bank, formulas, n, limits, &result)) return SMT_UNKNOWN;
    if (result == SMT_UNSAT && (!r.proving.proof || !read_all(&r, out))) result = SMT_UNKNOWN;
    vec_free(&r.steps);
    hash_map_free(&r.number);
    hash_map_free(&r.formula);
    vec_free(&r.valid);
    vec_free(&r.needed);
    proving_fini(&r.proving);
    return result;
}

void smt_steps_free(smt_steps *steps) {
    vec_each (struct smt_step, s, steps) {
        vec_free(&s->literals);
        vec_free(&s->premises);
    }
    vec_free(steps);
}
