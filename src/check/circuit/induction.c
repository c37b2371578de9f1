#include "check/circuit/induction.h"
#include "check/circuit/ternary.h"

/* One solver with one path, from the reset or from anywhere. Constraints hold in every step up to the one
 * that a question is about and in no later one, so questions come by increasing step. */
struct path {
    struct encode encode;
    struct unroll unroll;
    const struct phi *phi;
    VEC(struct encode_frame *) phi_frames; /* copies of phi's graph, when it is not the circuit's */
    uint32_t constrained;                  /* constraints are asserted in the steps [0..constrained[ */
};

/* What folds is decided without the solver, which would look at the clock. */
static bool late(const struct induction_question *q) {
    return q->limits && limits_stopped_slow(q->limits);
}

static sat_lit phi_leaf(void *owner, uint32_t step, uint32_t node) {
    struct path *p = owner;
    struct leaf leaf = p->phi->leaves[node];
    assert(leaf.kind != LEAF_NONE);
    const struct circuit *c = p->unroll.circuit;
    return unroll_literal(&p->unroll, step,
                          leaf.kind == LEAF_INPUT ? c->inputs.data[leaf.index].lit
                                                  : c->latches.data[leaf.index].lit);
}

static struct encode_frame *phi_frame(struct path *p, uint32_t step) {
    if (p->phi->graph == p->unroll.circuit->graph) return unroll_frame(&p->unroll, step);
    while (p->phi_frames.size <= step) {
        struct encode_frame *f = mem_new(struct encode_frame);
        encode_frame_init(f, &p->encode, p->phi->graph, phi_leaf, p, p->phi_frames.size);
        vec_push(&p->phi_frames, f);
    }
    return p->phi_frames.data[step];
}

static void path_init(struct path *p, const struct induction_question *q, bool from_reset) {
    *p = (struct path){.phi = q->phi};
    encode_init(&p->encode, q->limits);
    unroll_init(&p->unroll, &p->encode, q->circuit, from_reset);
}

static void path_fini(struct path *p) {
    for (uint32_t k = 0; k < p->phi_frames.size; k++) {
        encode_frame_fini(p->phi_frames.data[k]);
        mem_free(p->phi_frames.data[k]);
    }
    vec_free(&p->phi_frames);
    unroll_fini(&p->unroll);
    encode_fini(&p->encode);
}

/* Asserts phi (the path's, or part of it) in a step. What folds comes first: literals, then equalities. */
static void assume(struct path *p, const struct phi *phi, uint32_t step) {
    struct encode_frame *f = phi_frame(p, step);
    vec_each (const struct phi_clause, c, &phi->clauses)
        if (!aig_is_gate(f->graph, aig_node(c->lit))) encode_assert(f, c->lit);
    vec_each (const struct phi_equality, e, &phi->equalities)
        encode_equate(&p->encode, encode_literal(f, e->left), encode_literal(f, e->right));
    vec_each (const struct phi_clause, c, &phi->clauses)
        if (aig_is_gate(f->graph, aig_node(c->lit))) encode_assert(f, c->lit);
}

/* Whether the first state is one that reset functions give for its inputs; false without such functions. */
static sat_lit reset_by_inputs(struct path *p, const u32s *latches) {
    struct encode *e = &p->encode;
    bool functions = false;
    sat_lit all = encode_constant(e, true);
    vec_each (const uint32_t, latch, latches) {
        const struct latch *l = &p->unroll.circuit->latches.data[*latch];
        functions |= latch_has_function(l);
        all = encode_and(
            e, all,
            encode_equal(e, unroll_literal(&p->unroll, 0, l->lit), unroll_literal(&p->unroll, 0, l->reset)));
    }
    return functions ? all : encode_constant(e, false);
}

/* Asserts that the states of two steps differ in one of these latches, or `unless`. */
static void differ(struct path *p, uint32_t step, uint32_t other, const u32s *latches, sat_lit unless) {
    struct encode *e = &p->encode;
    sat_lits clause = {0};
    bool satisfied = encode_is(e, unless, true);
    if (!encode_is(e, unless, false)) vec_push(&clause, unless);
    vec_each (const uint32_t, latch, latches) {
        aig_lit lit = p->unroll.circuit->latches.data[*latch].lit;
        sat_lit same =
            encode_equal(e, unroll_literal(&p->unroll, step, lit), unroll_literal(&p->unroll, other, lit));
        satisfied |= encode_is(e, same, false);
        if (!encode_is(e, same, true)) vec_push(&clause, sat_not(same));
    }
    if (!satisfied) sat_add(e->sat, clause.data, clause.size);
    vec_free(&clause);
}

