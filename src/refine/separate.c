#include "refine/separate.h"

#include "base/hash.h"
#include "logic/walk.h"
#include "smt/smt.h"

/* Pools grow with every refinement; the newest samples matter most. */
enum { POOL_USED = 40, MODES = 4 };
static const int weight_bounds[MODES] = {1, 2, 8, 0}; /* 0: any real weights */

void sample_free(struct sample *s) {
    if (!s) return;
    vec_each (struct sample_row, r, &s->rows) linear_fini(&r->form);
    vec_free(&s->rows);
    mem_free(s);
}

static void negate(struct linear *form) {
    vec_each (struct monomial, m, &form->monomials) mpq_neg(m->coefficient, m->coefficient);
    mpq_neg(form->constant, form->constant);
}

/* Over the integers `form < 0` is `form + 1 <= 0`. */
static void add_row(struct sample *s, const struct linear *form, bool strict) {
    struct sample_row row = {.strict = strict && !sort_same(form->sort, sort_int())};
    linear_init(&row.form, form->sort);
    linear_copy(&row.form, form);
    if (strict && !row.strict) {
        mpq_t one;
        mpq_init(one);
        mpq_set_ui(one, 1, 1);
        mpq_add(row.form.constant, row.form.constant, one);
        mpq_clear(one);
    }
    vec_push(&s->rows, row);
}

static void add_literal(struct terms *bank, struct sample *s, term literal,
                        bool (*below)(void *client, term less), void *client) {
    struct linear form;
    enum linear_relation relation;
    linear_init(&form, sort_real());
    if (linear_atom(bank, literal, &form, &relation)) {
        bool whole = sort_same(form.sort, sort_int());
        if (whole) (void)linear_canonical(bank, &form, relation); /* tightens, and makes < a <= */
        add_row(s, &form, relation == LINEAR_LT && !whole);
        if (relation == LINEAR_EQ) {
            negate(&form);
            add_row(s, &form, false);
        }
    } else if (term_is(bank, literal, TERM_NOT) && term_is(bank, term_arg(bank, literal, 0), TERM_EQ)) {
        term equality = term_arg(bank, literal, 0);
        if (linear_atom(bank, equality, &form, &relation)) {
            term less = term_lt(bank, term_arg(bank, equality, 0), term_arg(bank, equality, 1));
            if (!below(client, less)) negate(&form);
            add_row(s, &form, true);
        }
    }
    linear_fini(&form);
}

struct sample *sample_new(struct terms *bank, const term_list *cube, bool (*below)(void *client, term less),
                          void *client) {
    struct sample *s = mem_new(struct sample);
    vec_each (const term, literal, cube) add_literal(bank, s, *literal, below, client);
    return s;
}

/* The query for one pair. */
struct search {
    struct terms *bank;     /* of the subjects */
    struct terms *scratch;  /* of the unknowns */
    struct smt *smt;        /* over scratch */
    struct hash_map number; /* subject without to_real -> dimension */
    term_list subjects;     /* dimension -> subject */
    term_list weights;      /* dimension -> unknown, of sort Real */
    term_list whole;        /* dimension -> the integer unknown behind it; empty: real weights */
    term bound;             /* the unknown d, of sort Real */
    uint64_t work;          /* that may be done with this solver */
    bool integral;          /* every subject is an integer: d is one, and outside means w.x >= d + 1 */
};

static term subject_of(const struct terms *bank, const struct monomial *m) {
    return term_is(bank, m->subject, TERM_TO_REAL) ? term_arg(bank, m->subject, 0) : m->subject;
}

/* Half-spaces speak of what the pair speaks of; pooled samples may have more dimensions, which must cancel. */
static void find_dimensions(struct search *q, const struct sample *s) {
    vec_each (const struct sample_row, row, &s->rows)
        vec_each (const struct monomial, m, &row->form.monomials) {
            term subject = subject_of(q->bank, m);
            if (hash_map_get(&q->number, subject.id) != HASH_NONE) continue;
            hash_map_put(&q->number, subject.id, q->subjects.size);
            vec_push(&q->subjects, subject);
            if (!sort_same(term_sort(q->bank, subject), sort_int())) q->integral = false;
        }
}

static term real_constant(struct search *q, mpq_srcptr value) {
    return term_number_of(q->scratch, value, sort_real());
}

static term sum(struct search *q, const term_list *list) {
    mpq_t nothing;
    mpq_init(nothing);
    term zero = real_constant(q, nothing);
    mpq_clear(nothing);
    return list->size ? term_add(q->scratch, list->data, list->size) : zero;
}

/* Per dimension the sum of multiplier * coefficient, then the sum of multiplier * right-hand side, and the
 * sum of the multipliers of strict rows. */
