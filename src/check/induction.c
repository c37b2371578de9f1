#include "check/induction.h"
#include "check/cone.h"

/* Conjuncts per query: one big disjunction makes the solver search, one query per conjunct makes it start
 * over each time. Measured on invariants of hundreds to thousands of clauses. */
enum { CHUNK = 256 };

void phi_init(struct phi *phi, const struct aig *graph, struct leaf *leaves) {
    *phi = (struct phi){.graph = graph, .leaves = leaves, .split = mem_new_array(bool, aig_size(graph))};
}

void phi_fini(struct phi *phi) {
    mem_free(phi->leaves);
    mem_free(phi->split);
    vec_free(&phi->conjuncts);
    vec_free(&phi->origins);
}

void phi_add(struct phi *phi, aig_lit root, uint32_t origin) {
    aig_lits stack = {0};
    vec_push(&stack, root);
    while (stack.size) {
        aig_lit l = vec_pop(&stack);
        if (aig_sign(l) || !aig_is_gate(phi->graph, aig_node(l))) {
            vec_push(&phi->conjuncts, l);
            vec_push(&phi->origins, origin);
        } else if (!phi->split[aig_node(l)]) {
            phi->split[aig_node(l)] = true;
            vec_push(&stack, aig_right(phi->graph, aig_node(l)));
            vec_push(&stack, aig_left(phi->graph, aig_node(l)));
        }
    }
    vec_free(&stack);
}

static sat_lit phi_leaf(void *owner, uint32_t step, uint32_t node) {
    struct induction *i = owner;
    struct leaf leaf = i->phi->leaves[node];
    assert(leaf.kind != LEAF_NONE);
    const struct circuit *c = i->unroll.circuit;
    return unroll_literal(&i->unroll, step,
                          leaf.kind == LEAF_INPUT ? c->inputs.data[leaf.index].lit
                                                  : c->latches.data[leaf.index].lit);
}

static struct encode_frame *phi_frame(struct induction *i, uint32_t step) {
    if (i->phi->graph == i->unroll.circuit->graph) return unroll_frame(&i->unroll, step);
    while (i->phi_frames.size <= step) {
        struct encode_frame *f = mem_new(struct encode_frame);
        encode_frame_init(f, &i->encode, i->phi->graph, phi_leaf, i, i->phi_frames.size);
        vec_push(&i->phi_frames, f);
    }
    return i->phi_frames.data[step];
}

void induction_init(struct induction *i, const struct circuit *c, const struct phi *phi, bool from_reset,
                    struct limits *limits) {
    *i = (struct induction){.phi = phi};
    encode_init(&i->encode, limits);
    unroll_init(&i->unroll, &i->encode, c, from_reset);
}

void induction_fini(struct induction *i) {
    for (uint32_t k = 0; k < i->phi_frames.size; k++) {
        encode_frame_fini(i->phi_frames.data[k]);
        mem_free(i->phi_frames.data[k]);
    }
    vec_free(&i->phi_frames);
    unroll_fini(&i->unroll);
    encode_fini(&i->encode);
}

void induction_assume(struct induction *i, uint32_t step) {
    vec_each (const aig_lit, c, &i->phi->conjuncts) encode_assert(phi_frame(i, step), *c);
}

void induction_differ(struct induction *i, uint32_t step, uint32_t other, const u32s *latches) {
    struct encode *e = &i->encode;
    sat_lits clause = {0};
    bool satisfied = false;
    vec_each (const uint32_t, latch, latches) {
        aig_lit lit = i->unroll.circuit->latches.data[*latch].lit;
        sat_lit same =
            encode_equal(e, unroll_literal(&i->unroll, step, lit), unroll_literal(&i->unroll, other, lit));
        satisfied |= encode_is(e, same, false);
        if (!encode_is(e, same, true)) vec_push(&clause, sat_not(same));
    }
    if (!satisfied) sat_add(e->sat, clause.data, clause.size);
    vec_free(&clause);
}

