#include "generate.h"

#include "oracle.h"

#include "base/random.h"

#include <stdio.h>

struct generator {
    struct random random;
    struct circuit *circuit;
    bool large;
    bool raw;      /* gates are made as asked, without hashing and simplification */
    aig_lits pool; /* what new logic may refer to */
};

static uint32_t below(struct generator *g, uint32_t bound) {
    return random_below(&g->random, bound);
}

static bool one_in(struct generator *g, uint32_t n) {
    return random_one_in(&g->random, n);
}

static aig_lit pick(struct generator *g) {
    if (!g->pool.size || one_in(g, 40)) return (aig_lit){below(g, 2)};
    aig_lit picked = g->pool.data[below(g, g->pool.size)];
    return aig_not_if(picked, one_in(g, 2));
}

static aig_lit make_and(struct generator *g, aig_lit a, aig_lit b) {
    return g->raw ? aig_raw_and(g->circuit->graph, a, b) : aig_and(g->circuit->graph, a, b);
}

static aig_lit make_or(struct generator *g, aig_lit a, aig_lit b) {
    return aig_not(make_and(g, aig_not(a), aig_not(b)));
}

static aig_lit make_ite(struct generator *g, aig_lit c, aig_lit t, aig_lit e) {
    aig_lit yes = make_and(g, c, t), no = make_and(g, aig_not(c), e);
    return make_or(g, yes, no);
}

/* The conjunction of n picks. Here and elsewhere: no two calls that draw a number or make a gate are
 * arguments of the same call, since compilers differ in the order of evaluation, and a seed must mean the
 * same circuit to all of them. */
static aig_lit random_and(struct generator *g, uint32_t n) {
    aig_lit result = pick(g);
    while (--n) {
        aig_lit more = pick(g);
        result = make_and(g, result, more);
    }
    return result;
}

static aig_lit random_or(struct generator *g, uint32_t n) {
    return aig_not(random_and(g, n)); /* literals are as likely negated as not */
}

/* The cube of the latches [from..from+n[ that have the bits of `value`. */
static aig_lit make_cube(struct generator *g, uint32_t from, uint32_t n, uint32_t value) {
    aig_lit cube = AIG_TRUE;
    for (uint32_t i = 0; i < n; i++)
        cube = make_and(g, aig_not_if(g->circuit->latches.data[from + i].lit, !(value >> i & 1)), cube);
    return cube;
}

static void make_leaves(struct generator *g) {
    uint32_t latches = g->large ? 7 + below(g, 4) : 1 + below(g, 6), inputs = below(g, 5);
    while (latches + inputs) {
        bool input = below(g, latches + inputs) < inputs;
        char name[16];
        snprintf(name, sizeof name, "%c%u", input ? 'i' : 'l', latches + inputs);
        const char *given = one_in(g, 4) ? name : NULL;
        vec_push(&g->pool,
                 input ? circuit_add_input(g->circuit, given) : circuit_add_latch(g->circuit, given));
        if (input)
            inputs--;
        else
            latches--;
    }
}

static void make_gates(struct generator *g) {
    uint32_t n = below(g, g->large ? 81 : 31);
    for (uint32_t i = 0; i < n; i++) {
        aig_lit a = pick(g), b = pick(g);
        aig_lit gate = one_in(g, 5) ? make_ite(g, a, b, pick(g)) : make_and(g, a, b);
        if (!aig_is_constant(gate)) vec_push(&g->pool, aig_regular(gate));
    }
}

static aig_lit random_reset(struct generator *g, const struct latch *l) {
    uint32_t choice = below(g, 10);
    return choice < 2 ? l->lit : choice < 5 ? AIG_TRUE : AIG_FALSE;
}

/* Structures on the latches [from..from+n[. */

