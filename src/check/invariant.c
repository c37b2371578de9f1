/* Judges invariants: base, step and safety as evidence/evidence.h defines them. */
#include "check/check.h"
#include "check/induction.h"

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

static enum check_result judge(enum sat_result result) {
    return result == SAT_REFUTED     ? CHECK_ACCEPTED
           : result == SAT_SATISFIED ? CHECK_REJECTED
                                     : CHECK_UNDECIDED;
}

/* reset & C_0 & T_0 & ... & C_j => phi_j  for j in [0..depth[ */
static enum check_result base(const struct circuit *c, const struct phi *phi, uint32_t depth,
                              struct limits *limits, struct text *why) {
    struct induction i;
    induction_init(&i, c, phi, true, limits);
    enum check_result result = CHECK_ACCEPTED;
    for (uint32_t j = 0; j < depth && result == CHECK_ACCEPTED; j++) {
        uint32_t which = 0;
        result = judge(induction_violable(&i, j, &which));
        if (result == CHECK_REJECTED)
            text_format(why, "base: conjunct %u of the invariant can be false %u steps after the reset",
                        which, j);
    }
    induction_fini(&i);
    return result;
}

/* phi & C => not bad, then phi_0 & C_0 & T_0 & ... & phi_k-1 & C_k-1 & T_k-1 & C_k => phi_k, in one solver:
 * the second question only adds to what the first assumes. */
static enum check_result safety_and_step(const struct circuit *c, uint32_t property, const struct phi *phi,
                                         const struct invariant *inv, struct limits *limits,
                                         struct text *why) {
    struct induction i;
    u32s support = {0};
    induction_init(&i, c, phi, false, limits);
    induction_assume(&i, 0);
    enum check_result result = judge(induction_reachable(&i, 0, c->properties.data[property].bad));
    if (result == CHECK_REJECTED) text_add(why, "safety: the invariant does not exclude the bad states");
    if (result != CHECK_ACCEPTED) goto done;
    for (uint32_t step = 1; step < inv->depth; step++) induction_assume(&i, step);
    if (inv->simple_path) {
        induction_support(c, phi, &support);
        for (uint32_t a = 0; a < inv->depth; a++)
            for (uint32_t b = a + 1; b <= inv->depth; b++) induction_differ(&i, a, b, &support);
    }
    uint32_t which = 0;
    result = judge(induction_violable(&i, inv->depth, &which));
    if (result == CHECK_REJECTED)
        text_format(why, "step: conjunct %u of the invariant is not implied after %u steps of it", which,
                    inv->depth);
done:
    vec_free(&support);
    induction_fini(&i);
    return result;
}

enum check_result check_invariant(const struct circuit *c, uint32_t property, const struct invariant *inv,
                                  struct limits *limits, struct text *why) {
    struct phi phi = {0};
    enum check_result result = CHECK_REJECTED;
    const char *problem = malformed(c, property, inv, &phi);
    if (problem)
        text_add(why, problem);
    else
        result = base(c, &phi, inv->depth, limits, why);
    if (!problem && result == CHECK_ACCEPTED) result = safety_and_step(c, property, &phi, inv, limits, why);
    if (result == CHECK_UNDECIDED) text_add(why, "the limits ran out");
    phi_fini(&phi);
    return result;
}
