/* The closure of cores, in one incremental solver. Everything is built in one hashed graph first: phi and C
 * in this step, phi and C in the next step as functions of this one, and bad; cones become clauses when a
 * query needs them.
 *
 * A conjunct that is needed becomes a permanent fact. Most queries are answered from these facts alone; only
 * when that fails are the others assumed, too, each by its activation literal, and those in the core become
 * needed. */
#include "evidence/minimize.h"
#include "sat/sat.h"

/* Work limits: assumptions passed to the solver altogether, conflicts per query. */
enum { ASSUMPTIONS = 10 * 1000 * 1000, CONFLICTS = 2000 };

struct minimizer {
    const struct circuit *circuit;
    const struct invariant *invariant;
    struct aig *graph;
    aig_lits now, next; /* the conjuncts in this step and the next */
    aig_lits constraints_now, constraints_next;
    aig_lit bad;
    struct sat *sat;
    sat_lit *literals; /* [0..aig_size(graph)[, code UINT32_MAX: not encoded yet */
    sat_lits active;   /* conjunct -> literal that activates it in this step */
    sat_lit later;     /* activates the constraints of the next step */
    bool *needed;
    u32s open;     /* needed conjuncts whose consecution is still to be looked at */
    uint64_t left; /* assumptions */
};

static aig_lit *new_map(const struct aig *from) {
    aig_lit *map = mem_alloc(aig_size(from) * sizeof *map);
    for (uint32_t n = 0; n < aig_size(from); n++) map[n] = AIG_NONE;
    map[0] = AIG_FALSE;
    return map;
}

/* For each latch of the circuit, whether the conjuncts or the constraints mention it. */
static bool *mentioned_latches(const struct minimizer *m) {
    const struct circuit *c = m->circuit;
    const struct invariant *inv = m->invariant;
    bool *mentioned = mem_new_array(bool, c->latches.size + 1);
    bool *in_circuit = mem_new_array(bool, aig_size(c->graph)),
         *in_phi = mem_new_array(bool, aig_size(inv->graph));
    vec_each (const struct signal, s, &c->constraints) aig_mark_cone(c->graph, s->lit, in_circuit);
    vec_each (const aig_lit, l, &inv->conjuncts) aig_mark_cone(inv->graph, *l, in_phi);
    for (uint32_t i = 0; i < c->latches.size; i++)
        mentioned[i] = in_circuit[aig_node(c->latches.data[i].lit)] || in_phi[aig_node(inv->latches.data[i])];
    mem_free(in_circuit);
    mem_free(in_phi);
    return mentioned;
}

/* Copies phi and the constraints as seen through `map`, which covers the circuit's leaves. */
static void copy_step(struct minimizer *m, aig_lit *map, aig_lits *conjuncts, aig_lits *constraints) {
    const struct circuit *c = m->circuit;
    const struct invariant *inv = m->invariant;
    aig_lit *own = new_map(inv->graph);
    for (uint32_t i = 0; i < inv->inputs.size; i++)
        own[aig_node(inv->inputs.data[i])] = map[aig_node(c->inputs.data[i].lit)];
    for (uint32_t i = 0; i < inv->latches.size; i++)
        own[aig_node(inv->latches.data[i])] = map[aig_node(c->latches.data[i].lit)];
    vec_each (const aig_lit, l, &inv->conjuncts)
        vec_push(conjuncts, aig_copy_cone(m->graph, inv->graph, *l, own));
    vec_each (const struct signal, s, &c->constraints)
        vec_push(constraints, aig_copy_cone(m->graph, c->graph, s->lit, map));
    mem_free(own);
}

static void build_graph(struct minimizer *m, uint32_t property) {
    const struct circuit *c = m->circuit;
    aig_lit *now = new_map(c->graph), *next = new_map(c->graph);
    bool *mentioned = mentioned_latches(m);
    m->graph = aig_new();
    vec_each (const struct signal, s, &c->inputs) {
        now[aig_node(s->lit)] = aig_leaf(m->graph);
        next[aig_node(s->lit)] = aig_leaf(m->graph);
    }
    vec_each (const struct latch, l, &c->latches) now[aig_node(l->lit)] = aig_leaf(m->graph);
    for (uint32_t i = 0; i < c->latches.size; i++)
        if (mentioned[i])
            next[aig_node(c->latches.data[i].lit)] =
                aig_copy_cone(m->graph, c->graph, c->latches.data[i].next, now);
    m->bad = aig_copy_cone(m->graph, c->graph, c->properties.data[property].bad, now);
    copy_step(m, now, &m->now, &m->constraints_now);
    copy_step(m, next, &m->next, &m->constraints_next);
    mem_free(mentioned);
    mem_free(now);
    mem_free(next);
}

static sat_lit fresh(struct minimizer *m) {
    return sat_make(sat_variable(m->sat), false);
}

static void encode_node(struct minimizer *m, uint32_t node) {
    sat_lit own = m->literals[node] = fresh(m);
    if (!aig_is_gate(m->graph, node)) return;
    aig_lit l = aig_left(m->graph, node), r = aig_right(m->graph, node);
    sat_lit a = sat_not_if(m->literals[aig_node(l)], aig_sign(l)),
            b = sat_not_if(m->literals[aig_node(r)], aig_sign(r));
    sat_add2(m->sat, sat_not(own), a);
    sat_add2(m->sat, sat_not(own), b);
    sat_add3(m->sat, own, sat_not(a), sat_not(b));
}