struct combination {
    VEC(term_list) columns;
    struct hash_map extra; /* subjects that are no dimension -> further columns */
    term_list right, strict;
};

static term_list *column_of(struct search *q, struct combination *c, term subject) {
    uint32_t number = hash_map_get(&q->number, subject.id);
    if (number == HASH_NONE) number = hash_map_get(&c->extra, subject.id);
    if (number == HASH_NONE) {
        number = c->columns.size;
        hash_map_put(&c->extra, subject.id, number);
        vec_push(&c->columns, (term_list){0});
    }
    return &c->columns.data[number];
}

static void combine(struct search *q, const struct sample *s, struct combination *c) {
    term zero = sum(q, &(term_list){0});
    mpq_t factor;
    mpq_init(factor);
    vec_resize(&c->columns, q->subjects.size);
    vec_each (const struct sample_row, row, &s->rows) {
        term multiplier = term_fresh(q->scratch, "m", sort_real());
        smt_assert(q->smt, term_le(q->scratch, zero, multiplier));
        vec_each (const struct monomial, m, &row->form.monomials)
            vec_push(column_of(q, c, subject_of(q->bank, m)),
                     term_mul2(q->scratch, real_constant(q, m->coefficient), multiplier));
        mpq_neg(factor, row->form.constant);
        vec_push(&c->right, term_mul2(q->scratch, real_constant(q, factor), multiplier));
        if (row->strict) vec_push(&c->strict, multiplier);
    }
    mpq_clear(factor);
}

static void combination_fini(struct combination *c) {
    vec_each (term_list, column, &c->columns) vec_free(column);
    vec_free(&c->columns);
    hash_map_free(&c->extra);
    vec_free(&c->right);
    vec_free(&c->strict);
}

/* w.x <= d holds of the sample (inside), or of no point of it. */
static void require(struct search *q, const struct sample *s, bool inside) {
    struct terms *b = q->scratch;
    struct combination c = {0};
    combine(q, s, &c);
    term zero = sum(q, &(term_list){0});
    for (uint32_t i = 0; i < c.columns.size; i++) {
        term weight = i < q->weights.size ? q->weights.data[i] : zero;
        smt_assert(q->smt, term_eq(b, sum(q, &c.columns.data[i]), inside ? weight : term_neg(b, weight)));
    }
    term right = sum(q, &c.right), minus = term_neg(b, q->bound);
    if (inside) {
        smt_assert(q->smt, term_le(b, right, q->bound));
    } else if (q->integral) {
        mpq_t one;
        mpq_init(one);
        mpq_set_ui(one, 1, 1);
        smt_assert(q->smt, term_le(b, right, term_sub(b, minus, real_constant(q, one))));
        mpq_clear(one);
    } else {
        term touching = term_and2(b, term_le(b, right, minus), term_lt(b, zero, sum(q, &c.strict)));
        smt_assert(q->smt, term_or2(b, term_lt(b, right, minus), touching));
    }
    combination_fini(&c);
}

static bool possible(struct search *q) {
    return smt_work(q->smt) < q->work && smt_check(q->smt, NULL, 0) == SMT_SAT;
}

/* The unknowns, with integer weights up to `most`, or real ones (0). */
static void make_unknowns(struct search *q, int most) {
    struct terms *b = q->scratch;
    term_list not_zero = {0};
    term zero = sum(q, &(term_list){0});
    for (uint32_t i = 0; i < q->subjects.size; i++) {
        term weight;
        if (most) {
            term whole = term_fresh(b, "w", sort_int());
            smt_assert(q->smt, term_and2(b, term_le(b, term_integer(b, -most), whole),
                                         term_le(b, whole, term_integer(b, most))));
            vec_push(&q->whole, whole);
            weight = term_make(b, TERM_TO_REAL, &whole, 1, 0, 0);
        } else {
            weight = term_fresh(b, "w", sort_real());
        }
        vec_push(&q->weights, weight);
        vec_push(&not_zero, term_not(b, term_eq(b, weight, zero)));
    }
    smt_assert(q->smt, term_or(b, not_zero.data, not_zero.size));
    vec_free(&not_zero);
    term whole = q->integral ? term_fresh(b, "d", sort_int()) : TERM_NONE;
    q->bound = q->integral ? term_make(b, TERM_TO_REAL, &whole, 1, 0, 0) : term_fresh(b, "d", sort_real());
}

/* Puts further samples on their side, as long as the query stays satisfiable. */
static void extend(struct search *q, const sample_list *pool, const struct sample *but, bool inside) {
    uint32_t from = pool->size > POOL_USED ? pool->size - POOL_USED : 0;
    for (uint32_t i = from; i < pool->size; i++) {
        if (pool->data[i] == but) continue;
        smt_push(q->smt);
        require(q, pool->data[i], inside);
        if (!possible(q)) smt_pop(q->smt); /* else the requirement stays */
    }
}