/* Assumes that the path is simple, as a shortest one to a violation can be made by leaving out its loops.
 * What stays of a loop is its state with the inputs of the last visit, which need not suit the reset
 * functions: so a path that starts where these say may return to its first state. */
static void assume_simple(struct path *p, uint32_t last, const u32s *latches) {
    sat_lit never = encode_constant(&p->encode, false), initial = reset_by_inputs(p, latches);
    for (uint32_t a = 0; a < last; a++)
        for (uint32_t b = a + 1; b <= last; b++) differ(p, a, b, latches, a ? never : initial);
}

static void constrain(struct path *p, uint32_t step) {
    assert(p->constrained <= step + 1);
    for (; p->constrained <= step; p->constrained++)
        vec_each (const struct signal, c, &p->unroll.circuit->constraints)
            encode_assert(unroll_frame(&p->unroll, p->constrained), c->lit);
}

/* Can both literals be true? */
static enum sat_result ask_both(struct path *p, sat_lit a, sat_lit b, uint32_t step) {
    constrain(p, step);
    return sat_solve(p->encode.sat, (sat_lit[]){a, b}, 2);
}

/* Can one of the equalities fail in this step? Each one shown is a fact for the next. */
static enum sat_result ask_equalities(struct path *p, uint32_t step, uint32_t *origin) {
    struct encode_frame *f = phi_frame(p, step);
    enum sat_result result = SAT_REFUTED;
    vec_each (const struct phi_equality, e, &p->phi->equalities) {
        sat_lit left = encode_literal(f, e->left), right = encode_literal(f, e->right);
        if (left.code == right.code) continue;
        *origin = e->origin;
        result = ask_both(p, left, sat_not(right), step);
        if (result == SAT_REFUTED) result = ask_both(p, sat_not(left), right, step);
        if (result != SAT_REFUTED) break;
        encode_equate(&p->encode, left, right);
    }
    return result;
}

/* Can one of the clauses be false in this step? One query each, whose assumptions are the negated literals of
 * the clause: with selectors in between, for one clause or for many in a disjunction, the search took up to
 * six times as long. */
static enum sat_result ask_clauses(struct path *p, uint32_t step, uint32_t *origin) {
    enum sat_result result = SAT_REFUTED;
    sat_lits literals = {0};
    vec_each (const struct phi_clause, c, &p->phi->clauses) {
        vec_clear(&literals);
        if (!encode_clause(phi_frame(p, step), c->lit, &literals)) continue;
        vec_each (sat_lit, l, &literals) *l = sat_not(*l);
        constrain(p, step);
        *origin = c->origin;
        result = sat_solve(p->encode.sat, literals.data, literals.size);
        if (result != SAT_REFUTED) break;
    }
    vec_free(&literals);
    return result;
}

/* Can phi be false in this step? */
static enum sat_result ask_phi(struct path *p, uint32_t step, uint32_t *origin) {
    enum sat_result result = ask_equalities(p, step, origin);
    return result == SAT_REFUTED ? ask_clauses(p, step, origin) : result;
}

/* reset & C_0 & T_0 & ... & C_j => phi_j  for j in [0..depth[ */
static struct induction_answer ask_base(const struct induction_question *q) {
    struct induction_answer answer = {.result = SAT_REFUTED, .part = INDUCTION_BASE};
    struct path p;
    path_init(&p, q, true);
    for (uint32_t j = 0; j < q->depth && answer.result == SAT_REFUTED; j++) {
        answer.step = j;
        answer.result = ask_phi(&p, j, &answer.origin);
    }
    path_fini(&p);
    return answer;
}

/* phi & C => not bad,  then  phi_0 & C_0 & T_0 & ... & phi_k-1 & C_k-1 & T_k-1 & C_k => phi_k,  in one
 * solver: the second question only adds to what the first assumes. `given` (may be NULL) is assumed in step 0
 * as well. */
