#include "transform/program/integers.h"

#include "transform/program/integers_internal.h"

enum { SHIFTS = 4 }; /* to the right; programs with more of them are better left to bits */

struct cfa_integers {
    const struct cfa *bits;
    struct cfa *automaton;
    readings readings;
    struct ranges ranges;
    u8s live; /* of `bits`: location * variables + variable */
};

static struct cfa_position copy_position(struct cfa *to, struct cfa_position at) {
    at.file = cfa_text(to, at.file);
    at.function = cfa_text(to, at.function);
    return at;
}

/* Everything but the edges, at the same places. */
static void copy_parts(struct cfa_integers *c) {
    struct cfa *to = c->automaton;
    for (uint32_t i = 0; i < c->bits->variables.size; i++) {
        const struct cfa_variable *v = &c->bits->variables.data[i];
        uint32_t number = cfa_add_variable(to, v->name, c->readings.data[i].width ? sort_int() : sort_bool());
        struct cfa_variable *copy = &to->variables.data[number];
        copy->source = cfa_text(to, v->source);
        copy->scope = cfa_text(to, v->scope);
        copy->is_signed = v->is_signed;
        copy->is_boolean = v->is_boolean;
        copy->origin = v->origin;
        c->readings.data[i].integer = copy->now;
    }
    vec_each (const struct cfa_site, s, &c->bits->sites) {
        uint32_t number = cfa_add_site(to, s->kind, s->variable, s->call, copy_position(to, s->position));
        to->sites.data[number].origin = s->origin;
    }
    vec_each (const struct cfa_location, l, &c->bits->locations) {
        uint32_t number = cfa_add_location(to, l->name, copy_position(to, l->position));
        to->locations.data[number].loop_head = l->loop_head;
        to->locations.data[number].origin = l->origin;
    }
    to->initial = c->bits->initial;
    to->error = c->bits->error;
    mem_free(to->property);
    to->property = mem_strdup(c->bits->property);
}

/* low <= x <= high for a variable over integers. */
static term lies_within(struct terms *b, term x, struct interval range) {
    if (interval_single(range)) return term_eq(b, x, wide_integer(b, range.low));
    return term_and2(b, term_le(b, wide_integer(b, range.low), x),
                     term_le(b, x, wide_integer(b, range.high)));
}

static cfa_command convert_assignment(struct cfa_integers *c, struct encoder *e, const struct cfa_action *a) {
    VEC(struct cfa_assignment) list = {0};
    for (uint32_t i = 0; i < a->n; i++) {
        const struct reading *r = &c->readings.data[a->assignments[i].variable];
        struct residue value = encoder_apply(e, a->assignments[i].value);
        if (r->width) value = residue_reduce(e, value, r->is_signed);
        vec_push(&list, (struct cfa_assignment){a->assignments[i].variable, value.term});
    }
    cfa_command command = cfa_assign_all(c->automaton, list.data, list.size);
    vec_free(&list);
    return command;
}

static cfa_command convert_action(struct cfa_integers *c, struct encoder *e, const struct cfa_action *a) {
    struct cfa *to = c->automaton;
    switch (a->kind) {
    case CFA_ASSUME: return cfa_assume(to, encoder_apply(e, a->condition).term);
    case CFA_ASSIGN: return convert_assignment(c, e, a);
    case CFA_TAG: return cfa_tag(to, a->edge);
    case CFA_HAVOC: {
        const struct reading *r = &c->readings.data[c->bits->sites.data[a->site].variable];
        cfa_command havoc = cfa_havoc(to, a->site);
        if (!r->width) return havoc;
        term typed = lies_within(to->terms, r->integer, reading_range(r));
        return cfa_then(to, havoc, cfa_assume(to, typed));
    }
    }
    return cfa_skip(to);
}

/* Point by point, ends first. */
static cfa_command convert_points(struct cfa_integers *c, const struct flow *f, struct encoder *e) {
    struct cfa *to = c->automaton;
    cfa_command_list done = {0}, branches = {0};
    vec_resize(&done, f->points.size);
    e->column = f->columns.data;
    for (uint32_t i = f->points.size; i-- > 0;) {
        struct cfa_node node = cfa_node(c->bits, f->points.data[i]);
        vec_clear(&branches);
        for (uint32_t k = 0; k < node.n; k++)
            vec_push(&branches, done.data[hash_map_get(&f->position, node.next[k].id)]);
        if (!f->reached.data[i]) {
            done.data[i] = cfa_assume(to, term_false(to->terms));
        } else if (node.kind == CFA_STEP) {
            encoder_at(e, flow_at(f, i));
            done.data[i] = cfa_then(to, convert_action(c, e, &node.action), branches.data[0]);
        } else {
            done.data[i] = node.kind == CFA_END ? cfa_skip(to) : cfa_choice(to, branches.data, branches.size);
        }
    }
    cfa_command root = done.data[0];
    vec_free(&done);
    vec_free(&branches);
    return root;
}

