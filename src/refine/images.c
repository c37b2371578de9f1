#include "refine/images.h"

#include "logic/walk.h"
#include "refine/farkas.h"
#include "refine/strategy.h"
#include "refine/vocabulary.h"

struct images {
    struct terms *bank;
    struct smt_context *context;
    const term *formulas;
    uint32_t n; /* cuts [0..n-1[: cut i is behind formula i */
    struct limits *limits;
    struct farkas *farkas;
    struct vocabulary vocabulary;
    VEC(term_list) candidates; /* per cut: canonical predicates */
    struct image_step *steps;  /* per formula */
    VEC(term_list) clauses;    /* per cut: the conjuncts of I */
    uint32_t lemmas, queries;
};
/* What is worth spending: an engine that gets no interpolants has other means, and paths for which more is needed
 * seldom have any that are small. */
enum {
    MOST_LEMMAS = 64,     /* that are looked at */
    MANY_LEMMAS = 400,    /* in a proof by many cases: no hope */
    MOST_CANDIDATES = 32, /* per cut */
    MOST_QUERIES = 200,
    MOST_WORK = 1000000, /* of one query */
};

/* A solver in which one formula holds, I before it included. */
struct image_step {
    struct smt *smt;
    smt_lits before, after; /* the candidates of the cuts on both sides */
};
/* Cubes are lists of 2 * position in the list of candidates + sign. */

/* A predicate is a candidate at every cut where all of its variables are shared. */
static void propose(struct images *m, term formula, uint32_t cut) {
    bool negated;
    term predicate = term_predicate(m->bank, formula, &negated);
    struct range range = vocabulary_range(&m->vocabulary, &predicate, 1);
    if (!range.known || range.first > cut || range.last <= cut || range.last == UINT32_MAX) return;
    term_list *list = &m->candidates.data[cut];
    if (list->size == MOST_CANDIDATES) return;
    vec_each (const term, known, list)
        if (term_same(*known, predicate)) return;
    vec_push(list, predicate);
}

/* The sum of the rows that belong before the cut; those that may belong to either side count as before it when
 * `both`. */
static void propose_sum(struct images *m, const struct sample *lemma, mpq_t *multipliers, uint32_t cut,
                        bool both) {
    struct linear total;
    linear_init(&total, lemma->rows.data[0].form.sort);
    bool strict = false;
    for (uint32_t i = 0; i < lemma->rows.size; i++) {
        const struct sample_row *row = &lemma->rows.data[i];
        term form = linear_term(m->bank, &row->form);
        struct range range = vocabulary_range(&m->vocabulary, &form, 1);
        bool before = range.known && range.first <= cut && (range.last <= cut || both);
        if (!before || !mpq_sgn(multipliers[i])) continue;
        linear_add(&total, &row->form, multipliers[i]);
        strict |= row->strict;
    }
    if (total.monomials.size)
        propose(m, linear_canonical(m->bank, &total, strict ? LINEAR_LT : LINEAR_LE), cut);
    linear_fini(&total);
}

static bool no_side(void *client, term equality) {
    (void)client;
    (void)equality;
    return true; /* there are no disequalities in what we assert */
}

static void mine(void *client, const term *literals, uint32_t n) {
    struct images *m = client;
    if (m->lemmas++ >= MOST_LEMMAS) return;
    term_list cube = {0};
    vec_append(&cube, literals, n);
    struct sample *lemma = sample_new(m->bank, &cube, no_side, NULL);
    vec_free(&cube);
    mpq_t *multipliers = mem_new_array(mpq_t, lemma->rows.size + 1);
    bool usable = lemma->rows.size > 0;
    for (uint32_t i = 1; i < lemma->rows.size; i++)
        usable = usable && sort_same(lemma->rows.data[i].form.sort, lemma->rows.data[0].form.sort);
    if (usable && farkas_multipliers(m->farkas, lemma, multipliers)) {
        for (uint32_t cut = 0; cut + 1 < m->n; cut++) {
            propose_sum(m, lemma, multipliers, cut, false);
            propose_sum(m, lemma, multipliers, cut, true);
        }
        for (uint32_t i = 0; i < lemma->rows.size; i++) mpq_clear(multipliers[i]);
    }
    mem_free(multipliers);
    sample_free(lemma);
}

/* False: the path is not refuted. */
static bool find_candidates(struct images *m) {
    term_list split = {0}, atoms = {0};
    for (uint32_t i = 0; i < m->n; i++) vec_push(&split, refine_split_equalities(m->bank, m->formulas[i]));
    m->farkas = farkas_new(m->limits);
    bool refuted = smt_proof_lemmas(m->bank, split.data, split.size, m->limits, mine, m) == SMT_UNSAT;
    farkas_free(m->farkas);
    if (refuted) term_atoms(m->bank, split.data, split.size, &atoms);
    vec_each (const term, atom, &atoms)
        for (uint32_t cut = 0; cut + 1 < m->n; cut++) propose(m, *atom, cut);
    vec_free(&split);
    vec_free(&atoms);
    return refuted;
}

static void make_steps(struct images *m, unsigned theories, struct stats *stats) {
    m->steps = mem_new_array(struct image_step, m->n);
    for (uint32_t i = 0; i < m->n; i++) {
        struct image_step *s = &m->steps[i];
        s->smt = smt_new(m->bank, &(struct smt_settings){.context = m->context,
                                                         .theories = theories,
                                                         .purpose = SMT_INCREMENTAL,
                                                         .limits = m->limits,
                                                         .stats = stats});
        smt_work_limit(s->smt, MOST_WORK);
        smt_assert(s->smt, m->formulas[i]);
        if (i)
            vec_each (const term, p, &m->candidates.data[i - 1]) vec_push(&s->before, smt_label(s->smt, *p));
        if (i + 1 < m->n)
            vec_each (const term, p, &m->candidates.data[i]) vec_push(&s->after, smt_label(s->smt, *p));
    }
}

