/* Strategy `proof`: partial Farkas sums of the arithmetic lemmas in a proof that the concrete path is
 * infeasible.
 *
 * A lemma of linear arithmetic is a set of inequalities with multipliers that add up to a contradiction. At
 * each cut, the sum of those that speak of the path before it, if only variables of the cut remain in it, is
 * an inequality that the prefix implies and the suffix refutes: as good a predicate as an interpolant would
 * give, without an interpolating solver. Equalities are written as inequalities first; otherwise Z3 reasons
 * about them by congruence and the lemmas fall apart. */
#include "refine/strategy.h"

#include "refine/farkas.h"

term refine_split_equalities(struct terms *bank, term formula) {
    struct substitution split;
    term_list parts = {0};
    substitution_init(&split, bank);
    term_collect(bank, &formula, 1, &parts);
    vec_each (const term, t, &parts) {
        if (!term_is(bank, *t, TERM_EQ)) continue;
        term a = term_arg(bank, *t, 0), b = term_arg(bank, *t, 1);
        enum sort_kind kind = sort_kind(bank, term_sort(bank, a));
        if (kind != SORT_INT && kind != SORT_REAL) continue;
        a = substitution_apply(&split, a); /* equalities inside: conditions of ite */
        b = substitution_apply(&split, b);
        substitution_bind(&split, *t, term_and2(bank, term_le(bank, a, b), term_le(bank, b, a)));
    }
    term result = substitution_apply(&split, formula);
    substitution_fini(&split);
    vec_free(&parts);
    return result;
}

struct mining {
    struct refiner *refiner;
    const struct system *system; /* whose path it is: the refiner's, or its lifting to integers */
    struct system_unrolling unrolling;
    uint32_t steps;
    struct hash_map step;     /* variable -> 2 * step, + 1 for an input */
    struct substitution back; /* state variables at any step -> now */
    struct farkas *farkas;
    term_list *out;
};

/* Where a row belongs: the steps of its variables; an input at step i counts as both ends of the transition
 * from i. */
struct span {
    uint32_t first, last;
    bool known; /* false: it mentions something that is no variable of the path */
};

static struct span span_of(struct mining *m, const struct linear *form) {
    struct span span = {UINT32_MAX, 0, true};
    term_list used = {0};
    vec_each (const struct monomial, mono, &form->monomials)
        term_variables(m->refiner->bank, &mono->subject, 1, &used);
    vec_each (const term, v, &used) {
        uint32_t code = hash_map_get(&m->step, v->id);
        if (code == HASH_NONE) {
            span.known = false;
            break;
        }
        uint32_t step = code / 2, end = step + code % 2;
        if (step < span.first) span.first = step;
        if (end > span.last) span.last = end;
    }
    if (span.first == UINT32_MAX) span.first = 0;
    vec_free(&used);
    return span;
}

/* The sum of the rows before the cut; rows about the cut alone count as before it when `shared`. */
static void partial_sum(struct mining *m, const struct sample *lemma, const struct span *spans,
                        mpq_t *multipliers, uint32_t cut, bool shared) {
    struct linear total;
    linear_init(&total, lemma->rows.data[0].form.sort);
    bool strict = false;
    uint32_t used = 0;
    for (uint32_t i = 0; i < lemma->rows.size; i++) {
        bool before = spans[i].last <= cut && (spans[i].first < cut || shared || cut == 0);
        if (!before || !mpq_sgn(multipliers[i])) continue;
        linear_add(&total, &lemma->rows.data[i].form, multipliers[i]);
        strict |= lemma->rows.data[i].strict;
        used++;
    }
    struct span span = span_of(m, &total);
    if (used && total.monomials.size && span.known && span.first == cut && span.last == cut) {
        term atom = linear_canonical(m->refiner->bank, &total, strict ? LINEAR_LT : LINEAR_LE);
        refine_atoms(m->refiner, substitution_apply(&m->back, atom), m->out);
    }
    linear_fini(&total);
}