static sat_lit literal(struct minimizer *m, aig_lit root) {
    u32s stack = {0};
    vec_push(&stack, aig_node(root));
    while (stack.size) {
        uint32_t node = vec_last(&stack), before = stack.size;
        if (m->literals[node].code == UINT32_MAX && aig_is_gate(m->graph, node)) {
            uint32_t l = aig_node(aig_left(m->graph, node)), r = aig_node(aig_right(m->graph, node));
            if (m->literals[l].code == UINT32_MAX) vec_push(&stack, l);
            if (m->literals[r].code == UINT32_MAX) vec_push(&stack, r);
        }
        if (stack.size > before) continue;
        if (m->literals[node].code == UINT32_MAX) encode_node(m, node);
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return sat_not_if(m->literals[aig_node(root)], aig_sign(root));
}

/* Appends literals whose conjunction is the negation of a conjunct: for a clause, its negated literals. */
static void negate(struct minimizer *m, aig_lit conjunct, sat_lits *cube) {
    aig_lits stack = {0};
    uint32_t gates = 0;
    vec_push(&stack, aig_not(conjunct));
    while (stack.size) {
        aig_lit l = vec_pop(&stack);
        if (!aig_sign(l) && aig_is_gate(m->graph, aig_node(l)) && gates++ < 1000) {
            vec_push(&stack, aig_right(m->graph, aig_node(l)));
            vec_push(&stack, aig_left(m->graph, aig_node(l)));
        } else {
            vec_push(cube, literal(m, l));
        }
    }
    vec_free(&stack);
}

/* active -> fact, in clauses */
static void add_fact(struct minimizer *m, sat_lit active, aig_lit fact) {
    sat_lits clause = {0};
    negate(m, fact, &clause);
    vec_each (sat_lit, l, &clause) *l = sat_not(*l);
    vec_push(&clause, sat_not(active));
    sat_add(m->sat, clause.data, clause.size);
    vec_free(&clause);
}

static void start_solver(struct minimizer *m, struct limits *limits) {
    m->sat = sat_cadical(limits);
    m->literals = mem_alloc(aig_size(m->graph) * sizeof *m->literals);
    memset(m->literals, 0xff, aig_size(m->graph) * sizeof *m->literals);
    m->literals[0] = fresh(m);
    sat_add1(m->sat, sat_not(m->literals[0]));
    m->later = fresh(m);
    vec_each (const aig_lit, l, &m->constraints_now) add_fact(m, sat_not(m->literals[0]), *l);
    vec_each (const aig_lit, l, &m->constraints_next) add_fact(m, m->later, *l);
    vec_each (const aig_lit, l, &m->now) {
        vec_push(&m->active, fresh(m));
        add_fact(m, vec_last(&m->active), *l);
    }
}

static void need(struct minimizer *m, uint32_t conjunct) {
    m->needed[conjunct] = true;
    vec_push(&m->open, conjunct);
    sat_add1(m->sat, m->active.data[conjunct]);
}

static enum sat_result solve(struct minimizer *m, const sat_lits *assumptions) {
    if (m->left < assumptions->size) return SAT_UNKNOWN;
    m->left -= assumptions->size;
    sat_set_conflicts(m->sat, CONFLICTS);
    return sat_solve(m->sat, assumptions->data, assumptions->size);
}

/* Makes what is needed to refute the assumptions needed. False: the work limits, or it cannot be refuted at
 * all. */
static bool refute(struct minimizer *m, sat_lits *assumptions) {
    enum sat_result result = solve(m, assumptions);
    if (result != SAT_SATISFIED) return result == SAT_REFUTED;
    u32s core = {0};
    for (uint32_t i = 0; i < m->active.size; i++)
        if (!m->needed[i]) vec_push(assumptions, m->active.data[i]);
    result = solve(m, assumptions);
    for (uint32_t i = 0; i < m->active.size && result == SAT_REFUTED; i++)
        if (!m->needed[i] && sat_failed(m->sat, m->active.data[i])) vec_push(&core, i);
    vec_each (const uint32_t, i, &core) need(m, *i);
    vec_free(&core);
    return result == SAT_REFUTED;
}

/* phi & C & bad, then for each needed conjunct q: phi & C & T & C' & not q' */
static bool close_cores(struct minimizer *m) {
    sat_lits assumptions = {0};
    vec_push(&assumptions, literal(m, m->bad));
    bool closed = refute(m, &assumptions);
    while (closed && m->open.size) {
        vec_clear(&assumptions);
        vec_push(&assumptions, m->later);
        negate(m, m->next.data[vec_pop(&m->open)], &assumptions);
        closed = refute(m, &assumptions);
    }
    vec_free(&assumptions);
    return closed;
}

/* Keeps the needed conjuncts, in a graph without the others. */
static void keep_needed(struct invariant *inv, const bool *needed) {
    struct invariant *part = invariant_part(inv, needed), old = *inv;
    *inv = *part;
    inv->depth = 1;
    *part = old;
    invariant_free(part);
}

uint32_t invariant_minimize(struct invariant *inv, const struct circuit *c, uint32_t property,
                            struct limits *limits) {
    if (inv->simple_path || !inv->conjuncts.size) return 0;
    struct minimizer m = {.circuit = c, .invariant = inv, .left = ASSUMPTIONS};
    uint32_t before = inv->conjuncts.size;
    m.needed = mem_new_array(bool, before);
    build_graph(&m, property);
    start_solver(&m, limits);
    if (close_cores(&m)) keep_needed(inv, m.needed);
    sat_free(m.sat);
    aig_free(m.graph);
    mem_free(m.literals);
    mem_free(m.needed);
    vec_free(&m.now);
    vec_free(&m.next);
    vec_free(&m.constraints_now);
    vec_free(&m.constraints_next);
    vec_free(&m.active);
    vec_free(&m.open);
    return before - inv->conjuncts.size;
}
