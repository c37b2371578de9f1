/* Constants by ternary simulation.
 *
 * From the reset state with all inputs unknown, states are visited until one is covered by an earlier one;
 * the visited states, as cubes of their known latches, then contain every reachable state. If this takes too
 * long, all visited states are joined into one, which is weakened until it is closed. Latches that have one
 * known value in all of them are constant. Constraints are ignored, which loses constants but no soundness.
 *
 * Facts. The constants need not be inductive by themselves (B' = !B reset 0, C' = B reset 1, A' = B & C reset
 * 0: A is 0, but from B = C = 1 it is not). If the greatest subset that is, found by weakening, is not
 * everything, the disjunction of the visited cubes is added, restricted to the latches that the remaining
 * constants depend on (a set closed under next-state functions, so that the restricted cubes are closed too).
 * It is 1-inductive because ternary simulation maps each cube into another. When it would be too large, only
 * the inductive subset is used. */
#include "transform/circuit/transform.h"

#include "aig/simulate.h"

enum {
    WORK_LIMIT = 100000000, /* node evaluations spent on visiting states */
    LITERAL_LIMIT = 200000  /* of the disjunction of visited cubes */
};

typedef VEC(uint8_t *) cubes; /* one value per latch each */

struct run {
    const struct circuit *circuit;
    const struct leaf *leaves;
    uint8_t *values; /* per node */
    cubes visited;
    struct hash_map seen; /* hash of a state -> position in visited */
    uint64_t work;
};

static void load(struct run *r, const uint8_t *state) {
    const struct circuit *c = r->circuit;
    vec_each (const struct signal, s, &c->inputs) r->values[aig_node(s->lit)] = TERNARY_X;
    for (uint32_t i = 0; i < c->latches.size; i++) r->values[aig_node(c->latches.data[i].lit)] = state[i];
    simulate_ternary(c->graph, r->values);
}

static bool covers(const uint8_t *general, const uint8_t *special, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (general[i] != TERNARY_X && general[i] != special[i]) return false;
    return true;
}

/* Whether the state adds nothing to the visited ones; else it is visited. Looks at equal states and at the
 * latest few, which is where a covering one shows up. */
static bool is_known(struct run *r, uint8_t *state) {
    enum { LATEST = 32 };
    uint32_t n = r->circuit->latches.size;
    uint64_t hash = hash_bytes(state, n);
    uint32_t same = hash_map_get(&r->seen, hash);
    if (same != HASH_NONE && !memcmp(r->visited.data[same], state, n)) return true;
    for (uint32_t i = r->visited.size; i-- > 0 && r->visited.size - i <= LATEST;)
        if (covers(r->visited.data[i], state, n)) return true;
    hash_map_put(&r->seen, hash, r->visited.size);
    vec_push(&r->visited, state);
    return false;
}

/* Visits states; true when they are closed under the transition. */
static bool visit(struct run *r, const struct stage_context *context) {
    const struct circuit *c = r->circuit;
    uint8_t *state = mem_alloc(c->latches.size);
    for (uint32_t i = 0; i < c->latches.size; i++) {
        aig_lit reset = c->latches.data[i].reset;
        state[i] = aig_is_constant(reset) ? aig_sign(reset) : TERNARY_X;
    }
    while (!is_known(r, state)) {
        if (r->visited.size >= (uint64_t)context->options->ternary_states || r->work > WORK_LIMIT)
            return false;
        r->work += aig_size(c->graph) + c->latches.size;
        load(r, state);
        state = mem_alloc(c->latches.size);
        for (uint32_t i = 0; i < c->latches.size; i++)
            state[i] = (uint8_t)simulate_ternary_value(r->values, c->latches.data[i].next);
    }
    mem_free(state);
    return true;
}

/* The users of each node: gates, and latches by their next-state function. */
struct users {
    uint32_t *gate_begin, *gates;    /* [0..size], then node numbers */
    uint32_t *latch_begin, *latches; /* [0..size], then latch positions */
};

