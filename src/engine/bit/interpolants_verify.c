/* [W14] Def. 2, checked from the original clauses of the proof. */
#include "engine/bit/itp_cnf.h"
#include "engine/bit/interpolants.h"

struct occurrence {
    uint32_t first, last; /* parts */
};

struct verification {
    const struct itp_problem *problem;
    uint32_t variables;
    struct occurrence *occurrences; /* by variable; first = UINT32_MAX: none */
};

static void note(struct verification *v, sat_lit l, uint32_t part) {
    struct occurrence *o = &v->occurrences[sat_variable_of(l)];
    if (o->first > part) o->first = part;
    if (o->last < part) o->last = part;
}

static const struct proof_step *refutation_of(const struct itp_problem *p) {
    return &p->proof->steps.data[p->proof->refutation];
}

static void count_occurrences(struct verification *v) {
    const struct proof *proof = v->problem->proof;
    vec_each (const sat_lit, l, &proof->literals)
        if (sat_variable_of(*l) >= v->variables) v->variables = sat_variable_of(*l) + 1;
    v->occurrences = mem_new_array(struct occurrence, v->variables + 1);
    for (uint32_t i = 0; i < v->variables; i++) v->occurrences[i].first = UINT32_MAX;
    vec_each (const struct proof_step, s, &proof->steps)
        for (uint32_t i = 0; !s->count && i < s->size; i++) note(v, proof_literals(proof, s)[i], s->part);
    const struct proof_step *refutation = refutation_of(v->problem);
    for (uint32_t i = 0; i < refutation->size; i++)
        note(v, proof_literals(proof, refutation)[i], v->problem->cuts);
}

/* The clauses of a part; the assumptions with the last one. */
static void add_part(const struct verification *v, struct sat *sat, uint32_t part) {
    const struct proof *proof = v->problem->proof;
    for (uint32_t i = 0; i < v->variables; i++) (void)sat_variable(sat);
    vec_each (const struct proof_step, s, &proof->steps)
        if (!s->count && s->part == part) sat_add(sat, proof_literals(proof, s), s->size);
    const struct proof_step *refutation = refutation_of(v->problem);
    for (uint32_t i = 0; part == v->problem->cuts && i < refutation->size; i++)
        sat_add1(sat, sat_not(proof_literals(proof, refutation)[i]));
}

/* Asserts the interpolant of a cut, over the variables that are shared there. False: it speaks of others. */
static bool assert_interpolant(const struct verification *v, struct sat *sat, uint32_t cut, aig_lit formula) {
    const struct itp_problem *p = v->problem;
    bool *cone = mem_new_array(bool, aig_size(p->graph)), within = true;
    aig_mark_cone(p->graph, formula, cone);
    struct cnf cnf;
    cnf_init(&cnf, p->graph, sat);
    for (uint32_t i = 0; i < v->variables && i < p->leaves.size; i++) {
        aig_lit leaf = p->leaves.data[i];
        if (leaf.code == UINT32_MAX || !cone[aig_node(leaf)] || v->occurrences[i].first >= cut ||
            v->occurrences[i].last < cut)
            continue;
        cnf_bind(&cnf, leaf, i);
    }
    for (uint32_t node = 1; node < aig_size(p->graph); node++)
        within &= !cone[node] || aig_is_gate(p->graph, node) || cnf_known(&cnf, aig_make(node, false));
    sat_add1(sat, cnf_lit(&cnf, formula));
    cnf_fini(&cnf);
    mem_free(cone);
    return within;
}

/* J_i & A_i => J_i+1 */
static const char *verify_step(const struct verification *v, uint32_t i, aig_lit before, aig_lit after) {
    struct sat *sat = sat_cadical(v->problem->limits);
    add_part(v, sat, i);
    bool within = assert_interpolant(v, sat, i, before) && assert_interpolant(v, sat, i + 1, aig_not(after));
    enum sat_result result = within ? sat_solve(sat, NULL, 0) : SAT_UNKNOWN;
    sat_free(sat);
    if (!within) return "an interpolant has a variable that is not shared";
    return result == SAT_SATISFIED ? "an interpolant and its part do not imply the next" : NULL;
}

const char *itp_verify(const struct itp_problem *p, const aig_lit *sequence) {
    struct verification v = {.problem = p};
    count_occurrences(&v);
    const char *wrong = NULL;
    for (uint32_t i = 0; i <= p->cuts && !wrong; i++)
        wrong = verify_step(&v, i, i ? sequence[i - 1] : AIG_TRUE, i < p->cuts ? sequence[i] : AIG_FALSE);
    mem_free(v.occurrences);
    return wrong;
}
