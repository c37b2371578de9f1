#include "refine/farkas.h"

#include "base/hash.h"
#include "logic/walk.h"
#include "smt/smt.h"

static term number(struct terms *b, long value) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, value, 1);
    term t = term_number_of(b, q, sort_real());
    mpq_clear(q);
    return t;
}

static term sum(struct terms *b, const term_list *list) {
    return list->size ? term_add(b, list->data, list->size) : number(b, 0);
}

/* One equation per subject: it cancels. */
static void assert_cancelling(struct smt *smt, struct terms *b, const struct sample *s,
                              const term_list *unknowns) {
    struct hash_map column = {0};
    VEC(term_list) columns = {0};
    for (uint32_t i = 0; i < s->rows.size; i++)
        vec_each (const struct monomial, m, &s->rows.data[i].form.monomials) {
            uint32_t c = hash_map_get(&column, m->subject.id);
            if (c == HASH_NONE) {
                c = columns.size;
                hash_map_put(&column, m->subject.id, c);
                vec_push(&columns, (term_list){0});
            }
            term factor = term_number_of(b, m->coefficient, sort_real());
            vec_push(&columns.data[c], term_mul2(b, factor, unknowns->data[i]));
        }
    vec_each (term_list, c, &columns) {
        smt_assert(smt, term_eq(b, sum(b, c), number(b, 0)));
        vec_free(c);
    }
    vec_free(&columns);
    hash_map_free(&column);
}

/* The constants add up to something positive: sum(form) <= 0 says `constant <= 0`. Or to zero, with a strict
 * row in it. */
static void assert_contradiction(struct smt *smt, struct terms *b, const struct sample *s,
                                 const term_list *unknowns) {
    term_list constants = {0}, strict = {0};
    for (uint32_t i = 0; i < s->rows.size; i++) {
        term factor = term_number_of(b, s->rows.data[i].form.constant, sort_real());
        vec_push(&constants, term_mul2(b, factor, unknowns->data[i]));
        if (s->rows.data[i].strict) vec_push(&strict, unknowns->data[i]);
    }
    term total = sum(b, &constants), one = number(b, 1);
    term touching = term_and2(b, term_le(b, number(b, 0), total), term_le(b, one, sum(b, &strict)));
    smt_assert(smt, term_or2(b, term_le(b, one, total), touching));
    vec_free(&constants);
    vec_free(&strict);
}

struct farkas {
    struct terms *bank; /* of the unknowns */
    struct smt *smt;
    term_list unknowns; /* per row; none is negative */
};

struct farkas *farkas_new(struct limits *limits) {
    struct farkas *f = mem_new(struct farkas);
    f->bank = terms_new(TERMS_SIMPLIFY);
    f->smt = smt_new(f->bank, &(struct smt_settings){.theories = THEORY_REAL, .limits = limits});
    return f;
}

void farkas_free(struct farkas *f) {
    if (!f) return;
    vec_free(&f->unknowns);
    smt_free(f->smt);
    terms_free(f->bank);
    mem_free(f);
}

bool farkas_multipliers(struct farkas *f, const struct sample *s, mpq_t *multipliers) {
    while (f->unknowns.size < s->rows.size) {
        term unknown = term_fresh(f->bank, "m", sort_real());
        smt_assert(f->smt, term_le(f->bank, number(f->bank, 0), unknown));
        vec_push(&f->unknowns, unknown);
    }
    smt_push(f->smt);
    assert_cancelling(f->smt, f->bank, s, &f->unknowns);
    assert_contradiction(f->smt, f->bank, s, &f->unknowns);
    bool found = smt_check(f->smt, NULL, 0) == SMT_SAT;
    for (uint32_t i = 0; found && i < s->rows.size; i++) {
        mpq_init(multipliers[i]);
        mpq_set(multipliers[i], term_number(f->bank, smt_value(f->smt, f->unknowns.data[i])));
    }
    smt_pop(f->smt);
    return found;
}
