#include "oracle.h"

/* All input vectors at once: bit v of a word is the value under input vector v. */
static const uint64_t input_patterns[ORACLE_MAX_INPUTS] = {
    0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u,
    0xff00ff00ff00ff00u, 0xffff0000ffff0000u, 0xffffffff00000000u,
};

static uint64_t value_of(const uint64_t *values, aig_lit l) {
    return aig_sign(l) ? ~values[aig_node(l)] : values[aig_node(l)];
}

static void compute_gates(const struct aig *g, uint64_t *values) {
    values[0] = 0;
    for (uint32_t n = 1; n < aig_size(g); n++)
        if (aig_is_gate(g, n))
            values[n] = value_of(values, aig_left(g, n)) & value_of(values, aig_right(g, n));
}

/* The circuit in one state, under every input vector. */
struct look {
    uint64_t *values; /* per node of the circuit */
    uint64_t vectors; /* a bit per input vector that exists */
    uint64_t initial; /* those under which the state is initial */
    uint64_t allowed; /* those with which a path may be here */
};

static void look_init(struct look *look, const struct circuit *c) {
    assert(c->latches.size <= ORACLE_MAX_LATCHES && c->inputs.size <= ORACLE_MAX_INPUTS);
    look->values = mem_new_array(uint64_t, aig_size(c->graph));
    look->vectors = c->inputs.size == 6 ? ~UINT64_C(0) : (UINT64_C(1) << (1u << c->inputs.size)) - 1;
}

/* In the first step only input vectors that agree with the reset functions are allowed. */
static void look_at(struct look *look, const struct circuit *c, uint32_t state, bool first) {
    for (uint32_t i = 0; i < c->inputs.size; i++)
        look->values[aig_node(c->inputs.data[i].lit)] = input_patterns[i];
    for (uint32_t i = 0; i < c->latches.size; i++)
        look->values[aig_node(c->latches.data[i].lit)] = state >> i & 1 ? ~UINT64_C(0) : 0;
    compute_gates(c->graph, look->values);
    look->initial = look->vectors;
    for (uint32_t i = 0; i < c->latches.size; i++) {
        const struct latch *l = &c->latches.data[i];
        look->initial &= ~(value_of(look->values, l->lit) ^ value_of(look->values, l->reset));
    }
    look->allowed = first ? look->initial : look->vectors;
    for (uint32_t i = 0; i < c->constraints.size; i++)
        look->allowed &= value_of(look->values, c->constraints.data[i].lit);
}

static uint32_t successor(const struct look *look, const struct circuit *c, uint32_t vector) {
    uint32_t state = 0;
    for (uint32_t i = 0; i < c->latches.size; i++)
        state |= (uint32_t)(value_of(look->values, c->latches.data[i].next) >> vector & 1) << i;
    return state;
}

/* A state of the search: in the first step, or in a later one. */
struct place {
    uint32_t state, depth;
};

static void visit(struct oracle *o, const struct circuit *c, const struct look *look, struct place at) {
    if (at.depth < o->state_depth[at.state]) o->state_depth[at.state] = at.depth;
    for (uint32_t p = 0; p < c->properties.size; p++) {
        bool violated = value_of(look->values, c->properties.data[p].bad) & look->allowed;
        if (violated && at.depth < o->bad_depth[p]) o->bad_depth[p] = at.depth;
    }
}

void oracle_init(struct oracle *o, const struct circuit *c) {
    *o = (struct oracle){.states = 1u << c->latches.size};
    o->state_depth = mem_alloc(o->states * sizeof *o->state_depth);
    o->bad_depth = mem_alloc((c->properties.size + 1) * sizeof *o->bad_depth);
    for (uint32_t p = 0; p < c->properties.size; p++) o->bad_depth[p] = ORACLE_NEVER;
    for (uint32_t s = 0; s < o->states; s++) o->state_depth[s] = ORACLE_NEVER;
    struct look look;
    look_init(&look, c);
    bool *later = mem_new_array(bool, o->states); /* found in a step that is not the first */
    VEC(struct place) queue = {0};                /* breadth first: in the order of depths */
    for (uint32_t s = 0; s < o->states; s++) vec_push(&queue, (struct place){s, 0});
    for (uint32_t i = 0; i < queue.size; i++) {
        struct place at = queue.data[i];
        look_at(&look, c, at.state, at.depth == 0);
        if (at.depth == 0 && !look.initial) continue;
        o->depth = at.depth;
        visit(o, c, &look, at);
        for (uint32_t v = 0; v < 64; v++) {
            if (!(look.allowed >> v & 1)) continue;
            uint32_t next = successor(&look, c, v);
            if (!later[next]) vec_push(&queue, (struct place){next, at.depth + 1});
            later[next] = true;
        }
    }
    vec_free(&queue);
    mem_free(later);
    mem_free(look.values);
}

void oracle_fini(struct oracle *o) {
    mem_free(o->state_depth);
    mem_free(o->bad_depth);
}

