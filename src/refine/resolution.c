#include "refine/resolution.h"

#include "refine/farkas.h"
#include "refine/vocabulary.h"

struct resolving {
    struct terms *bank;
    uint32_t cuts; /* cut i is behind formula i */
    struct vocabulary vocabulary;
    smt_steps steps;
    struct farkas *farkas;
    term_list partial; /* [step * cuts + cut] */
};

static struct range range_of(struct resolving *r, term t) {
    return vocabulary_range(&r->vocabulary, &t, 1);
}

/* Whether what is behind the cut has all variables. */
static bool is_of_b(struct range range, uint32_t cut) {
    return range.last > cut;
}

/* The literal is over variables of one side of each cut. */
static bool is_pure(struct range range) {
    return range.known && range.first <= range.last;
}

/* Whether the clause belongs to one formula: then to range->first. */
static bool is_of_one(struct resolving *r, const term_list *clause, struct range *range) {
    *range = vocabulary_range(&r->vocabulary, clause->data, clause->size);
    return is_pure(*range);
}

/* A clause of a formula, as a leaf. */
static void clause_leaf(struct resolving *r, const term_list *clause, uint32_t formula, term *out) {
    for (uint32_t cut = 0; cut < r->cuts; cut++) {
        if (formula > cut) {
            out[cut] = term_true(r->bank);
            continue;
        }
        term_list kept = {0};
        vec_each (const term, l, clause)
            if (is_of_b(range_of(r, *l), cut)) vec_push(&kept, *l);
        out[cut] = term_or(r->bank, kept.data, kept.size);
        vec_free(&kept);
    }
}

static bool no_side(void *client, term equality) {
    (void)client;
    (void)equality;
    return true;
}

/* Of the rows of a contradiction, the sum of those that B cannot express. */
static term sum_before(struct resolving *r, const struct sample *rows, const struct range *ranges,
                       mpq_t *multipliers, uint32_t cut) {
    struct linear total;
    linear_init(&total, rows->rows.data[0].form.sort);
    bool strict = false;
    for (uint32_t i = 0; i < rows->rows.size; i++) {
        if (is_of_b(ranges[i], cut) || !mpq_sgn(multipliers[i])) continue;
        linear_add(&total, &rows->rows.data[i].form, multipliers[i]);
        strict |= rows->rows.data[i].strict;
    }
    term result = linear_canonical(r->bank, &total, strict ? LINEAR_LT : LINEAR_LE);
    linear_fini(&total);
    return result;
}

/* A clause that is valid because the negations of its literals are inequalities with a contradictory sum. False: it is
 * not so. */
static bool sum_leaf(struct resolving *r, const term_list *clause, term *out) {
    term_list cube = {0};
    vec_each (const term, l, clause) vec_push(&cube, term_not(r->bank, *l));
    struct sample *rows = sample_new(r->bank, &cube, no_side, NULL);
    uint32_t n = rows->rows.size;
    struct range *ranges = mem_new_array(struct range, n + 1);
    mpq_t *multipliers = mem_new_array(mpq_t, n + 1);
    bool usable = n > 0;
    for (uint32_t i = 0; i < n; i++) {
        ranges[i] = range_of(r, linear_term(r->bank, &rows->rows.data[i].form));
        usable = usable && is_pure(ranges[i]) &&
                 sort_same(rows->rows.data[i].form.sort, rows->rows.data[0].form.sort);
    }
    usable = usable && farkas_multipliers(r->farkas, rows, multipliers);
    for (uint32_t cut = 0; usable && cut < r->cuts; cut++)
        out[cut] = sum_before(r, rows, ranges, multipliers, cut);
    for (uint32_t i = 0; usable && i < n; i++) mpq_clear(multipliers[i]);
    mem_free(multipliers);
    mem_free(ranges);
    sample_free(rows);
    vec_free(&cube);
    return usable;
}

/* A valid clause. */
static bool valid_leaf(struct resolving *r, const term_list *clause, term *out) {
    struct range range;
    if (!is_of_one(r, clause, &range)) return sum_leaf(r, clause, out);
    clause_leaf(r, clause, range.first, out);
    return true;
}

/* out := the resolvent of out and other on the pivot. */
static bool resolve(struct resolving *r, term *out, const term *other, term pivot) {
    struct range range = range_of(r, pivot);
    for (uint32_t cut = 0; cut < r->cuts; cut++)
        out[cut] = is_of_b(range, cut) ? term_and2(r->bank, out[cut], other[cut])
                                       : term_or2(r->bank, out[cut], other[cut]);
    return is_pure(range);
}