static void free_steps(struct images *m) {
    for (uint32_t i = 0; m->steps && i < m->n; i++) {
        smt_free(m->steps[i].smt);
        vec_free(&m->steps[i].before);
        vec_free(&m->steps[i].after);
    }
    mem_free(m->steps);
}

static smt_lit signed_label(const smt_lits *labels, uint32_t literal) {
    smt_lit label = labels->data[literal / 2];
    return literal % 2 ? smt_not(label) : label;
}

/* I & F_step & cube behind it: sat? */
static enum smt_result ask(struct images *m, uint32_t step, const u32s *cube) {
    struct image_step *s = &m->steps[step];
    smt_lits assumptions = {0};
    vec_each (const uint32_t, l, cube) vec_push(&assumptions, signed_label(&s->after, *l));
    m->queries++;
    enum smt_result result = smt_check(s->smt, assumptions.data, assumptions.size);
    vec_free(&assumptions);
    return result;
}

static void shrink_to_core(struct images *m, uint32_t step, u32s *cube) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (smt_in_core(m->steps[step].smt, i)) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
}

/* After an unsatisfiable ask: fewer literals that are still excluded. */
static void generalize(struct images *m, uint32_t step, u32s *cube) {
    shrink_to_core(m, step, cube);
    for (uint32_t i = cube->size; i-- > 0 && cube->size > 1;) {
        if (i >= cube->size) continue;
        u32s fewer = {0};
        for (uint32_t k = 0; k < cube->size; k++)
            if (k != i) vec_push(&fewer, cube->data[k]);
        if (ask(m, step, &fewer) == SMT_UNSAT) {
            shrink_to_core(m, step, &fewer);
            vec_clear(cube);
            vec_append(cube, fewer.data, fewer.size);
        }
        vec_free(&fewer);
    }
}

/* Adds "not cube" to I at the cut behind the step. */
static void exclude(struct images *m, uint32_t step, const u32s *cube) {
    struct image_step *next = &m->steps[step + 1];
    smt_lits clause = {0};
    term_list literals = {0};
    vec_each (const uint32_t, l, cube) {
        term p = m->candidates.data[step].data[*l / 2];
        vec_push(&clause, smt_not(signed_label(&next->before, *l)));
        vec_push(&literals, *l % 2 ? p : term_not(m->bank, p));
    }
    smt_clause(next->smt, clause.data, clause.size);
    vec_push(&m->clauses.data[step], term_or(m->bank, literals.data, literals.size));
    vec_free(&clause);
    vec_free(&literals);
}

/* After a satisfiable ask: the candidates' values before the step. */
static u32s values_before(struct images *m, uint32_t step) {
    u32s cube = {0};
    struct image_step *s = &m->steps[step];
    for (uint32_t i = 0; i < s->before.size; i++)
        vec_push(&cube, 2 * i + !smt_lit_value(s->smt, s->before.data[i]));
    return cube;
}

/* Until the last formula cannot be satisfied: cubes to exclude, the one at position i behind step n-2-i. */
static bool solve(struct images *m) {
    VEC(u32s) stack = {0};
    u32s nothing = {0};
    bool going = true, solved = false;
    while (going && !solved) {
        uint32_t step = m->n - 1 - stack.size;
        enum smt_result result = ask(m, step, stack.size ? &vec_last(&stack) : &nothing);
        if (result == SMT_UNSAT && !stack.size) {
            solved = true;
        } else if (result == SMT_UNSAT) {
            generalize(m, step, &vec_last(&stack));
            exclude(m, step, &vec_last(&stack));
            vec_free(&vec_last(&stack));
            (void)vec_pop(&stack);
        } else {
            going = result == SMT_SAT && step && m->queries < MOST_QUERIES && !limits_stopped(m->limits);
            if (going) vec_push(&stack, values_before(m, step));
        }
    }
    vec_each (u32s, c, &stack) vec_free(c);
    vec_free(&stack);
    return solved;
}

bool images_sequence(struct terms *bank, struct smt_context *context, const term *formulas, uint32_t n,
                     struct limits *limits, struct stats *stats, term *out) {
    unsigned theories = term_theories(bank, formulas, n);
    if (n < 2 || !(theories & (THEORY_INT | THEORY_REAL)) || theories & (THEORY_BV | THEORY_NONLINEAR))
        return false;
    struct images m = {.bank = bank, .context = context, .formulas = formulas, .n = n, .limits = limits};
    vec_resize(&m.candidates, n - 1);
    vec_resize(&m.clauses, n - 1);
    vocabulary_init(&m.vocabulary, bank, formulas, n);
    bool good = find_candidates(&m);
    good = good && m.lemmas <= MANY_LEMMAS;
    if (good) make_steps(&m, theories, stats);
    good = good && solve(&m);
    free_steps(&m);
    for (uint32_t i = 0; i + 1 < n; i++) {
        if (good) out[i] = term_and(bank, m.clauses.data[i].data, m.clauses.data[i].size);
        vec_free(&m.candidates.data[i]);
        vec_free(&m.clauses.data[i]);
    }
    vec_free(&m.candidates);
    vec_free(&m.clauses);
    vocabulary_fini(&m.vocabulary);
    return good;
}
