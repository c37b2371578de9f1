#include "transform/program/integers.h"

#include "transform/program/integers_internal.h"

enum { SHIFTS = 4 }; /* to the right; programs with more of them are better left to bits */

static struct program_position copy_position(struct program *to, struct program_position at) {
    at.file = program_text(to, at.file);
    at.function = program_text(to, at.function);
    return at;
}

/* Everything but the edges, at the same places. */
static void copy_parts(struct program_integers *c) {
    struct program *to = c->automaton;
    for (uint32_t i = 0; i < c->bits->variables.size; i++) {
        const struct program_variable *v = &c->bits->variables.data[i];
        uint32_t number =
            program_add_variable(to, v->name, c->readings.data[i].width ? sort_int() : sort_bool());
        struct program_variable *copy = &to->variables.data[number];
        copy->source = program_text(to, v->source);
        copy->scope = program_text(to, v->scope);
        copy->is_signed = v->is_signed;
        copy->is_boolean = v->is_boolean;
        copy->origin = v->origin;
        c->readings.data[i].integer = copy->now;
    }
    vec_each (const struct program_site, s, &c->bits->sites) {
        uint32_t number = program_add_site(to, s->kind, s->variable, s->call, copy_position(to, s->position));
        to->sites.data[number].origin = s->origin;
    }
    vec_each (const struct program_location, l, &c->bits->locations) {
        uint32_t number = program_add_location(to, l->name, copy_position(to, l->position));
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

static program_command convert_assignment(struct program_integers *c, struct encoder *e,
                                          const struct program_action *a) {
    VEC(struct program_assignment) list = {0};
    for (uint32_t i = 0; i < a->n; i++) {
        const struct reading *r = &c->readings.data[a->assignments[i].variable];
        struct residue value = encoder_apply(e, a->assignments[i].value);
        if (r->width) value = residue_reduce(e, value, r->is_signed);
        vec_push(&list, (struct program_assignment){a->assignments[i].variable, value.term});
    }
    program_command command = program_assign_all(c->automaton, list.data, list.size);
    vec_free(&list);
    return command;
}

static program_command convert_action(struct program_integers *c, struct encoder *e,
                                      const struct program_action *a) {
    struct program *to = c->automaton;
    switch (a->kind) {
    case PROGRAM_ASSUME: return program_assume(to, encoder_apply(e, a->condition).term);
    case PROGRAM_ASSIGN: return convert_assignment(c, e, a);
    case PROGRAM_TAG: return program_tag(to, a->edge);
    case PROGRAM_HAVOC: {
        const struct reading *r = &c->readings.data[c->bits->sites.data[a->site].variable];
        program_command havoc = program_havoc(to, a->site);
        if (!r->width) return havoc;
        term typed = lies_within(to->terms, r->integer, reading_range(r));
        return program_then(to, havoc, program_assume(to, typed));
    }
    }
    return program_skip(to);
}

/* Point by point, ends first. */
static program_command convert_points(struct program_integers *c, const struct flow *f, struct encoder *e) {
    struct program *to = c->automaton;
    program_command_list done = {0}, branches = {0};
    vec_resize(&done, f->points.size);
    e->column = f->columns.data;
    for (uint32_t i = f->points.size; i-- > 0;) {
        struct program_node node = program_node(c->bits, f->points.data[i]);
        vec_clear(&branches);
        for (uint32_t k = 0; k < node.n; k++)
            vec_push(&branches, done.data[hash_map_get(&f->position, node.next[k].id)]);
        if (!f->reached.data[i]) {
            done.data[i] = program_assume(to, term_false(to->terms));
        } else if (node.kind == PROGRAM_STEP) {
            encoder_at(e, flow_at(f, i));
            done.data[i] = program_then(to, convert_action(c, e, &node.action), branches.data[0]);
        } else {
            done.data[i] = node.kind == PROGRAM_END ? program_skip(to)
                                                    : program_choice(to, branches.data, branches.size);
        }
    }
    program_command root = done.data[0];
    vec_free(&done);
    vec_free(&branches);
    return root;
}

static void mark_variables(const struct program *program, term t, uint8_t *marks) {
    term_list variables = {0};
    term_variables(program->terms, &t, 1, &variables);
    vec_each (const term, v, &variables) marks[program_find_variable(program, *v)] = 1;
    vec_free(&variables);
}

/* From the variables that are read after an action to those before it. */
static void step_back(const struct program *program, const struct program_action *a, uint8_t *marks) {
    if (a->kind == PROGRAM_HAVOC) marks[program->sites.data[a->site].variable] = 0;
    if (a->kind == PROGRAM_ASSUME) mark_variables(program, a->condition, marks);
    if (a->kind != PROGRAM_ASSIGN) return;
    for (uint32_t i = 0; i < a->n; i++) marks[a->assignments[i].variable] = 0;
    for (uint32_t i = 0; i < a->n; i++) mark_variables(program, a->assignments[i].value, marks);
}

/* The variables whose values before the command it reads; by variable. */
static void find_reads(const struct program *program, program_command command, u8s *out) {
    uint32_t n = program->variables.size;
    program_command_list points = {0};
    struct hash_map position = {0};
    u8s marks = {0}; /* point * variables + variable */
    program_points(program, command, &points);
    vec_resize(&marks, points.size * n);
    for (uint32_t i = points.size; i-- > 0;) {
        hash_map_put(&position, points.data[i].id, i);
        struct program_node node = program_node(program, points.data[i]);
        uint8_t *here = marks.data + (size_t)i * n;
        for (uint32_t k = 0; k < node.n; k++) {
            const uint8_t *next = marks.data + (size_t)hash_map_get(&position, node.next[k].id) * n;
            for (uint32_t v = 0; v < n; v++) here[v] |= next[v];
        }
        if (node.kind == PROGRAM_STEP) step_back(program, &node.action, here);
    }
    vec_append(out, marks.data, n);
    vec_free(&points);
    vec_free(&marks);
    hash_map_free(&position);
}

/* What is known where the edge starts, of the variables that it reads. At the initial location, where values are
 * arbitrary, this is what makes them words; elsewhere it follows, and spares engines from finding it. */
static term known(struct program_integers *c, const struct program_edge *edge, program_command command) {
    struct program *to = c->automaton;
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

static const char *convert_edges(struct program_integers *c) {
    struct program *to = c->automaton;
    struct encoder ranging = {.bits = c->bits, .from = c->bits->terms, .readings = c->readings.data};
    struct encoder building = ranging;
    building.to = to->terms;
    struct flow flow = {0};
    vec_each (const struct program_edge, edge, &c->bits->edges) {
        program_command command = program_assume(to, term_false(to->terms));
        if (c->ranges.reached.data[edge->from]) {
            flow_run(&flow, &ranging, c->bits, edge->command, ranges_at(&c->ranges, edge->from));
            command = convert_points(c, &flow, &building);
            command = program_then(to, program_assume(to, known(c, edge, command)), command);
        }
        uint32_t number =
            program_add_edge(to, edge->from, command, edge->to, copy_position(to, edge->position));
        to->edges.data[number].unsupported = program_text(to, edge->unsupported);
        if (building.declined) break;
    }
    const char *declined = building.declined ? building.declined : ranging.declined;
    flow_fini(&flow);
    encoder_fini(&ranging);
    encoder_fini(&building);
    return declined;
}

static const char *convert(struct program_integers *c) {
    const char *declined = integers_readings(c->bits, &c->readings);
    if (!declined) declined = ranges_find(c->bits, &c->readings, &c->ranges);
    if (declined) return declined;
    program_live(c->bits, &c->live);
    c->automaton = program_new(TERMS_SIMPLIFY);
    copy_parts(c);
    declined = convert_edges(c);
    if (!declined) program_index(c->automaton);
    return declined;
}

enum status program_integers_run(struct program_integers **out, const struct program *bits,
                                 struct messages *messages) {
    struct program_integers *c = mem_new(struct program_integers);
    c->bits = bits;
    const char *declined = convert(c);
    *out = declined ? NULL : c;
    if (!declined) {
        assert(!program_check(c->automaton));
        return STATUS_OK;
    }
    program_integers_free(c);
    return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){0}, "as integers: %s", declined);
}

void program_integers_free(struct program_integers *c) {
    if (!c) return;
    if (c->automaton) program_free(c->automaton);
    vec_free(&c->readings);
    vec_free(&c->live);
    ranges_fini(&c->ranges);
    mem_free(c);
}

struct program *program_integers_automaton(struct program_integers *c) {
    return c->automaton;
}

/* A quotient by a power of two: a shift to the right. (Masks alone do little harm.) */
static bool is_shift(const struct terms *b, term t) {
    if (!term_is(b, t, TERM_DIV)) return false;
    mpz_srcptr divisor = mpq_numref(term_number(b, term_arg(b, t, 1)));
    return mpz_sizeinbase(divisor, 2) == mpz_scan1(divisor, 0) + 1;
}

bool program_integers_pays(const struct program_integers *c) {
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
