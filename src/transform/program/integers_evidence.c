/* Evidence about the automaton over integers as evidence about the one over bits, and lemmas both ways. */
#include "transform/program/integers_internal.h"

/* A value of a variable over integers as one of the variable over bits. A number out of range is one that nothing
 * reads. */
static term value_back(const struct program_integers *c, uint32_t variable, term value) {
    const struct terms *from = c->automaton->terms;
    struct terms *to = c->bits->terms;
    uint32_t width = c->readings.data[variable].width;
    if (term_is_none(value)) return value;
    return width ? term_bits_of(to, mpq_numref(term_number(from, value)), width)
                 : term_bool(to, term_is(from, value, TERM_TRUE));
}

struct program_trace *program_integers_trace(const struct program_integers *c,
                                             const struct program_trace *trace) {
    struct program_trace *back = program_trace_new();
    for (uint32_t v = 0; v < trace->initial.size; v++)
        vec_push(&back->initial, value_back(c, v, trace->initial.data[v]));
    vec_append(&back->edges, trace->edges.data, trace->edges.size);
    vec_each (const struct program_input_value, in, &trace->inputs) {
        struct program_input_value copy = *in;
        copy.value = value_back(c, c->bits->sites.data[in->site].variable, in->value);
        vec_push(&back->inputs, copy);
    }
    return back;
}

/* What the analysis of ranges knows of a variable over bits, beyond its type. */
static term fact(const struct program_integers *c, uint32_t v, struct interval range) {
    struct terms *b = c->bits->terms;
    const struct reading *r = &c->readings.data[v];
    struct interval type = reading_range(r);
    term x = c->bits->variables.data[v].now, parts[2] = {term_true(b), term_true(b)};
    if (interval_same(range, type)) return parts[0];
    if (!r->width) return range.low ? x : term_not(b, x);
    if (interval_single(range)) return term_eq(b, x, wide_bits(b, range.low, r->width));
    enum term_op op = r->is_signed ? TERM_BV_SLE : TERM_BV_ULE;
    if (range.low != type.low) parts[0] = term_bv2(b, op, wide_bits(b, range.low, r->width), x);
    if (range.high != type.high) parts[1] = term_bv2(b, op, x, wide_bits(b, range.high, r->width));
    return term_and2(b, parts[0], parts[1]);
}

/* The formula at a location together with the ranges there of the variables that matter. */
static term formula_back(const struct program_integers *c, uint32_t location, term formula) {
    struct terms *b = c->bits->terms;
    uint32_t n = c->bits->variables.size;
    if (!c->ranges.reached.data[location]) return term_false(b);
    VEC(struct interval) row = {0};
    term_list facts = {0};
    for (uint32_t v = 0; v < n; v++) {
        bool live = c->live.data[(size_t)location * n + v];
        vec_push(&row, live ? ranges_at(&c->ranges, location)[v] : reading_range(&c->readings.data[v]));
        vec_push(&facts, fact(c, v, row.data[v]));
    }
    term mapped = integers_formula(c->automaton, formula, c->bits, &c->readings, row.data);
    vec_push(&facts, term_is_none(mapped) ? term_true(b) : mapped);
    term result = term_is_none(mapped) ? mapped : term_and(b, facts.data, facts.size);
    vec_free(&row);
    vec_free(&facts);
    return result;
}

struct program_invariant *program_integers_invariant(const struct program_integers *c,
                                                     const struct program_invariant *invariant) {
    struct program_invariant *back = program_invariant_new(c->bits);
    back->depth = invariant->depth;
    for (uint32_t i = 0; i < c->bits->locations.size; i++) {
        term formula = invariant->at.data[i];
        if (term_is_none(formula) && c->ranges.reached.data[i]) continue;
        back->at.data[i] = formula_back(c, i, formula);
        if (!term_is_none(back->at.data[i])) continue;
        program_invariant_free(back);
        return NULL;
    }
    return back;
}

/* ---- lemmas ---- */

/* Where every live variable lies within its range in all reachable states of both automata: edges assume them where
 * the initial location, at which numbers are arbitrary, is left. */
static bool has_ranges(const struct program_integers *c, uint32_t location) {
    return location != c->bits->initial && c->ranges.reached.data[location];
}

static bool speaks_of_live(const struct program_integers *c, const struct program *program, uint32_t location,
                           term formula) {
    term_list variables = {0};
    bool live = true;
    term_variables(program->terms, &formula, 1, &variables);
    for (uint32_t i = 0; i < variables.size && live; i++) {
        uint32_t v = program_find_variable(program, variables.data[i]);
        live = v != PROGRAM_NONE && c->live.data[(size_t)location * c->bits->variables.size + v];
    }
    vec_free(&variables);
    return live;
}

/* A formula at a location on the other side; TERM_NONE: it has no words there. */
typedef term (*mapping)(void *, const struct program_integers *, uint32_t location, term formula);

static struct program_invariant *map_lemmas(const struct program_integers *c,
                                            const struct program_invariant *lemmas,
                                            const struct program *from, const struct program *to, mapping map,
                                            void *with) {
    struct program_invariant *mapped = program_invariant_new(to);
    term_list here = {0}, said = {0};
    for (uint32_t l = 0; l < from->locations.size; l++) {
        if (term_is_none(lemmas->at.data[l]) || !has_ranges(c, l)) continue;
        vec_clear(&here);
        vec_clear(&said);
        term_conjuncts(from->terms, lemmas->at.data[l], &here);
        vec_each (const term, t, &here) {
            term there = speaks_of_live(c, from, l, *t) ? map(with, c, l, *t) : TERM_NONE;
            if (!term_is_none(there)) vec_push(&said, there);
        }
        if (said.size) mapped->at.data[l] = term_and(to->terms, said.data, said.size);
    }
    vec_free(&here);
    vec_free(&said);
    return mapped;
}

static term lemma_back(void *with, const struct program_integers *c, uint32_t location, term formula) {
    (void)with;
    return integers_formula(c->automaton, formula, c->bits, &c->readings, ranges_at(&c->ranges, location));
}

static term lemma_forward(void *encoder, const struct program_integers *c, uint32_t location, term formula) {
    struct encoder *e = encoder;
    encoder_at(e, ranges_at(&c->ranges, location));
    e->declined = NULL;
    struct residue there = encoder_apply(e, formula);
    return e->declined ? TERM_NONE : there.term;
}

struct program_invariant *program_integers_lemmas_back(const struct program_integers *c,
                                                       const struct program_invariant *lemmas) {
    return map_lemmas(c, lemmas, c->automaton, c->bits, lemma_back, NULL);
}

struct program_invariant *program_integers_lemmas_forward(const struct program_integers *c,
                                                          const struct program_invariant *lemmas) {
    u32s column = {0};
    for (uint32_t v = 0; v < c->bits->variables.size; v++) vec_push(&column, v);
    struct encoder e = {.bits = c->bits,
                        .from = c->bits->terms,
                        .to = c->automaton->terms,
                        .readings = c->readings.data,
                        .column = column.data};
    struct program_invariant *forward = map_lemmas(c, lemmas, c->bits, c->automaton, lemma_forward, &e);
    encoder_fini(&e);
    vec_free(&column);
    return forward;
}