static void make_counter(struct generator *g, uint32_t from, uint32_t n) {
    aig_lit enable = one_in(g, 2) ? AIG_TRUE : pick(g);
    uint32_t missing = below(g, 1u << n);
    missing /= 1 + below(g, 3);
    aig_lit wrap = make_cube(g, from, n, (1u << n) - 1 - missing), carry = AIG_TRUE;
    for (uint32_t i = 0; i < n; i++) {
        struct latch *l = &g->circuit->latches.data[from + i];
        aig_lit sum = make_ite(g, carry, aig_not(l->lit), l->lit);
        carry = make_and(g, carry, l->lit);
        l->next = make_ite(g, enable, make_and(g, sum, aig_not(wrap)), l->lit);
        l->reset = one_in(g, 12) ? random_reset(g, l) : AIG_FALSE;
    }
}

static void make_shift(struct generator *g, uint32_t from, uint32_t n) {
    aig_lit last = pick(g), reset = (aig_lit){below(g, 2)};
    for (uint32_t i = 0; i < n; i++) {
        struct latch *l = &g->circuit->latches.data[from + i];
        l->next = last;
        l->reset = one_in(g, 6) ? l->lit : reset;
        last = l->lit;
    }
}

/* One of the latches is true, and it moves on when the enable says so. */
static void make_ring(struct generator *g, uint32_t from, uint32_t n) {
    aig_lit enable = one_in(g, 2) ? AIG_TRUE : pick(g);
    for (uint32_t i = 0; i < n; i++) {
        struct latch *l = &g->circuit->latches.data[from + i];
        aig_lit before = g->circuit->latches.data[from + (i + n - 1) % n].lit;
        l->next = aig_same(enable, AIG_TRUE) ? before : make_ite(g, enable, before, l->lit);
        l->reset = i == 0 ? AIG_TRUE : AIG_FALSE;
    }
}

static void make_single(struct generator *g, uint32_t at) {
    struct latch *l = &g->circuit->latches.data[at];
    const struct latch *other = &g->circuit->latches.data[below(g, g->circuit->latches.size)];
    l->reset = random_reset(g, l);
    switch (below(g, 8)) {
    case 0: l->next = l->lit; break;
    case 1: l->next = make_or(g, l->lit, random_and(g, 2)); break;
    case 2: l->next = make_and(g, l->lit, random_or(g, 2)); break;
    case 3: {
        aig_lit condition = pick(g), value = pick(g);
        l->next = make_ite(g, condition, value, l->lit);
        break;
    }
    case 4: { /* the same as another latch, or its opposite */
        bool negated = one_in(g, 3);
        l->next = aig_not_if(other->next, negated);
        l->reset = latch_is_free(other) ? l->lit : aig_not_if(other->reset, negated);
        break;
    }
    default: l->next = pick(g);
    }
}

static void make_latches(struct generator *g) {
    uint32_t size = g->circuit->latches.size;
    for (uint32_t at = 0; at < size;) {
        uint32_t n = one_in(g, 3) ? size - at : 1 + below(g, size - at);
        uint32_t choice = n > 1 ? below(g, 6) : 5;
        if (choice < 2)
            make_counter(g, at, n);
        else if (choice == 2)
            make_shift(g, at, n);
        else if (choice == 3)
            make_ring(g, at, n);
        else
            make_single(g, at), n = 1;
        at += n;
    }
}

/* A latch that starts with a function of inputs and of latches before it. */
static void make_reset_function(struct generator *g) {
    uint32_t at = below(g, g->circuit->latches.size);
    aig_lits leaves = {0};
    for (uint32_t i = 0; i < g->circuit->inputs.size; i++) vec_push(&leaves, g->circuit->inputs.data[i].lit);
    for (uint32_t i = 0; i < at; i++) vec_push(&leaves, g->circuit->latches.data[i].lit);
    if (leaves.size) {
        aig_lit a = leaves.data[below(g, leaves.size)], b = leaves.data[below(g, leaves.size)];
        aig_lit reset = make_and(g, aig_not_if(a, one_in(g, 2)), b);
        g->circuit->latches.data[at].reset = aig_not_if(reset, one_in(g, 2));
    }
    vec_free(&leaves);
}

