#include "check/circuit/phi.h"

#include <stdlib.h>

/* A disjunction is split into cases when its disjuncts have at least this many literals on average ... */
enum { CASE_LITERALS = 16 };
/* ... and it has at most this many. */
enum { CASES = 4096 };

void phi_init(struct phi *phi, const struct aig *graph, struct leaf *leaves) {
    *phi = (struct phi){.graph = graph, .leaves = leaves, .taken = mem_new_array(bool, aig_size(graph))};
}

void phi_fini(struct phi *phi) {
    mem_free(phi->leaves);
    mem_free(phi->taken);
    vec_free(&phi->clauses);
    vec_free(&phi->equalities);
}

static bool is_and(const struct aig *g, aig_lit l) {
    return !aig_sign(l) && aig_is_gate(g, aig_node(l));
}

void phi_add(struct phi *phi, aig_lit root, uint32_t origin) {
    aig_lits stack = {0};
    vec_push(&stack, root);
    while (stack.size) {
        aig_lit l = vec_pop(&stack), left, right, otherwise;
        uint32_t node = aig_node(l);
        if (!is_and(phi->graph, l)) {
            vec_push(&phi->clauses, (struct phi_clause){l, origin});
        } else if (!phi->taken[node]) {
            phi->taken[node] = true;
            /* left ? right : otherwise  is an equality when the branches are opposite */
            if (aig_match_ite(phi->graph, node, &left, &right, &otherwise) &&
                aig_same(right, aig_not(otherwise))) {
                vec_push(&phi->equalities, (struct phi_equality){left, right, origin});
                continue;
            }
            vec_push(&stack, aig_right(phi->graph, node));
            vec_push(&stack, aig_left(phi->graph, node));
        }
    }
    vec_free(&stack);
}

static uint32_t height(const struct phi_equality *e) {
    return e->left.code > e->right.code ? e->left.code : e->right.code;
}

static int lower_first(const void *a, const void *b) {
    uint32_t x = height(a), y = height(b);
    return x < y ? -1 : x > y;
}

void phi_order(struct phi *phi) {
    if (phi->equalities.size)
        qsort(phi->equalities.data, phi->equalities.size, sizeof *phi->equalities.data, lower_first);
}

/* The leaves of ANDs, which are shared: each is met once. */
struct harvest {
    const struct aig *graph;
    bool *met;      /* by code of literals; all false between calls */
    aig_lits stack; /* what was looked at, and what is to be */
};

/* The leaves of the ANDs below l, each once; more than `limit`: not all of them. */
static void and_leaves(struct harvest *h, aig_lit l, uint32_t limit, aig_lits *leaves) {
    const struct aig *g = h->graph;
    vec_clear(&h->stack);
    vec_push(&h->stack, l);
    for (uint32_t i = 0; i < h->stack.size && leaves->size <= limit; i++) {
        l = h->stack.data[i];
        if (h->met[l.code]) continue;
        h->met[l.code] = true;
        if (is_and(g, l)) {
            vec_push(&h->stack, aig_left(g, aig_node(l)));
            vec_push(&h->stack, aig_right(g, aig_node(l)));
        } else {
            vec_push(leaves, l);
        }
    }
    vec_each (const aig_lit, m, &h->stack) h->met[m->code] = false;
}

/* Is the disjunction (of the negations of `negated`) one of large cubes over leaves of the graph? */
static bool is_of_cubes(struct harvest *h, const aig_lits *negated) {
    uint64_t literals = 0, plain = 0;
    aig_lits cube = {0};
    vec_each (const aig_lit, l, negated) {
        vec_clear(&cube);
        and_leaves(h, aig_not(*l), UINT32_MAX - 1, &cube);
        literals += cube.size;
        vec_each (const aig_lit, c, &cube) plain += !aig_is_gate(h->graph, aig_node(*c));
    }
    vec_free(&cube);
    return literals >= (uint64_t)CASE_LITERALS * negated->size && 2 * plain >= literals;
}

void phi_cases(const struct phi *phi, aig_lits *cases) {
    struct harvest h = {.graph = phi->graph, .met = mem_new_array(bool, 2 * (size_t)aig_size(phi->graph))};
    aig_lits negated = {0};
    vec_each (const struct phi_clause, c, &phi->clauses) {
        vec_clear(&negated);
        and_leaves(&h, aig_not(c->lit), CASES, &negated);
        if (negated.size > CASES || negated.size < 2 || !is_of_cubes(&h, &negated)) continue;
        vec_each (const aig_lit, l, &negated) vec_push(cases, aig_not(*l));
        break;
    }
    vec_free(&negated);
    vec_free(&h.stack);
    mem_free(h.met);
}

void phi_support(const struct phi *phi, const struct circuit *c, u32s *latches) {
    bool *own = mem_new_array(bool, aig_size(phi->graph)), *marks = mem_new_array(bool, aig_size(c->graph));
    u32s roots = {0};
    vec_each (const struct phi_clause, l, &phi->clauses) aig_mark_cone(phi->graph, l->lit, own);
    vec_each (const struct phi_equality, e, &phi->equalities) {
        aig_mark_cone(phi->graph, e->left, own);
        aig_mark_cone(phi->graph, e->right, own);
    }
    for (uint32_t n = 0; n < aig_size(phi->graph); n++)
        if (own[n] && phi->leaves[n].kind == LEAF_LATCH)
            vec_push(&roots, aig_node(c->latches.data[phi->leaves[n].index].lit));
    vec_each (const struct signal, s, &c->constraints) vec_push(&roots, aig_node(s->lit));
    struct leaf *leaves = circuit_leaves(c);
    circuit_mark_cone(c, leaves, &roots, marks);
    mem_free(leaves);
    for (uint32_t k = 0; k < c->latches.size; k++)
        if (marks[aig_node(c->latches.data[k].lit)]) vec_push(latches, k);
    vec_free(&roots);
    mem_free(own);
    mem_free(marks);
}
