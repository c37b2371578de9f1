/* Judges AIGER certificates, with the obligations of the public checker certifaiger (Froleyks, Yu, Preiner,
 * Biere, Heljanko: "Introducing Certificates to the Hardware Model Checking Competition", CAV 2025). Primes
 * mark the witness circuit, K is the set of latches that model and witness share, P' says that no bad of the
 * witness is true:
 *
 *     reset        R{K} & C                   =>  R'{K} & C'
 *     transition   F{K} & C_0 & C_1 & C'_0    =>  F'{K} & C'_1
 *     property     C & C' & P'                =>  not bad
 *     base         R' & C'                    =>  P'
 *     step         F' & C'_0 & C'_1 & P'_0    =>  P'_1
 *
 * The first three relate the two circuits: the model drives the shared inputs and latches, everything else of
 * the witness is arbitrary. They suffice because the resets of the witness are acyclic, so that a reset of K
 * extends to all its latches, and because the mapping is one-to-one between leaves: a model latch is never
 * identified with a gate, a constant or another latch, which would assume something about the model that
 * nobody has shown. */
#include "check/circuit/check_circuit.h"
#include "check/circuit/induction.h"
#include "check/circuit/mapping.h"

/* Model and witness in one solver, in two steps, with the shared leaves identified. */
struct pair {
    struct encode encode;
    const struct circuit *model, *witness;
    const struct mapping *mapping;
    struct leaf *model_leaves;
    aig_lit *resets; /* alias table for step 0 of the model, or NULL */
    struct encode_frame model_frames[2], witness_frames[2];
};

static sat_lit model_leaf(void *owner, uint32_t time, uint32_t node) {
    struct pair *p = owner;
    struct leaf leaf = p->model_leaves[node];
    bool shared_latch = leaf.kind == LEAF_LATCH && p->mapping->shared[node];
    if (!time || !shared_latch) return encode_variable(&p->encode);
    return encode_literal(&p->model_frames[0], p->model->latches.data[leaf.index].next);
}

static sat_lit witness_leaf(void *owner, uint32_t time, uint32_t node) {
    struct pair *p = owner;
    aig_lit model = p->mapping->model[node];
    if (model.code == UINT32_MAX) return encode_variable(&p->encode);
    return encode_literal(&p->model_frames[time], model);
}

static void pair_init(struct pair *p, const struct circuit *model, const struct circuit *witness,
                      const struct mapping *mapping, bool from_reset, struct limits *limits) {
    *p = (struct pair){.model = model, .witness = witness, .mapping = mapping};
    encode_init(&p->encode, limits);
    p->model_leaves = circuit_leaves(model);
    for (uint32_t time = 0; time < 2; time++) {
        encode_frame_init(&p->model_frames[time], &p->encode, model->graph, model_leaf, p, time);
        encode_frame_init(&p->witness_frames[time], &p->encode, witness->graph, witness_leaf, p, time);
    }
    if (!from_reset) return;
    p->resets = mem_alloc(aig_size(model->graph) * sizeof *p->resets);
    for (uint32_t i = 0; i < aig_size(model->graph); i++) p->resets[i] = AIG_NONE;
    vec_each (const struct latch, l, &model->latches)
        if (mapping->shared[aig_node(l->lit)] && !latch_is_free(l)) p->resets[aig_node(l->lit)] = l->reset;
    p->model_frames[0].alias = p->resets;
}

static void pair_fini(struct pair *p) {
    for (uint32_t time = 0; time < 2; time++) {
        encode_frame_fini(&p->model_frames[time]);
        encode_frame_fini(&p->witness_frames[time]);
    }
    mem_free(p->model_leaves);
    mem_free(p->resets);
    encode_fini(&p->encode);
}

static void assume_constraints(struct encode_frame *f, const struct circuit *c) {
    vec_each (const struct signal, s, &c->constraints) encode_assert(f, s->lit);
}

/* Can one of the literals be false? Equal structure has made most of them true already. */
static enum sat_result violable(struct pair *p, sat_lits *literals) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < literals->size; i++)
        if (!encode_is(&p->encode, literals->data[i], true))
            literals->data[open++] = sat_not(literals->data[i]);
    vec_shrink(literals, open);
    if (!open) return SAT_REFUTED;
    sat_add(p->encode.sat, literals->data, literals->size);
    return sat_solve(p->encode.sat, NULL, 0);
}