static void make_constraints(struct generator *g) {
    if (!one_in(g, 3)) return;
    uint32_t n = 1 + below(g, 2), latches = g->circuit->latches.size;
    for (uint32_t i = 0; i < n; i++) {
        aig_lit holds;
        switch (below(g, 6)) {
        case 0: holds = pick(g); break;
        case 1:
        case 2: holds = aig_not(make_cube(g, 0, latches, below(g, 1u << latches))); break;
        default: holds = random_or(g, 3);
        }
        circuit_add_constraint(g->circuit, holds, one_in(g, 4) ? "assume" : NULL);
    }
}

/* Properties. */

/* A cube over the latches that contains `state` and no reached state, from which literals are dropped at
 * random. */
static aig_lit cube_out_of_reach(struct generator *g, const struct oracle *o, uint32_t state) {
    uint32_t latches = g->circuit->latches.size, kept = (1u << latches) - 1;
    for (uint32_t tries = 0; tries < 8; tries++) {
        uint32_t without = kept & ~(1u << below(g, latches));
        bool reached = false;
        for (uint32_t s = 0; s < o->states; s++)
            reached |= o->state_depth[s] != ORACLE_NEVER && !((s ^ state) & without);
        if (!reached) kept = without;
    }
    aig_lit cube = AIG_TRUE;
    for (uint32_t i = 0; i < latches; i++)
        if (kept >> i & 1) cube = make_and(g, make_cube(g, i, 1, state >> i & 1), cube);
    return cube;
}

/* Some state that satisfies the wish, starting from a random one; the start itself when there is none. */
static uint32_t some_state(struct generator *g, const struct oracle *o, bool reached, uint32_t depth) {
    uint32_t start = below(g, o->states);
    for (uint32_t i = 0; i < o->states; i++) {
        uint32_t s = (start + i) % o->states, d = o->state_depth[s];
        if (reached ? d != ORACLE_NEVER && d >= depth : d == ORACLE_NEVER) return s;
    }
    return start;
}

static aig_lit random_bad(struct generator *g, const struct oracle *o) {
    uint32_t latches = g->circuit->latches.size, choice = below(g, 20), state;
    if (choice < 8) {
        state = some_state(g, o, false, 0);
        if (o->state_depth[state] != ORACLE_NEVER) return random_and(g, 3);
        aig_lit cube = cube_out_of_reach(g, o, state);
        return one_in(g, 4) ? make_and(g, cube, pick(g)) : cube;
    }
    if (choice < 15) {
        state = some_state(g, o, true, one_in(g, 3) ? below(g, o->depth + 1) : o->depth);
        aig_lit cube = make_cube(g, 0, latches, state);
        return one_in(g, 4) ? make_and(g, cube, pick(g)) : cube;
    }
    if (choice < 18) return random_and(g, 3);
    if (choice < 19) return random_and(g, 2);
    return pick(g);
}

static void make_properties(struct generator *g) {
    struct oracle oracle;
    oracle_init(&oracle, g->circuit);
    uint32_t n = 1 + below(g, 4);
    for (uint32_t i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "p %u", i);
        aig_lit bad = random_bad(g, &oracle);
        circuit_add_property(g->circuit, bad, one_in(g, 4) ? name : NULL, i);
    }
    g->circuit->bad_section = !one_in(g, 4);
    if (g->circuit->bad_section && one_in(g, 4))
        vec_push(&g->circuit->outputs, (struct signal){pick(g), NULL});
    oracle_fini(&oracle);
}

struct circuit *generate_circuit(uint64_t seed) {
    struct generator g = {.circuit = circuit_new()};
    random_init(&g.random, seed);
    for (int i = 0; i < 8; i++) (void)random_word(&g.random); /* near seeds begin alike */
    g.large = one_in(&g, 8);
    g.raw = one_in(&g, 2);
    make_leaves(&g);
    make_gates(&g);
    make_latches(&g);
    if (one_in(&g, 12)) make_reset_function(&g);
    make_constraints(&g);
    make_properties(&g);
    vec_free(&g.pool);
    assert(!circuit_check(g.circuit));
    return g.circuit;
}