static void mark_variables(const struct cfa *cfa, term t, uint8_t *marks) {
    term_list variables = {0};
    term_variables(cfa->terms, &t, 1, &variables);
    vec_each (const term, v, &variables) marks[cfa_find_variable(cfa, *v)] = 1;
    vec_free(&variables);
}

/* From the variables that are read after an action to those before it. */
static void step_back(const struct cfa *cfa, const struct cfa_action *a, uint8_t *marks) {
    if (a->kind == CFA_HAVOC) marks[cfa->sites.data[a->site].variable] = 0;
    if (a->kind == CFA_ASSUME) mark_variables(cfa, a->condition, marks);
    if (a->kind != CFA_ASSIGN) return;
    for (uint32_t i = 0; i < a->n; i++) marks[a->assignments[i].variable] = 0;
    for (uint32_t i = 0; i < a->n; i++) mark_variables(cfa, a->assignments[i].value, marks);
}

/* The variables whose values before the command it reads; by variable. */
static void find_reads(const struct cfa *cfa, cfa_command command, u8s *out) {
    uint32_t n = cfa->variables.size;
    cfa_command_list points = {0};
    struct hash_map position = {0};
    u8s marks = {0}; /* point * variables + variable */
    cfa_points(cfa, command, &points);
    vec_resize(&marks, points.size * n);
    for (uint32_t i = points.size; i-- > 0;) {
        hash_map_put(&position, points.data[i].id, i);
        struct cfa_node node = cfa_node(cfa, points.data[i]);
        uint8_t *here = marks.data + (size_t)i * n;
        for (uint32_t k = 0; k < node.n; k++) {
            const uint8_t *next = marks.data + (size_t)hash_map_get(&position, node.next[k].id) * n;
            for (uint32_t v = 0; v < n; v++) here[v] |= next[v];
        }
        if (node.kind == CFA_STEP) step_back(cfa, &node.action, here);
    }
    vec_append(out, marks.data, n);
    vec_free(&points);
    vec_free(&marks);
    hash_map_free(&position);
}

/* What is known where the edge starts, of the variables that it reads. At the initial location, where values are
 * arbitrary, this is what makes them words; elsewhere it follows, and spares engines from finding it. */
static term known(struct cfa_integers *c, const struct cfa_edge *edge, cfa_command command) {
    struct cfa *to = c->automaton;
    uint32_t n = to->variables.size;
    const struct interval *row = ranges_at(&c->ranges, edge->from);
    u8s reads = {0};
    find_reads(to, command, &reads);
    term_list facts = {0};
    for (uint32_t v = 0; v < n; v++) {
        bool live = edge->from == c->bits->initial && c->live.data[(size_t)edge->from * n + v];
        if (c->readings.data[v].width && (reads.data[v] || live))
            vec_push(&facts, lies_within(to->terms, c->readings.data[v].integer, row[v]));
    }
    term result = term_and(to->terms, facts.data, facts.size);
    vec_free(&facts);
    vec_free(&reads);
    return result;
}

static const char *convert_edges(struct cfa_integers *c) {
    struct cfa *to = c->automaton;
    struct encoder ranging = {.bits = c->bits, .from = c->bits->terms, .readings = c->readings.data};
    struct encoder building = ranging;
    building.to = to->terms;
    struct flow flow = {0};
    vec_each (const struct cfa_edge, edge, &c->bits->edges) {
        cfa_command command = cfa_assume(to, term_false(to->terms));
        if (c->ranges.reached.data[edge->from]) {
            flow_run(&flow, &ranging, c->bits, edge->command, ranges_at(&c->ranges, edge->from));
            command = convert_points(c, &flow, &building);
            command = cfa_then(to, cfa_assume(to, known(c, edge, command)), command);
        }
        uint32_t number = cfa_add_edge(to, edge->from, command, edge->to, copy_position(to, edge->position));
        to->edges.data[number].unsupported = cfa_text(to, edge->unsupported);
        if (building.declined) break;
    }
    const char *declined = building.declined ? building.declined : ranging.declined;
    flow_fini(&flow);
    encoder_fini(&ranging);
    encoder_fini(&building);
    return declined;
}