/* Invariants: phi under every input vector of a state. */
static uint64_t phi_at(const struct invariant *phi, uint64_t *values, uint32_t state) {
    for (uint32_t i = 0; i < phi->inputs.size; i++) values[aig_node(phi->inputs.data[i])] = input_patterns[i];
    for (uint32_t i = 0; i < phi->latches.size; i++)
        values[aig_node(phi->latches.data[i])] = state >> i & 1 ? ~UINT64_C(0) : 0;
    compute_gates(phi->graph, values);
    uint64_t result = ~UINT64_C(0);
    for (uint32_t i = 0; i < phi->conjuncts.size; i++) result &= value_of(values, phi->conjuncts.data[i]);
    return result;
}

/* One pass over the states that paths of j steps end in: is phi true there under all allowed inputs? `next`
 * gets the states that paths of j + 1 steps end in. Base paths start in an initial state; the others satisfy
 * phi all along. */
static bool pass(const struct circuit *c, const struct invariant *phi, bool base, uint32_t j, const bool *now,
                 bool *next) {
    struct look look;
    look_init(&look, c);
    uint64_t *values = mem_new_array(uint64_t, aig_size(phi->graph));
    bool holds = true;
    memset(next, 0, (size_t)1 << c->latches.size);
    for (uint32_t s = 0; s < 1u << c->latches.size; s++) {
        if (!now[s]) continue;
        look_at(&look, c, s, base && j == 0);
        uint64_t truth = phi_at(phi, values, s);
        if (look.allowed & ~truth) holds = false;
        uint64_t taken = base ? look.allowed : look.allowed & truth;
        for (uint32_t v = 0; v < 64; v++)
            if (taken >> v & 1) next[successor(&look, c, v)] = true;
    }
    mem_free(values);
    mem_free(look.values);
    return holds;
}

static bool implies_property(const struct circuit *c, uint32_t property, const struct invariant *phi) {
    struct look look;
    look_init(&look, c);
    uint64_t *values = mem_new_array(uint64_t, aig_size(phi->graph));
    bool holds = true;
    for (uint32_t s = 0; s < 1u << c->latches.size && holds; s++) {
        look_at(&look, c, s, false);
        uint64_t bad = value_of(look.values, c->properties.data[property].bad);
        holds = !(phi_at(phi, values, s) & look.allowed & bad);
    }
    mem_free(values);
    mem_free(look.values);
    return holds;
}

bool oracle_accepts_invariant(const struct circuit *c, uint32_t property, const struct invariant *phi) {
    assert(!phi->simple_path);
    uint32_t states = 1u << c->latches.size;
    bool *now = mem_new_array(bool, states), *next = mem_new_array(bool, states), *swap;
    bool accepted = implies_property(c, property, phi);
    for (int base = 1; base >= 0 && accepted; base--) {
        memset(now, true, states);
        /* base: phi in steps 0..k-1 from reset; step: k steps of phi from anywhere, and phi in step k */
        for (uint32_t j = 0; j <= phi->depth && accepted; j++) {
            bool holds = pass(c, phi, base, j, now, next);
            if (base ? j < phi->depth : j == phi->depth) accepted = holds;
            swap = now;
            now = next;
            next = swap;
        }
    }
    mem_free(now);
    mem_free(next);
    return accepted;
}

enum replayed { REPLAYED, REFUSED, NOT_INITIAL };

/* A trace without TRACE_X; what comes after the first bad step is of no interest. */
static enum replayed replay(const struct circuit *c, uint32_t property, const struct trace *t) {
    struct look look;
    look_init(&look, c);
    uint32_t state = 0;
    for (uint32_t i = 0; i < t->latches; i++) state |= (uint32_t)t->initial.data[i] << i;
    enum replayed result = REFUSED;
    for (uint32_t step = 0; step < t->steps; step++) {
        uint32_t vector = 0;
        for (uint32_t i = 0; i < t->inputs; i++) vector |= (uint32_t)trace_inputs(t, step)[i] << i;
        look_at(&look, c, state, step == 0);
        if (step == 0 && !(look.initial >> vector & 1)) result = NOT_INITIAL;
        if (!(look.allowed >> vector & 1)) break;
        if (value_of(look.values, c->properties.data[property].bad) >> vector & 1) {
            result = REPLAYED;
            break;
        }
        state = successor(&look, c, vector);
    }
    mem_free(look.values);
    return result;
}

bool oracle_accepts_trace(const struct circuit *c, uint32_t property, const struct trace *t) {
    struct trace copy = *t;
    copy.initial.data = mem_dup(t->initial.data, t->initial.size);
    copy.values.data = mem_dup(t->values.data, t->values.size);
    VEC(uint8_t *) open = {0};
    for (uint32_t i = 0; i < copy.initial.size; i++)
        if (copy.initial.data[i] == TRACE_X) vec_push(&open, &copy.initial.data[i]);
    for (uint32_t i = 0; i < copy.values.size; i++)
        if (copy.values.data[i] == TRACE_X) vec_push(&open, &copy.values.data[i]);
    uint32_t tried = open.size < 12 ? open.size : 12;
    uint32_t counts[3] = {0};
    for (uint32_t choice = 0; choice < 1u << tried; choice++) {
        for (uint32_t i = 0; i < open.size; i++) *open.data[i] = choice >> i % 12 & 1;
        counts[replay(c, property, &copy)]++;
    }
    vec_free(&open);
    mem_free(copy.initial.data);
    mem_free(copy.values.data);
    return counts[REPLAYED] && !counts[REFUSED];
}