static void users_init(struct users *u, const struct circuit *c) {
    uint32_t size = aig_size(c->graph);
    u->gate_begin = mem_new_array(uint32_t, size + 1);
    u->gates = mem_alloc((2 * (size_t)c->graph->gates + 1) * sizeof *u->gates);
    u->latch_begin = mem_new_array(uint32_t, size + 1);
    u->latches = mem_alloc((c->latches.size + 1) * sizeof *u->latches);
    for (uint32_t n = 1; n < size; n++) {
        if (!aig_is_gate(c->graph, n)) continue;
        u->gate_begin[aig_node(aig_left(c->graph, n))]++;
        u->gate_begin[aig_node(aig_right(c->graph, n))]++;
    }
    vec_each (const struct latch, l, &c->latches) u->latch_begin[aig_node(l->next)]++;
    for (uint32_t n = 1; n <= size; n++) { /* counts to ends; filling turns ends to begins */
        u->gate_begin[n] += u->gate_begin[n - 1];
        u->latch_begin[n] += u->latch_begin[n - 1];
    }
    for (uint32_t n = size; n-- > 1;) {
        if (!aig_is_gate(c->graph, n)) continue;
        u->gates[--u->gate_begin[aig_node(aig_left(c->graph, n))]] = n;
        u->gates[--u->gate_begin[aig_node(aig_right(c->graph, n))]] = n;
    }
    for (uint32_t i = c->latches.size; i-- > 0;)
        u->latches[--u->latch_begin[aig_node(c->latches.data[i].next)]] = i;
}

static void users_fini(struct users *u) {
    mem_free(u->gate_begin);
    mem_free(u->gates);
    mem_free(u->latch_begin);
    mem_free(u->latches);
}

/* Weakens the state (sets latches to unknown) until its successor is in it. A node's value only ever changes
 * from known to unknown, and its users are looked at then, so the work is linear. */
static void weaken(struct run *r, const struct users *u, uint8_t *state) {
    const struct circuit *c = r->circuit;
    load(r, state);
    u32s unknown = {0}; /* nodes whose users are still to be looked at */
    for (uint32_t i = 0; i < c->latches.size; i++) {
        const struct latch *l = &c->latches.data[i];
        if (state[i] == TERNARY_X || state[i] == simulate_ternary_value(r->values, l->next)) continue;
        state[i] = TERNARY_X;
        vec_push(&unknown, aig_node(l->lit));
    }
    vec_each (const uint32_t, n, &unknown) r->values[*n] = TERNARY_X;
    while (unknown.size) {
        uint32_t n = vec_pop(&unknown);
        for (uint32_t k = u->gate_begin[n]; k < u->gate_begin[n + 1]; k++) {
            uint32_t gate = u->gates[k];
            if (r->values[gate] == TERNARY_X) continue;
            if (simulate_ternary_value(r->values, aig_left(c->graph, gate)) == TERNARY_FALSE ||
                simulate_ternary_value(r->values, aig_right(c->graph, gate)) == TERNARY_FALSE)
                continue;
            r->values[gate] = TERNARY_X;
            vec_push(&unknown, gate);
        }
        for (uint32_t k = u->latch_begin[n]; k < u->latch_begin[n + 1]; k++) {
            uint32_t latch = u->latches[k], leaf = aig_node(c->latches.data[latch].lit);
            if (state[latch] == TERNARY_X) continue;
            state[latch] = TERNARY_X;
            r->values[leaf] = TERNARY_X;
            vec_push(&unknown, leaf);
        }
    }
    vec_free(&unknown);
}

/* Marks, per latch, what the latches of `constant` that are not in `inductive` depend on, in any number of
 * steps. */
static bool *dependencies(const struct run *r, const uint8_t *constant, const uint8_t *inductive) {
    const struct circuit *c = r->circuit;
    bool *marks = mem_new_array(bool, aig_size(c->graph)), *result = mem_new_array(bool, c->latches.size);
    u32s roots = {0};
    for (uint32_t i = 0; i < c->latches.size; i++)
        if (constant[i] != inductive[i]) vec_push(&roots, aig_node(c->latches.data[i].lit));
    circuit_mark_cone(c, r->leaves, &roots, marks);
    for (uint32_t i = 0; i < c->latches.size; i++) result[i] = marks[aig_node(c->latches.data[i].lit)];
    vec_free(&roots);
    mem_free(marks);
    return result;
}

