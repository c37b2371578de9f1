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

/* A formula that the others imply and that does not hold in the point. */
static bool by_interpolant(struct loop *l, const point *p, term others, term_list *fresh) {
    unsigned theories = system_theories(l->system);
    if (theories & (THEORY_BV | THEORY_ARRAY | THEORY_UF | THEORY_NONLINEAR | THEORY_DIVISION)) return false;
    term_list states = {0};
    vec_each (const struct system_state, s, &l->system->states) vec_push(&states, s->now);
    term here = point_formula(l, p), chain[] = {others, here}, found = TERM_NONE;
    struct smt_link shared = {states.data, states.size};
    /* others => I, I & point => false */
    bool done = smt_horn_chain(l->bank, chain, 2, &shared, l->task->limits, &found) &&
                contradicts(l, found, here) && contradicts(l, others, term_not(l->bank, found));
    if (done) vec_push(fresh, found);
    vec_free(&states);
    return done;
}

/* The literals of the point that contradict the others. */
static bool by_core(struct loop *l, const point *p, term others, term_list *fresh) {
    struct smt *smt = smt_for_system(l->system, l->task, SMT_INCREMENTAL);
    term_list literals = {0};
    smt_lits assumptions = {0};
    point_literals(l, p, &literals);
    smt_assert(smt, others);
    vec_each (const term, literal, &literals) vec_push(&assumptions, smt_label(smt, *literal));
    bool done = smt_check(smt, assumptions.data, assumptions.size) == SMT_UNSAT;
    for (uint32_t i = 0; done && i < literals.size; i++)
        if (smt_in_core(smt, i)) vec_push(fresh, literals.data[i]);
    vec_free(&literals);
    vec_free(&assumptions);
    smt_free(smt);
    return done;
}

bool separate_point(struct loop *l, const point *p, term others, term_list *fresh) {
    return by_interpolant(l, p, others, fresh) || by_core(l, p, others, fresh);
}