static term *partial_of(struct resolving *r, uint32_t step) {
    return r->partial.data + (size_t)step * r->cuts;
}

/* The premise as a unit, where it proves a disjunction: resolved with "the disjunction, or not d" for every part d of
 * it. */
static bool as_unit(struct resolving *r, uint32_t premise, term *out) {
    const struct smt_step *s = &r->steps.data[premise];
    memcpy(out, partial_of(r, premise), r->cuts * sizeof *out);
    term *leaf = mem_new_array(term, r->cuts);
    bool good = true;
    for (uint32_t i = 0; s->literals.size > 1 && i < s->literals.size && good; i++) {
        term_list clause = {0};
        vec_push(&clause, s->fact);
        vec_push(&clause, term_not(r->bank, s->literals.data[i]));
        good = valid_leaf(r, &clause, leaf) && resolve(r, out, leaf, s->literals.data[i]);
        vec_free(&clause);
    }
    mem_free(leaf);
    return good;
}

/* Resolves with the premises from `from` on. A hypothesis leaves things as they are: its clause is "it, or not it". */
static bool resolve_premises(struct resolving *r, const struct smt_step *s, uint32_t from, term *out) {
    term *unit = mem_new_array(term, r->cuts);
    bool good = true;
    for (uint32_t i = from; i < s->premises.size && good; i++) {
        const struct smt_step *premise = &r->steps.data[s->premises.data[i]];
        if (premise->rule == SMT_RULE_HYPOTHESIS) continue;
        good = as_unit(r, s->premises.data[i], unit) && resolve(r, out, unit, premise->fact);
    }
    mem_free(unit);
    return good;
}

/* "The fact, or not one of the premises." */
static bool consequence(struct resolving *r, const struct smt_step *s, term *out) {
    term_list clause = {0};
    vec_append(&clause, s->literals.data, s->literals.size);
    vec_each (const uint32_t, p, &s->premises) vec_push(&clause, term_not(r->bank, r->steps.data[*p].fact));
    bool good = valid_leaf(r, &clause, out) && resolve_premises(r, s, 0, out);
    vec_free(&clause);
    return good;
}

static bool interpolate(struct resolving *r, uint32_t step) {
    const struct smt_step *s = &r->steps.data[step];
    term *out = partial_of(r, step);
    const term *first = s->premises.size ? partial_of(r, s->premises.data[0]) : NULL;
    switch (s->rule) {
    case SMT_RULE_FORMULA: clause_leaf(r, &s->literals, s->formula, out); return true;
    case SMT_RULE_HYPOTHESIS: return true; /* nobody looks at it */
    case SMT_RULE_LEMMA: memcpy(out, first, r->cuts * sizeof *out); return true;
    case SMT_RULE_RESOLUTION:
        if (r->steps.data[s->premises.data[0]].rule == SMT_RULE_HYPOTHESIS) {
            /* the hypothesis and a proof of its complement */
            return as_unit(r, s->premises.data[1], out);
        }
        memcpy(out, first, r->cuts * sizeof *out);
        return resolve_premises(r, s, 1, out);
    case SMT_RULE_OTHER: return consequence(r, s, out);
    }
    return false;
}

bool resolution_sequence(struct terms *bank, const term *formulas, uint32_t n, struct limits *limits,
                         term *out) {
    enum { MOST_STEPS = 20000 };
    unsigned theories = term_theories(bank, formulas, n);
    if (n < 2 || theories & (THEORY_BV | THEORY_ARRAY | THEORY_UF | THEORY_NONLINEAR)) return false;
    struct resolving r = {.bank = bank, .cuts = n - 1};
    vocabulary_init(&r.vocabulary, bank, formulas, n);
    r.farkas = farkas_new(limits);
    bool good = smt_proof_steps(bank, formulas, n, MOST_STEPS, limits, &r.steps) == SMT_UNSAT;
    if (good) {
        vec_resize(&r.partial, r.steps.size * r.cuts);
        for (uint32_t i = 0; i < r.partial.size; i++) r.partial.data[i] = term_true(bank);
    }
    for (uint32_t i = 0; good && i < r.steps.size; i++) good = interpolate(&r, i) && !limits_stopped(limits);
    if (good) memcpy(out, partial_of(&r, r.steps.size - 1), r.cuts * sizeof *out);
    vec_free(&r.partial);
    smt_steps_free(&r.steps);
    farkas_free(r.farkas);
    vocabulary_fini(&r.vocabulary);
    return good;
}