static struct induction_answer ask_step(const struct induction_question *q, const struct phi *given) {
    struct induction_answer answer = {.part = INDUCTION_SAFETY};
    struct path p;
    u32s support = {0};
    path_init(&p, q, false);
    if (given) assume(&p, given, 0);
    assume(&p, q->phi, 0);
    sat_lit bad = unroll_literal(&p.unroll, 0, q->bad);
    answer.result = encode_is(&p.encode, bad, false) ? SAT_REFUTED : ask_both(&p, bad, bad, 0);
    if (answer.result != SAT_REFUTED) goto done;
    answer.part = INDUCTION_STEP;
    answer.step = q->depth;
    for (uint32_t step = 1; step < q->depth; step++) assume(&p, q->phi, step);
    if (q->simple_path) {
        phi_support(q->phi, q->circuit, &support);
        assume_simple(&p, q->depth, &support);
    }
    answer.result = late(q) ? SAT_UNKNOWN : ask_phi(&p, q->depth, &answer.origin);
done:
    vec_free(&support);
    path_fini(&p);
    return answer;
}

static uint8_t *new_values(const struct aig *g) {
    uint8_t *values = mem_alloc(aig_size(g));
    memset(values, CAN_BOTH, aig_size(g));
    values[0] = CAN_FALSE;
    return values;
}

static void simulate(const struct aig *g, uint8_t *values) {
    for (uint32_t n = 1; n < aig_size(g); n++)
        if (aig_is_gate(g, n)) ternary_gate(g, values, n);
}

/* Sets the latches that literals of a formula fix. */
static void set_latches(const struct induction_question *q, const struct phi *phi, uint8_t *values) {
    vec_each (const struct phi_clause, c, &phi->clauses) {
        struct leaf leaf = q->phi->leaves[aig_node(c->lit)];
        if (leaf.kind == LEAF_LATCH)
            values[aig_node(q->circuit->latches.data[leaf.index].lit)] =
                aig_sign(c->lit) ? CAN_FALSE : CAN_TRUE;
    }
}

/* Does simulation already show safety and the step (of depth 1) from the states that the literals of phi and
 * `given` describe? */
static bool simulation_shows(const struct induction_question *q, const struct phi *given) {
    const struct circuit *c = q->circuit;
    const struct phi *phi = q->phi;
    if (q->depth > 1) return false;
    uint8_t *now = new_values(c->graph), *next = new_values(phi->graph);
    set_latches(q, phi, now);
    set_latches(q, given, now);
    simulate(c->graph, now);
    for (uint32_t n = 0; n < aig_size(phi->graph); n++)
        if (phi->leaves[n].kind == LEAF_LATCH)
            next[n] = ternary_value(now, c->latches.data[phi->leaves[n].index].next);
    simulate(phi->graph, next);
    bool shown = ternary_value(now, q->bad) == CAN_FALSE;
    vec_each (const struct phi_clause, k, &phi->clauses) shown &= ternary_value(next, k->lit) == CAN_TRUE;
    vec_each (const struct phi_equality, e, &phi->equalities) {
        uint8_t left = ternary_value(next, e->left), right = ternary_value(next, e->right);
        shown &= left == right && left != CAN_BOTH;
    }
    mem_free(now);
    mem_free(next);
    return shown;
}

static struct induction_answer ask_case(const struct induction_question *q, aig_lit given) {
    struct induction_answer answer = {.result = SAT_REFUTED};
    struct phi phi;
    phi_init(&phi, q->phi->graph, NULL);
    phi_add(&phi, given, 0);
    if (late(q))
        answer.result = SAT_UNKNOWN;
    else if (!simulation_shows(q, &phi))
        answer = ask_step(q, &phi);
    phi_fini(&phi);
    return answer;
}

struct induction_answer induction_ask(const struct induction_question *q) {
    struct induction_answer answer = {.result = SAT_UNKNOWN};
    aig_lits cases = {0};
    if (!late(q)) answer = ask_base(q);
    if (answer.result != SAT_REFUTED) return answer;
    phi_cases(q->phi, &cases);
    if (!cases.size) answer = ask_step(q, NULL);
    for (uint32_t k = 0; k < cases.size && answer.result == SAT_REFUTED; k++)
        answer = ask_case(q, cases.data[k]);
    vec_free(&cases);
    return answer;
}
