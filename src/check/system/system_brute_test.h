/* For the tests: random small bit-vector systems, and a judge that enumerates.
 *
 * A step is a pair of a state and inputs, numbered by their bits. Tables say which steps satisfy init, the constraints,
 * the property and the invariant, and which state may follow which step. */
#ifndef INDUCT_CHECK_SYSTEM_SYSTEM_BRUTE_TEST_H
#define INDUCT_CHECK_SYSTEM_SYSTEM_BRUTE_TEST_H

#include "evidence/system_evidence.h"
#include "smt/random_test.h"

enum { BRUTE_STATE_BITS = 4, BRUTE_STATES = 1 << BRUTE_STATE_BITS, BRUTE_STEPS = BRUTE_STATES * 4 };

struct brute_system {
    struct system *system;
    struct random random;
    uint32_t states, inputs, steps; /* how many there are; step = inputs * states + state */
    bool init[BRUTE_STEPS], constraint[BRUTE_STEPS], good[BRUTE_STEPS], phi[BRUTE_STEPS];
    bool trans[BRUTE_STEPS][BRUTE_STATES];
    struct random_pool pool; /* over now and inputs */
};

static inline uint32_t brute_width(const struct terms *b, term v) {
    return sort_kind(b, term_sort(b, v)) == SORT_BOOL ? 1 : sort_width(b, term_sort(b, v));
}

static inline term brute_value(struct terms *b, term v, uint32_t bits) {
    uint32_t width = brute_width(b, v);
    bits &= (1u << width) - 1;
    return sort_kind(b, term_sort(b, v)) == SORT_BOOL ? term_bool(b, bits) : term_bits_ui(b, bits, width);
}

/* The value of state (or input) variable i in a step. */
static inline term brute_state(const struct brute_system *s, uint32_t state, uint32_t i) {
    uint32_t shift = 0;
    for (uint32_t k = 0; k < i; k++) shift += brute_width(s->system->terms, s->system->states.data[k].now);
    return brute_value(s->system->terms, s->system->states.data[i].now, state >> shift);
}

static inline term brute_input(const struct brute_system *s, uint32_t step, uint32_t i) {
    uint32_t shift = 0;
    for (uint32_t k = 0; k < i; k++) shift += brute_width(s->system->terms, s->system->inputs.data[k].now);
    return brute_value(s->system->terms, s->system->inputs.data[i].now, step / s->states >> shift);
}

static inline void brute_enter(const struct brute_system *s, struct evaluation *e, uint32_t step,
                               uint32_t next) {
    evaluation_reset(e);
    for (uint32_t i = 0; i < s->system->states.size; i++) {
        evaluation_set(e, s->system->states.data[i].now, brute_state(s, step % s->states, i));
        evaluation_set(e, s->system->states.data[i].next, brute_state(s, next, i));
    }
    for (uint32_t i = 0; i < s->system->inputs.size; i++)
        evaluation_set(e, s->system->inputs.data[i].now, brute_input(s, step, i));
}

static inline bool brute_holds(struct evaluation *e, term t) {
    return term_is(e->bank, evaluate(e, t), TERM_TRUE);
}

static inline void brute_tables(struct brute_system *s) {
    const struct system *system = s->system;
    term init = system_init_formula(system), trans = system_trans_formula(system),
         constraint = system_constraint_formula(system);
    struct evaluation e;
    evaluation_init(&e, system->terms);
    for (uint32_t step = 0; step < s->steps; step++) {
        brute_enter(s, &e, step, 0);
        s->init[step] = brute_holds(&e, init);
        s->constraint[step] = brute_holds(&e, constraint);
        s->good[step] = brute_holds(&e, system->properties.data[0].good);
        for (uint32_t next = 0; next < s->states; next++) {
            brute_enter(s, &e, step, next);
            s->trans[step][next] = brute_holds(&e, trans);
        }
    }
    evaluation_fini(&e);
}

static inline void brute_phi(struct brute_system *s, const term_list *conjuncts) {
    struct evaluation e;
    evaluation_init(&e, s->system->terms);
    for (uint32_t step = 0; step < s->steps; step++) {
        brute_enter(s, &e, step, 0);
        s->phi[step] = true;
        vec_each (const term, c, conjuncts) s->phi[step] = s->phi[step] && brute_holds(&e, *c);
    }
    evaluation_fini(&e);
}