/* Adds the disjunction of the visited cubes over the latches in `scope`; false when it is too large. */
static bool add_cubes(struct run *r, const bool *scope, struct invariant *facts) {
    uint32_t n = r->circuit->latches.size;
    aig_lits cubes = {0}, cube = {0};
    uint64_t literals = 0;
    vec_each (uint8_t *, state, &r->visited) {
        vec_clear(&cube);
        for (uint32_t i = 0; i < n; i++)
            if (scope[i] && (*state)[i] != TERNARY_X)
                vec_push(&cube, aig_not_if(facts->latches.data[i], !(*state)[i]));
        literals += cube.size;
        if (literals > LITERAL_LIMIT) break;
        vec_push(&cubes, aig_and_all(facts->graph, cube.data, cube.size));
    }
    if (literals <= LITERAL_LIMIT) invariant_add(facts, aig_or_all(facts->graph, cubes.data, cubes.size));
    vec_free(&cubes);
    vec_free(&cube);
    return literals <= LITERAL_LIMIT;
}

/* Chooses the constants that will be used, shrinking `constant` if need be, and justifies them. */
static struct invariant *justify(struct run *r, const struct users *u, uint8_t *constant) {
    uint32_t n = r->circuit->latches.size;
    struct invariant *facts = invariant_new(r->circuit);
    uint8_t *inductive = mem_dup(constant, n);
    weaken(r, u, inductive);
    if (memcmp(inductive, constant, n)) {
        bool *scope = dependencies(r, constant, inductive);
        for (uint32_t i = 0; i < n; i++) scope[i] &= inductive[i] == TERNARY_X;
        if (!add_cubes(r, scope, facts)) memcpy(constant, inductive, n);
        mem_free(scope);
    }
    for (uint32_t i = 0; i < n; i++)
        if (inductive[i] != TERNARY_X)
            invariant_add(facts, aig_not_if(facts->latches.data[i], !inductive[i]));
    mem_free(inductive);
    return facts;
}

static struct transform *replace(const struct circuit *c, const uint8_t *constant, struct invariant *facts,
                                 const struct stage_context *context) {
    uint32_t size = aig_size(c->graph), found = 0;
    aig_lit *merge = mem_alloc(size * sizeof *merge);
    for (uint32_t n = 0; n < size; n++) merge[n] = aig_make(n, false);
    for (uint32_t i = 0; i < c->latches.size; i++) {
        if (constant[i] == TERNARY_X) continue;
        merge[aig_node(c->latches.data[i].lit)] = aig_make(0, constant[i]);
        found++;
    }
    struct transform *t = NULL;
    if (found)
        t = transform_by_merging("ternary", c, merge, NULL, facts);
    else
        invariant_free(facts);
    context->stats->ternary_constants += found;
    mem_free(merge);
    return t;
}

struct transform *transform_ternary(const struct circuit *c, const struct stage_context *context) {
    uint32_t n = c->latches.size;
    if (!n) return NULL;
    struct leaf *leaves = circuit_leaves(c);
    struct run r = {.circuit = c, .leaves = leaves, .values = mem_alloc(aig_size(c->graph))};
    struct users users;
    users_init(&users, c);
    bool closed = visit(&r, context);
    uint8_t *constant = mem_dup(r.visited.data[0], n);
    vec_each (uint8_t *, state, &r.visited)
        for (uint32_t i = 0; i < n; i++)
            if (constant[i] != (*state)[i]) constant[i] = TERNARY_X;
    if (!closed) weaken(&r, &users, constant);
    struct invariant *facts = justify(&r, &users, constant);
    struct transform *t = replace(c, constant, facts, context);
    mem_free(constant);
    users_fini(&users);
    vec_each (uint8_t *, state, &r.visited) mem_free(*state);
    vec_free(&r.visited);
    hash_map_free(&r.seen);
    mem_free(r.values);
    mem_free(leaves);
    return t;
}