static bool no_side(void *client, term less) {
    (void)client;
    (void)less;
    return true; /* there are no disequalities in what we assert */
}

static void mine(void *client, const term *literals, uint32_t n) {
    struct mining *m = client;
    if (n <= 2) return; /* bounds of one variable: nothing to add up */
    term_list cube = {0};
    vec_append(&cube, literals, n);
    struct sample *lemma = sample_new(m->refiner->bank, &cube, no_side, NULL);
    vec_free(&cube);
    struct span *spans = mem_new_array(struct span, lemma->rows.size + 1);
    mpq_t *multipliers = mem_new_array(mpq_t, lemma->rows.size + 1);
    bool usable = lemma->rows.size > 0;
    for (uint32_t i = 0; i < lemma->rows.size; i++) {
        spans[i] = span_of(m, &lemma->rows.data[i].form);
        usable = usable && spans[i].known &&
                 sort_same(lemma->rows.data[i].form.sort, lemma->rows.data[0].form.sort);
    }
    if (usable && farkas_multipliers(m->farkas, lemma, multipliers)) {
        for (uint32_t cut = 0; cut < m->steps; cut++) {
            partial_sum(m, lemma, spans, multipliers, cut, false);
            partial_sum(m, lemma, spans, multipliers, cut, true);
        }
        for (uint32_t i = 0; i < lemma->rows.size; i++) mpq_clear(multipliers[i]);
    }
    mem_free(multipliers);
    mem_free(spans);
    sample_free(lemma);
}

static void name_steps(struct mining *m) {
    const struct system *system = m->system;
    for (uint32_t i = 0; i < m->steps; i++) {
        for (uint32_t s = 0; s < system->states.size; s++) {
            term copy = system_state_at(&m->unrolling, s, i);
            hash_map_put(&m->step, copy.id, 2 * i);
            substitution_bind(&m->back, copy, system->states.data[s].now);
        }
        for (uint32_t s = 0; s < system->inputs.size; s++)
            hash_map_put(&m->step, system_input_at(&m->unrolling, s, i).id, 2 * i + 1);
    }
}

static void push_part(struct mining *m, term_list *formulas, term part, uint32_t step) {
    struct terms *bank = m->refiner->bank;
    vec_push(formulas, refine_split_equalities(bank, system_at(&m->unrolling, part, step)));
}

void proof_candidates(struct refiner *r, const struct system *system, const struct spurious_path *path,
                      term_list *out) {
    struct mining m = {.refiner = r, .system = system, .steps = path->steps, .out = out};
    term_list formulas = {0};
    system_unrolling_init(&m.unrolling, system, "@");
    substitution_init(&m.back, r->bank);
    m.farkas = farkas_new(r->limits);
    name_steps(&m);
    if (!path->inner_start) push_part(&m, &formulas, system_init_formula(system), 0);
    for (uint32_t i = 0; i < path->steps; i++) {
        push_part(&m, &formulas, system_constraint_formula(system), i);
        if (path->cubes)
            vec_each (const term, literal, &path->cubes[i]) push_part(&m, &formulas, *literal, i);
        if (i + 1 < path->steps) push_part(&m, &formulas, system_trans_formula(system), i);
    }
    term bad = term_not(r->bank, system->properties.data[path->property].good);
    if (!path->inner_end) push_part(&m, &formulas, bad, path->steps - 1);
    smt_proof_lemmas(r->bank, formulas.data, formulas.size, r->limits, mine, &m);
    farkas_free(m.farkas);
    vec_free(&formulas);
    hash_map_free(&m.step);
    substitution_fini(&m.back);
    system_unrolling_fini(&m.unrolling);
}

static void candidates(struct refiner *r, const struct spurious_path *path, term_list *out) {
    proof_candidates(r, r->system, path, out);
}

const struct strategy strategy_proof = {
    .name = "proof", .candidates = candidates, .separator = separate_by_half_space, .part = true};