static inline void brute_variables(struct brute_system *s) {
    struct system *system = s->system;
    struct terms *b = system->terms;
    static const uint32_t widths[][3] = {
        {3, 0, 0}, {2, 2, 0}, {2, 0, 1}, {1, 3, 0}}; /* 0: a Boolean, if not first */
    const uint32_t *row = widths[random_below(&s->random, 4)];
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 3 && bits < BRUTE_STATE_BITS; i++) {
        uint32_t width = row[i] ? row[i] : 1;
        if (bits + width > BRUTE_STATE_BITS) break;
        system_add_state(system, (const char *[]){"a", "b", "c"}[i], row[i] ? sort_bv(b, width) : sort_bool(),
                         NULL);
        bits += width;
    }
    uint32_t inputs = random_below(&s->random, 3);
    if (inputs) system_add_input(system, "i", inputs == 1 ? sort_bool() : sort_bv(b, 2));
    s->states = 1u << bits;
    s->inputs = 1u << inputs;
    s->steps = s->states * s->inputs;
}

/* A random system: some variables have functions, others relations; constraints now and then. */
static inline void brute_init(struct brute_system *s, uint64_t seed) {
    memset(s, 0, sizeof *s);
    random_init(&s->random, seed);
    s->system = system_new(TERMS_PLAIN);
    struct system *system = s->system;
    struct terms *b = system->terms;
    brute_variables(s);
    pool_init(&s->pool, b, seed + 77);
    vec_each (struct system_state, v, &system->states) vec_push(&s->pool.terms, v->now);
    vec_each (struct system_input, v, &system->inputs) vec_push(&s->pool.terms, v->now);
    vec_push(&s->pool.terms, term_true(b));
    for (uint32_t w = 1; w < 4; w++) vec_push(&s->pool.terms, term_bits_ui(b, seed, w));
    pool_grow(&s->pool, 40);
    struct random_pool next; /* over next, too */
    pool_init(&next, b, seed + 99);
    vec_append(&next.terms, s->pool.terms.data, s->pool.terms.size);
    vec_each (struct system_state, v, &system->states) vec_push(&next.terms, v->next);
    pool_grow(&next, 20);
    vec_each (struct system_state, v, &system->states) {
        sort of = term_sort(b, v->now);
        if (random_below(&s->random, 3))
            v->first = random_below(&s->random, 3) ? brute_value(b, v->now, (uint32_t)seed)
                                                   : pool_pick(&s->pool, of);
        if (random_below(&s->random, 4)) v->update = pool_pick(&s->pool, of);
    }
    if (!random_below(&s->random, 2)) system->init = pool_pick(&s->pool, sort_bool());
    if (!random_below(&s->random, 2)) system->trans = pool_pick(&next, sort_bool());
    if (!random_below(&s->random, 3)) vec_push(&system->constraints, pool_pick(&s->pool, sort_bool()));
    system_add_property(system, pool_formula(&s->pool), NULL, 0);
    pool_fini(&next);
    brute_tables(s);
}

static inline void brute_fini(struct brute_system *s) {
    pool_fini(&s->pool);
    system_free(s->system);
}

/* The steps that can follow those of a set (constraints included). */
static inline void brute_image(const struct brute_system *s, const bool *from, bool *to) {
    memset(to, 0, s->steps * sizeof *to);
    for (uint32_t step = 0; step < s->steps; step++)
        for (uint32_t next = 0; next < s->states && from[step]; next++)
            for (uint32_t in = 0; in < s->inputs && s->trans[step][next]; in++)
                if (s->constraint[in * s->states + next]) to[in * s->states + next] = true;
}

static inline bool brute_base(const struct brute_system *s, uint32_t depth) {
    bool set[BRUTE_STEPS], after[BRUTE_STEPS];
    for (uint32_t i = 0; i < s->steps; i++) set[i] = s->init[i] && s->constraint[i];
    for (uint32_t j = 0; j < depth; j++) {
        for (uint32_t i = 0; i < s->steps; i++)
            if (set[i] && !s->phi[i]) return false;
        brute_image(s, set, after);
        memcpy(set, after, sizeof set);
    }
    return true;
}