/* C'_time, and for each shared latch of the witness that `is` equals `should` in its frame. */
static void demand(struct pair *p, uint32_t time, sat_lits *demands) {
    vec_each (const struct signal, s, &p->witness->constraints)
        vec_push(demands, encode_literal(&p->witness_frames[time], s->lit));
    vec_each (const struct latch, l, &p->witness->latches) {
        if (p->mapping->model[aig_node(l->lit)].code == UINT32_MAX) continue;
        sat_lit is = encode_literal(&p->witness_frames[time], l->lit);
        sat_lit should = encode_literal(&p->witness_frames[0], p->resets ? l->reset : l->next);
        vec_push(demands, encode_equal(&p->encode, is, should));
    }
}

static enum sat_result reset_fails(struct pair *p) {
    sat_lits demands = {0};
    assume_constraints(&p->model_frames[0], p->model);
    demand(p, 0, &demands);
    enum sat_result result = violable(p, &demands);
    vec_free(&demands);
    return result;
}

static enum sat_result property_fails(struct pair *p, uint32_t property) {
    sat_lits assumptions = {0};
    assume_constraints(&p->model_frames[0], p->model);
    assume_constraints(&p->witness_frames[0], p->witness);
    vec_push(&assumptions, encode_literal(&p->model_frames[0], p->model->properties.data[property].bad));
    vec_each (const struct property, q, &p->witness->properties)
        vec_push(&assumptions, sat_not(encode_literal(&p->witness_frames[0], q->bad)));
    enum sat_result result = sat_solve(p->encode.sat, assumptions.data, assumptions.size);
    vec_free(&assumptions);
    return result;
}

/* After property_fails: the constraints of step 0 are assumed. */
static enum sat_result transition_fails(struct pair *p) {
    sat_lits demands = {0};
    assume_constraints(&p->model_frames[1], p->model);
    demand(p, 1, &demands);
    enum sat_result result = violable(p, &demands);
    vec_free(&demands);
    return result;
}

static enum check_result judge(enum sat_result result, const char *reason, struct text *why) {
    if (result == SAT_SATISFIED) text_add(why, reason);
    return result == SAT_REFUTED     ? CHECK_ACCEPTED
           : result == SAT_SATISFIED ? CHECK_REJECTED
                                     : CHECK_UNDECIDED;
}

static enum check_result simulates(const struct circuit *model, uint32_t property,
                                   const struct circuit *witness, const struct mapping *mapping,
                                   struct limits *limits, struct text *why) {
    struct pair p;
    pair_init(&p, model, witness, mapping, true, limits);
    enum check_result result =
        judge(reset_fails(&p), "reset: the witness does not allow every reset state of the model", why);
    pair_fini(&p);
    if (result != CHECK_ACCEPTED) return result;
    pair_init(&p, model, witness, mapping, false, limits);
    result =
        judge(property_fails(&p, property), "property: the witness can be fine when the model is bad", why);
    if (result == CHECK_ACCEPTED)
        result = judge(transition_fails(&p), "transition: the witness does not allow every step of the model",
                       why);
    pair_fini(&p);
    return result;
}

static enum check_result inductive(const struct circuit *witness, struct limits *limits, struct text *why) {
    struct phi phi;
    phi_init(&phi, witness->graph, circuit_leaves(witness));
    for (uint32_t k = 0; k < witness->properties.size; k++)
        phi_add(&phi, aig_not(witness->properties.data[k].bad), k);
    phi_order(&phi);
    struct induction_answer answer =
        induction_ask(&(struct induction_question){witness, &phi, 1, false, AIG_FALSE, limits});
    phi_fini(&phi);
    return judge(answer.result,
                 answer.part == INDUCTION_BASE ? "base: the witness can be bad at reset"
                                               : "step: the witness can become bad",
                 why);
}

enum check_result check_certificate(const struct circuit *model, uint32_t property,
                                    const struct circuit *witness, struct limits *limits, struct text *why) {
    struct mapping mapping = {0};
    const char *problem = circuit_check(witness);
    if (property >= model->properties.size) problem = "the circuit has no such property";
    if (!problem && !mapping_read(&mapping, model, witness, why)) problem = "";
    enum check_result result = CHECK_REJECTED;
    if (problem)
        text_add(why, problem);
    else
        result = simulates(model, property, witness, &mapping, limits, why);
    if (result == CHECK_ACCEPTED) result = inductive(witness, limits, why);
    if (result == CHECK_UNDECIDED) text_add(why, "the limits ran out");
    mapping_fini(&mapping);
    return result;
}