static void constrain(struct induction *i, uint32_t step) {
    assert(i->constrained <= step + 1);
    for (; i->constrained <= step; i->constrained++)
        vec_each (const struct signal, c, &i->unroll.circuit->constraints)
            encode_assert(unroll_frame(&i->unroll, i->constrained), c->lit);
}

/* A conjunct in the step of the question: the clause literals [begin..end[ of a common array. */
struct candidate {
    uint32_t origin, begin, end;
};

struct candidates {
    VEC(struct candidate) list;
    sat_lits literals;
};

static void collect(struct induction *i, uint32_t step, struct candidates *found) {
    for (uint32_t k = 0; k < i->phi->conjuncts.size; k++) {
        uint32_t begin = found->literals.size;
        if (encode_clause(phi_frame(i, step), i->phi->conjuncts.data[k], &found->literals))
            vec_push(&found->list, (struct candidate){i->phi->origins.data[k], begin, found->literals.size});
        else
            vec_shrink(&found->literals, begin);
    }
}

/* Can one of the candidates [begin..end[ be false? */
static enum sat_result query(struct induction *i, const struct candidates *found, uint32_t begin,
                             uint32_t end, uint32_t *which) {
    struct sat *sat = i->encode.sat;
    sat_lits some = {0}; /* active -> one of the selectors; a selector implies that its clause is false */
    sat_lit active = encode_variable(&i->encode);
    vec_push(&some, sat_not(active));
    for (uint32_t k = begin; k < end; k++) {
        const struct candidate *c = &found->list.data[k];
        sat_lit selector = encode_variable(&i->encode);
        vec_push(&some, selector);
        for (uint32_t l = c->begin; l < c->end; l++)
            sat_add2(sat, sat_not(selector), sat_not(found->literals.data[l]));
    }
    sat_add(sat, some.data, some.size);
    enum sat_result result = sat_solve(sat, &active, 1);
    for (uint32_t k = begin; result == SAT_SATISFIED && k < end; k++)
        if (sat_value(sat, some.data[1 + k - begin])) *which = found->list.data[k].origin;
    sat_add1(sat, sat_not(active));
    vec_free(&some);
    return result;
}

enum sat_result induction_violable(struct induction *i, uint32_t step, uint32_t *which) {
    struct candidates found = {0};
    collect(i, step, &found);
    enum sat_result result = SAT_REFUTED;
    if (found.list.size) constrain(i, step);
    for (uint32_t at = 0; at < found.list.size && result == SAT_REFUTED; at += CHUNK) {
        uint32_t end = found.list.size - at > CHUNK ? at + CHUNK : found.list.size;
        result = query(i, &found, at, end, which);
    }
    vec_free(&found.list);
    vec_free(&found.literals);
    return result;
}

enum sat_result induction_reachable(struct induction *i, uint32_t step, aig_lit l) {
    sat_lit literal = unroll_literal(&i->unroll, step, l);
    if (encode_is(&i->encode, literal, false)) return SAT_REFUTED;
    constrain(i, step);
    return sat_solve(i->encode.sat, &literal, 1);
}

void induction_support(const struct circuit *c, const struct phi *phi, u32s *latches) {
    bool *own = mem_new_array(bool, aig_size(phi->graph)), *marks = mem_new_array(bool, aig_size(c->graph));
    u32s roots = {0};
    vec_each (const aig_lit, l, &phi->conjuncts) aig_mark_cone(phi->graph, *l, own);
    for (uint32_t n = 0; n < aig_size(phi->graph); n++)
        if (own[n] && phi->leaves[n].kind == LEAF_LATCH)
            vec_push(&roots, aig_node(c->latches.data[phi->leaves[n].index].lit));
    vec_each (const struct signal, s, &c->constraints) vec_push(&roots, aig_node(s->lit));
    cone_mark(c, &roots, marks);
    for (uint32_t k = 0; k < c->latches.size; k++)
        if (marks[aig_node(c->latches.data[k].lit)]) vec_push(latches, k);
    vec_free(&roots);
    mem_free(own);
    mem_free(marks);
}