static inline bool brute_step(const struct brute_system *s, uint32_t depth) {
    bool set[BRUTE_STEPS], after[BRUTE_STEPS];
    for (uint32_t i = 0; i < s->steps; i++) set[i] = s->phi[i] && s->constraint[i];
    for (uint32_t j = 0; j < depth; j++) {
        brute_image(s, set, after);
        for (uint32_t i = 0; i < s->steps; i++) {
            if (j + 1 == depth && after[i] && !s->phi[i]) return false;
            set[i] = after[i] && s->phi[i];
        }
    }
    return true;
}

static inline bool brute_safety(const struct brute_system *s) {
    for (uint32_t i = 0; i < s->steps; i++)
        if (s->phi[i] && s->constraint[i] && !s->good[i]) return false;
    return true;
}

/* Extends paths of different states; `exempt`: may come back to the first one when that satisfies init. The comparison
 * is over the states' bits in `mask`. */
struct brute_path {
    uint32_t steps[8], size, depth, mask;
    bool exempt;
};

static inline bool brute_simple(const struct brute_system *s, struct brute_path *p, uint32_t step) {
    for (uint32_t i = 0; i < p->size; i++) {
        if ((p->steps[i] % s->states & p->mask) != (step % s->states & p->mask)) continue;
        if (i == 0 && p->exempt && s->init[p->steps[0]]) continue;
        return true; /* not simple: nothing to show */
    }
    if (!s->constraint[step]) return true;
    if (p->size == p->depth) return s->phi[step];
    if (!s->phi[step]) return true;
    p->steps[p->size++] = step;
    bool good = true;
    for (uint32_t next = 0; next < s->states && good; next++)
        for (uint32_t in = 0; in < s->inputs && good && s->trans[step][next]; in++)
            good = brute_simple(s, p, in * s->states + next);
    p->size--;
    return good;
}

static inline bool brute_simple_step(const struct brute_system *s, uint32_t depth,
                                     const term_list *conjuncts) {
    u32s positions = {0};
    struct brute_path p = {.depth = depth};
    p.exempt = system_simple_states(s->system, conjuncts->data, conjuncts->size, &positions);
    uint32_t shift = 0;
    for (uint32_t i = 0; i < s->system->states.size; i++) {
        uint32_t width = brute_width(s->system->terms, s->system->states.data[i].now);
        vec_each (uint32_t, k, &positions)
            if (*k == i) p.mask |= ((1u << width) - 1) << shift;
        shift += width;
    }
    vec_free(&positions);
    for (uint32_t step = 0; step < s->steps; step++)
        if (!brute_simple(s, &p, step)) return false;
    return true;
}

/* All steps that can be reached. */
static inline void brute_reachable(const struct brute_system *s, bool *reached) {
    bool after[BRUTE_STEPS];
    for (uint32_t i = 0; i < s->steps; i++) reached[i] = s->init[i] && s->constraint[i];
    for (bool more = true; more;) {
        more = false;
        brute_image(s, reached, after);
        for (uint32_t i = 0; i < s->steps; i++) {
            more |= after[i] && !reached[i];
            reached[i] |= after[i];
        }
    }
}

/* A formula that is true in exactly one step. */
static inline term brute_cube(const struct brute_system *s, uint32_t step) {
    term_list parts = {0};
    for (uint32_t i = 0; i < s->system->states.size; i++)
        vec_push(&parts, term_eq(s->system->terms, s->system->states.data[i].now,
                                 brute_state(s, step % s->states, i)));
    for (uint32_t i = 0; i < s->system->inputs.size; i++)
        vec_push(&parts, term_eq(s->system->terms, s->system->inputs.data[i].now, brute_input(s, step, i)));
    term t = term_and(s->system->terms, parts.data, parts.size);
    vec_free(&parts);
    return t;
}

/* Conjuncts that exclude exactly the steps that are not in the set. */
static inline void brute_invariant(const struct brute_system *s, const bool *set, term_list *conjuncts) {
    for (uint32_t i = 0; i < s->steps; i++)
        if (!set[i]) vec_push(conjuncts, term_not(s->system->terms, brute_cube(s, i)));
}

#endif
