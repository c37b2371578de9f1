/* Judges invariants: base, step and safety as evidence/circuit_evidence.h defines them. */
#include "check/circuit/check_circuit.h"
#include "check/circuit/induction.h"

/* What the leaves of the invariant's graph are, or NULL when they are not the circuit's inputs and latches.
 */
static struct leaf *invariant_leaves(const struct circuit *c, const struct invariant *inv) {
    uint32_t size = aig_size(inv->graph), count = 0;
    if (inv->inputs.size != c->inputs.size || inv->latches.size != c->latches.size) return NULL;
    struct leaf *leaves = mem_new_array(struct leaf, size);
    for (uint32_t pass = 0; pass < 2; pass++) {
        const aig_lits *lits = pass ? &inv->latches : &inv->inputs;
        for (uint32_t i = 0; i < lits->size; i++) {
            uint32_t node = aig_node(lits->data[i]);
            if (aig_sign(lits->data[i]) || !node || node >= size || aig_is_gate(inv->graph, node) ||
                leaves[node].kind != LEAF_NONE) {
                mem_free(leaves);
                return NULL;
            }
            leaves[node] = (struct leaf){pass ? LEAF_LATCH : LEAF_INPUT, i};
            count++;
        }
    }
    if (count + inv->graph->gates + 1 != size) {
        mem_free(leaves);
        return NULL;
    }
    return leaves;
}

/* Everything about the invariant that can be wrong without asking a solver. */
static const char *malformed(const struct circuit *c, uint32_t property, const struct invariant *inv,
                             struct phi *phi) {
    uint32_t bad;
    if (property >= c->properties.size) return "the circuit has no such property";
    if (inv->depth < 1) return "the induction depth is zero";
    if (!aig_check(inv->graph, &bad)) return "the graph of the invariant is not in topological order";
    vec_each (const aig_lit, l, &inv->conjuncts)
        if (aig_node(*l) >= aig_size(inv->graph)) return "a conjunct is out of range";
    struct leaf *leaves = invariant_leaves(c, inv);
    if (!leaves) return "the leaves of the invariant are not the inputs and latches of the circuit";
    phi_init(phi, inv->graph, leaves);
    for (uint32_t i = 0; i < inv->conjuncts.size; i++) phi_add(phi, inv->conjuncts.data[i], i);
    return NULL;
}

enum check_result check_invariant(const struct circuit *c, uint32_t property, const struct invariant *inv,
                                  struct limits *limits, struct text *why) {
    struct phi phi = {0};
    const char *problem = malformed(c, property, inv, &phi);
    if (problem) {
        text_add(why, problem);
        phi_fini(&phi);
        return CHECK_REJECTED;
    }
    phi_order(&phi);
    struct induction_answer answer = induction_ask(&(struct induction_question){
        c, &phi, inv->depth, inv->simple_path, c->properties.data[property].bad, limits});
    phi_fini(&phi);
    if (answer.result == SAT_REFUTED) return CHECK_ACCEPTED;
    if (answer.result != SAT_SATISFIED) {
        text_add(why, "the limits ran out");
        return CHECK_UNDECIDED;
    }
    if (answer.part == INDUCTION_SAFETY)
        text_add(why, "safety: the invariant does not exclude the bad states");
    else if (answer.part == INDUCTION_BASE)
        text_format(why, "base: conjunct %u of the invariant can be false %u steps after the reset",
                    answer.origin, answer.step);
    else
        text_format(why, "step: conjunct %u of the invariant is not implied after %u steps of it",
                    answer.origin, answer.step);
    return CHECK_REJECTED;
}
