#include "engine/system/separate.h"

#include "engine/system/unfold.h"

static void add_literals(struct terms *b, term x, term value, term_list *literals) {
    sort s = term_sort(b, x);
    switch (sort_kind(b, s)) {
    case SORT_BOOL: vec_push(literals, term_is(b, value, TERM_TRUE) ? x : term_not(b, x)); break;
    case SORT_INT:
    case SORT_REAL:
        vec_push(literals, term_le(b, x, value));
        vec_push(literals, term_le(b, value, x));
        break;
    case SORT_BV:
        for (uint32_t i = 0; i < sort_width(b, s); i++) {
            term bit = term_bit(b, x, i);
            vec_push(literals, mpz_tstbit(term_bits(b, value), i) ? bit : term_not(b, bit));
        }
        break;
    default: vec_push(literals, term_eq(b, x, value)); break;
    }
}

void point_literals(struct loop *l, const point *p, term_list *literals) {
    for (uint32_t i = 0; i < p->size; i++)
        add_literals(l->bank, l->system->states.data[i].now, p->data[i], literals);
}

term point_formula(struct loop *l, const point *p) {
    term_list equalities = {0};
    for (uint32_t i = 0; i < p->size; i++)
        vec_push(&equalities, term_eq(l->bank, l->system->states.data[i].now, p->data[i]));
    term result = term_and(l->bank, equalities.data, equalities.size);
    vec_free(&equalities);
    return result;
}

static bool contradicts(struct loop *l, term a, term b) {
    struct smt *smt = smt_for_system(l->system, l->task, SMT_BATCH);
    smt_assert(smt, a);
    smt_assert(smt, b);
    bool result = smt_check(smt, NULL, 0) == SMT_UNSAT;
    smt_free(smt);
    return result;
}

/* A formula that the others imply and that does not hold in the region. */
static bool by_interpolant(struct loop *l, term region, term others, term_list *fresh) {
    unsigned theories = system_theories(l->system);
    if (theories & (THEORY_BV | THEORY_ARRAY | THEORY_UF | THEORY_NONLINEAR | THEORY_DIVISION)) return false;
    term_list states = {0};
    vec_each (const struct system_state, s, &l->system->states) vec_push(&states, s->now);
    term chain[] = {others, region}, found = TERM_NONE;
    struct smt_link shared = {states.data, states.size};
    /* others => I, I & region => false */
    bool done = smt_horn_chain(l->bank, chain, 2, &shared, l->task->limits, &found) &&
                contradicts(l, found, region) && contradicts(l, others, term_not(l->bank, found));
    if (done) vec_push(fresh, found);
    vec_free(&states);
    return done;
}

/* A cube that contradicts the others, and a solver that knows these. */
struct region {
    struct smt *smt;
    term_list literals;
    smt_lits labels; /* of these */
};

/* What is left without the literal at `but` contradicts: then its core is what is left. */
static bool contradicts_without(struct region *r, uint32_t but) {
    smt_lits trial = {0};
    u32s positions = {0};
    for (uint32_t i = 0; i < r->labels.size; i++) {
        if (i == but) continue;
        vec_push(&trial, r->labels.data[i]);
        vec_push(&positions, i);
    }
    bool done = smt_check(r->smt, trial.data, trial.size) == SMT_UNSAT;
    uint32_t kept = 0;
    for (uint32_t i = 0; done && i < positions.size; i++) {
        if (!smt_in_core(r->smt, i)) continue;
        r->literals.data[kept] = r->literals.data[positions.data[i]];
        r->labels.data[kept++] = r->labels.data[positions.data[i]];
    }
    if (done) {
        vec_shrink(&r->literals, kept);
        vec_shrink(&r->labels, kept);
    }
    vec_free(&trial);
    vec_free(&positions);
    return done;
}

static void add_to_region(struct region *r, const term_list *literals) {
    vec_each (const term, t, literals) {
        vec_push(&r->literals, *t);
        vec_push(&r->labels, smt_label(r->smt, *t));
    }
}

/* The largest cube around the point that we can find: without as many literals as can go, the point's own first. */
static bool find_region(struct loop *l, const point *p, const term_list *known, struct region *r) {
    enum { MOST = 60 };
    term_list own = {0};
    point_literals(l, p, &own);
    add_to_region(r, known);
    bool done = known->size && contradicts_without(r, UINT32_MAX);
    if (!done) {
        add_to_region(r, &own);
        done = contradicts_without(r, UINT32_MAX);
    }
    for (uint32_t i = r->literals.size, tries = 0; done && i-- > 0 && tries < MOST; tries++)
        if (i < r->literals.size && r->literals.size > 1) (void)contradicts_without(r, i);
    vec_free(&own);
    return done;
}

bool separate_point(struct loop *l, const point *p, const term_list *known, term others, term_list *fresh) {
    struct region r = {.smt = smt_for_system(l->system, l->task, SMT_INCREMENTAL)};
    smt_assert(r.smt, others);
    bool done = find_region(l, p, known, &r);
    term region = term_and(l->bank, r.literals.data, r.literals.size);
    if (done && !by_interpolant(l, region, others, fresh))
        vec_append(fresh, r.literals.data, r.literals.size);
    vec_free(&r.literals);
    vec_free(&r.labels);
    smt_free(r.smt);
    return done;
}