static const char *convert(struct cfa_integers *c) {
    const char *declined = integers_readings(c->bits, &c->readings);
    if (!declined) declined = ranges_find(c->bits, &c->readings, &c->ranges);
    if (declined) return declined;
    cfa_live(c->bits, &c->live);
    c->automaton = cfa_new(TERMS_SIMPLIFY);
    copy_parts(c);
    declined = convert_edges(c);
    if (!declined) cfa_index(c->automaton);
    return declined;
}

enum status cfa_integers_run(struct cfa_integers **out, const struct cfa *bits, struct messages *messages) {
    struct cfa_integers *c = mem_new(struct cfa_integers);
    c->bits = bits;
    const char *declined = convert(c);
    *out = declined ? NULL : c;
    if (!declined) {
        assert(!cfa_check(c->automaton));
        return STATUS_OK;
    }
    cfa_integers_free(c);
    return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){0}, "as integers: %s", declined);
}

void cfa_integers_free(struct cfa_integers *c) {
    if (!c) return;
    if (c->automaton) cfa_free(c->automaton);
    vec_free(&c->readings);
    vec_free(&c->live);
    ranges_fini(&c->ranges);
    mem_free(c);
}

struct cfa *cfa_integers_automaton(struct cfa_integers *c) {
    return c->automaton;
}

/* A quotient by a power of two: a shift to the right. (Masks alone do little harm.) */
static bool is_shift(const struct terms *b, term t) {
    if (!term_is(b, t, TERM_DIV)) return false;
    mpz_srcptr divisor = mpq_numref(term_number(b, term_arg(b, t, 1)));
    return mpz_sizeinbase(divisor, 2) == mpz_scan1(divisor, 0) + 1;
}

bool cfa_integers_pays(const struct cfa_integers *c) {
    const struct terms *b = c->automaton->terms;
    term_list roots = {0}, parts = {0};
    integers_roots(c->automaton, &roots);
    term_collect(b, roots.data, roots.size, &parts);
    uint32_t shifts = 0;
    vec_each (const term, t, &parts) shifts += is_shift(b, *t);
    vec_free(&roots);
    vec_free(&parts);
    return shifts <= SHIFTS;
}

/* A value of a variable over integers as one of the variable over bits. A number out of range is one that nothing reads. */
static term value_back(const struct cfa_integers *c, uint32_t variable, term value) {
    const struct terms *from = c->automaton->terms;
    struct terms *to = c->bits->terms;
    uint32_t width = c->readings.data[variable].width;
    if (term_is_none(value)) return value;
    return width ? term_bits_of(to, mpq_numref(term_number(from, value)), width)
                 : term_bool(to, term_is(from, value, TERM_TRUE));
}

struct cfa_trace *cfa_integers_trace(const struct cfa_integers *c, const struct cfa_trace *trace) {
    struct cfa_trace *back = cfa_trace_new();
    for (uint32_t v = 0; v < trace->initial.size; v++)
        vec_push(&back->initial, value_back(c, v, trace->initial.data[v]));
    vec_append(&back->edges, trace->edges.data, trace->edges.size);
    vec_each (const struct cfa_input_value, in, &trace->inputs) {
        struct cfa_input_value copy = *in;
        copy.value = value_back(c, c->bits->sites.data[in->site].variable, in->value);
        vec_push(&back->inputs, copy);
    }
    return back;
}

/* What the analysis of ranges knows of a variable over bits, beyond its type. */
static term fact(const struct cfa_integers *c, uint32_t v, struct interval range) {
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
static term formula_back(const struct cfa_integers *c, uint32_t location, term formula) {
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

struct cfa_invariant *cfa_integers_invariant(const struct cfa_integers *c,
                                             const struct cfa_invariant *invariant) {
    struct cfa_invariant *back = cfa_invariant_new(c->bits);
    for (uint32_t i = 0; i < c->bits->locations.size; i++) {
        term formula = invariant->at.data[i];
        if (term_is_none(formula) && c->ranges.reached.data[i]) continue;
        back->at.data[i] = formula_back(c, i, formula);
        if (!term_is_none(back->at.data[i])) continue;
        cfa_invariant_free(back);
        return NULL;
    }
    return back;
}