/* Fewer and smaller weights: the least sum of absolute values, by increasing bound. */
static void shrink_weights(struct search *q) {
    struct terms *b = q->scratch;
    enum { LARGEST = 12 };
    term_list sizes = {0};
    vec_each (const term, w, &q->whole) {
        term zero = term_integer(b, 0);
        vec_push(&sizes, term_ite(b, term_le(b, zero, *w), *w, term_neg(b, *w)));
    }
    term total = sizes.size ? term_add(b, sizes.data, sizes.size) : term_integer(b, 0);
    vec_free(&sizes);
    for (int most = 1; most <= LARGEST && q->whole.size; most++) {
        smt_push(q->smt);
        smt_assert(q->smt, term_le(b, total, term_integer(b, most)));
        if (possible(q)) return;
        smt_pop(q->smt);
    }
}

static void prefer_simple_bound(struct search *q) {
    static const int simple[] = {0, 1, -1, 2, -2, 5, 10, 100};
    for (uint32_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        mpq_t value;
        mpq_init(value);
        mpq_set_si(value, simple[i], 1);
        smt_push(q->smt);
        smt_assert(q->smt, term_eq(q->scratch, q->bound, real_constant(q, value)));
        mpq_clear(value);
        if (possible(q)) return;
        smt_pop(q->smt);
        if (q->integral) return; /* only zero is worth a query: integers are simple anyway */
    }
}

/* The half-space in the model, as a predicate of the subjects. */
static term half_space(struct search *q) {
    struct linear form;
    linear_init(&form, q->integral ? sort_int() : sort_real());
    for (uint32_t i = 0; i < q->subjects.size; i++) {
        term value = smt_value(q->smt, q->weights.data[i]), subject = q->subjects.data[i];
        if (!q->integral && sort_same(term_sort(q->bank, subject), sort_int()))
            subject = term_make(q->bank, TERM_TO_REAL, &subject, 1, 0, 0);
        if (mpq_sgn(term_number(q->scratch, value)) != 0)
            linear_add_term(&form, q->bank, subject, term_number(q->scratch, value));
    }
    term bound = smt_value(q->smt, q->bound);
    mpq_sub(form.constant, form.constant, term_number(q->scratch, bound));
    bool negated;
    term predicate = term_predicate(q->bank, linear_canonical(q->bank, &form, LINEAR_LE), &negated);
    linear_fini(&form);
    return predicate;
}

static term attempt(struct search *q, const struct sample *a, const struct sample *b, const sample_list *as,
                    const sample_list *bs, int most, struct limits *limits) {
    enum { WORK = 4000000 }; /* per query */
    q->smt = smt_new(q->scratch, &(struct smt_settings){.theories = THEORY_REAL | THEORY_INT,
                                                        .purpose = SMT_INCREMENTAL,
                                                        .limits = limits});
    smt_work_limit(q->smt, q->work < WORK ? q->work : WORK);
    vec_clear(&q->weights);
    vec_clear(&q->whole);
    make_unknowns(q, most);
    require(q, a, true);
    require(q, b, false);
    term predicate = TERM_NONE;
    if (possible(q)) {
        extend(q, as, a, true);
        extend(q, bs, b, false);
        shrink_weights(q);
        prefer_simple_bound(q);
        if (possible(q)) predicate = half_space(q);
    }
    uint64_t work = smt_work(q->smt);
    q->work -= work < q->work ? work : q->work;
    smt_free(q->smt);
    return predicate;
}

term separate(struct terms *bank, const struct sample *a, const struct sample *b, const sample_list *as,
              const sample_list *bs, struct limits *limits, uint64_t *patience) {
    struct search q = {
        .bank = bank, .scratch = terms_new(TERMS_SIMPLIFY), .work = *patience, .integral = true};
    find_dimensions(&q, a);
    find_dimensions(&q, b);
    term predicate = TERM_NONE;
    for (int mode = 0; mode < MODES && term_is_none(predicate) && q.subjects.size && q.work; mode++) {
        if (!weight_bounds[mode] && q.integral) break; /* integer points need integer weights */
        if (limits_stopped_slow(limits)) break;
        predicate = attempt(&q, a, b, as, bs, weight_bounds[mode], limits);
    }
    *patience = q.work;
    hash_map_free(&q.number);
    vec_free(&q.subjects);
    vec_free(&q.weights);
    vec_free(&q.whole);
    terms_free(q.scratch);
    return predicate;
}
