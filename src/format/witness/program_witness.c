/* Counterexamples of C programs: as text, and as SV-COMP violation witnesses. */
#include "format/witness/program_witness.h"

#include "format/witness/c_expression.h"
#include "evidence/program_playback.h"
#include "evidence/steps.h"
#include "format/witness/program_source.h"
#include "format/witness/program_yaml.h"
#include "logic/print.h"

#include <inttypes.h>

/* ---- as text ---- */

static void place(struct text *out, const struct program_position *at) {
    if (at->line)
        text_format(out, "line %u", at->line);
    else
        text_add(out, "somewhere");
    if (at->function) {
        text_add(out, " (");
        text_in_line(out, at->function);
        text_add(out, ")");
    }
    text_add(out, ": ");
}

/* A number, without the suffix of a C constant. */
static void add_bits(struct text *out, const struct terms *b, term value, bool is_signed) {
    size_t start = out->size;
    c_constant(out, b, value, is_signed);
    while (out->size > start && (out->data[out->size - 1] == 'U' || out->data[out->size - 1] == 'L'))
        out->data[--out->size] = 0;
}

static int compare_values(const struct terms *b, term x, term y) {
    if (term_is(b, x, TERM_BITS) && term_is(b, y, TERM_BITS))
        return mpz_cmp(term_bits(b, x), term_bits(b, y));
    if (term_is(b, x, TERM_NUMBER) && term_is(b, y, TERM_NUMBER))
        return mpq_cmp(term_number(b, x), term_number(b, y));
    return 0;
}

/* {[0] = 5, [3] = 7, others 0}: by index, the smallest of them. Values of arrays are stores, each to another index,
 * over one element everywhere. */
static void add_array(struct text *out, const struct terms *b, term value, bool is_signed) {
    enum { SHOWN = 16 };
    term_list stores = {0}; /* the first of them by index */
    uint32_t n = 0;
    for (; term_is(b, value, TERM_STORE); value = term_arg(b, value, 0), n++) {
        uint32_t at = stores.size;
        while (at && compare_values(b, term_arg(b, value, 1), term_arg(b, stores.data[at - 1], 1)) < 0) at--;
        if (at == SHOWN) continue;
        if (stores.size < SHOWN) vec_push(&stores, value);
        memmove(stores.data + at + 1, stores.data + at, (stores.size - 1 - at) * sizeof *stores.data);
        stores.data[at] = value;
    }
    text_byte(out, '{');
    vec_each (const term, s, &stores) {
        text_byte(out, '[');
        program_value(out, b, term_arg(b, *s, 1), false);
        text_add(out, "] = ");
        program_value(out, b, term_arg(b, *s, 2), is_signed);
        text_add(out, ", ");
    }
    if (n > SHOWN) text_format(out, "%u more, ", n - SHOWN);
    if (term_is(b, value, TERM_CONST_ARRAY)) {
        text_add(out, n ? "others " : "all ");
        program_value(out, b, term_arg(b, value, 0), is_signed);
    } else {
        text_add(out, "..");
    }
    text_byte(out, '}');
    vec_free(&stores);
}

void program_value(struct text *out, const struct terms *b, term value, bool is_signed) {
    switch (sort_kind(b, term_sort(b, value))) {
    case SORT_ARRAY: add_array(out, b, value, is_signed); break;
    case SORT_UNINTERPRETED: print_term(out, b, value); break;
    case SORT_BV: add_bits(out, b, value, is_signed); break;
    default: c_constant(out, b, value, is_signed); break;
    }
}

/* What a reader takes back: numbers of 64 bits at most. */
static bool is_readable(const struct terms *b, term value) {
    sort s = term_sort(b, value);
    return sort_kind(b, s) != SORT_BV || sort_width(b, s) <= 64;
}

/* What enters at a site: "__VERIFIER_nondet_int() returns 5". */
static void say_input(struct text *out, const struct program_playback *p, uint32_t number) {
    static const char *const kinds[] = {[PROGRAM_INPUT] = "input",
                                        [PROGRAM_UNINITIALIZED] = "uninitialised, happens to be",
                                        [PROGRAM_UNDEFINED] = "undefined, happens to be",
                                        [PROGRAM_OUTSIDE] = "outside of all objects, happens to be",
                                        [PROGRAM_LIBRARY] = "from the library",
                                        [PROGRAM_UNSPECIFIED] = "decided by the machine",
                                        [PROGRAM_RETURNED] = "from outside",
                                        [PROGRAM_EXTERNAL] = "from outside",
                                        [PROGRAM_ENVIRONMENT] = "by choice of the environment"};
    const struct program_site *s = &p->program->sites.data[number];
    const struct program_variable *v = &p->program->variables.data[s->variable];
    const struct program_parameter *parameter = program_find_parameter(p->program, number);
    bool readable = is_readable(p->program->terms, p->inputs.data[number]);
    if (parameter && readable)
        text_format(out, "argument %s is ", parameter->name);
    else if (program_is_given(s) && readable)
        text_format(out, "%s() returns ", s->call);
    else {
        text_in_line(out, v->source ? v->source : s->call ? s->call : "a value");
        text_format(out, " %s: ", kinds[s->kind]);
    }
    bool is_signed =
        program_is_supplied(s->kind) && !parameter ? program_returns_signed(p->program, s) : v->is_signed;
    program_value(out, p->program->terms, p->inputs.data[number], is_signed);
}

static void add_input(struct text *out, const struct program_playback *p, uint32_t number) {
    place(out, &p->program->sites.data[number].position);
    say_input(out, p, number);
    text_byte(out, '\n');
}

bool program_is_change(const struct program_playback *p, uint32_t variable) {
    return p->program->variables.data[variable].source && program_state_changed(&p->state, variable);
}

/* Whether the step wrote to some elements of an array that has many. */
static bool is_large(const struct program_playback *p, uint32_t variable) {
    enum { LARGE = 256 };
    const struct array_table *table = p->state.tables.data[variable];
    if (!table || table->elements.size < LARGE) return false;
    vec_each (const struct program_change, c, &p->state.changes)
        if (c->variable == variable && term_is_none(c->index)) return false;
    return true;
}

void program_changed_value(struct text *out, const struct program_playback *p, uint32_t variable) {
    const struct terms *b = p->program->terms;
    bool is_signed = p->program->variables.data[variable].is_signed;
    if (!is_large(p, variable)) {
        program_value(out, b, program_state_get(&p->state, variable), is_signed);
        return;
    }
    text_byte(out, '{');
    vec_each (const struct program_change, c, &p->state.changes) {
        if (c->variable != variable) continue;
        text_byte(out, '[');
        program_value(out, b, c->index, false);
        text_add(out, "] = ");
        program_value(out, b, array_table_select(p->state.tables.data[variable], c->index), is_signed);
        text_add(out, ", ");
    }
    text_add(out, "others as before}");
}

/* The variables of the source that have another value after the step. */
static void add_changes(struct text *out, const struct program_playback *p) {
    const struct program *program = p->program;
    bool first = true;
    for (uint32_t v = 0; v < program->variables.size; v++) {
        if (!program_is_change(p, v)) continue;
        if (first)
            place(out, &program->edges.data[p->edge].position);
        else
            text_add(out, ", ");
        first = false;
        text_in_line(out, program->variables.data[v].source);
        text_add(out, " = ");
        program_changed_value(out, p, v);
    }
    if (!first) text_byte(out, '\n');
}

/* Of a long run only the inputs, the beginning and the end: nobody reads the rest, and the inputs make it.
 * When they are complete, nothing depends on what else enters. */
static bool add_steps(struct text *out, struct program *program, const struct program_trace *trace,
                      bool complete) {
    enum { SHOWN = 5000 };
    uint32_t n = trace->edges.size;
    struct program_playback p;
    program_playback_init(&p, program, trace);
    while (program_playback_next(&p)) {
        bool shown = n <= 2 * SHOWN || p.step <= SHOWN || p.step > n - SHOWN;
        vec_each (const uint32_t, site, &p.sites)
            if (!complete || program_is_supplied(program->sites.data[*site].kind)) add_input(out, &p, *site);
        if (shown) add_changes(out, &p);
        if (!shown && p.step == SHOWN + 1)
            text_format(out, "(%u steps of which only inputs are shown)\n", n - 2 * SHOWN);
    }
    bool runs = p.step == n;
    program_playback_fini(&p);
    return runs;
}

bool program_witness_text(struct text *out, struct program *program, const struct program_trace *trace,
                          const struct program_origin *origin) {
    struct program_inputs inputs;
    if (!program_inputs_of(&inputs, program, trace)) return false;
    program_inputs_settle(&inputs, program, trace);
    text_in_line(out, origin->file);
    text_add(out, ": a run to the error, found by induct\n");
    if (!inputs.complete)
        text_format(out, "It is decided " PROGRAM_INPUTS_INCOMPLETE ": %s.\n", inputs.reason);
    bool runs = add_steps(out, program, trace, inputs.complete);
    program_inputs_fini(&inputs);
    place(out, &program->edges.data[vec_last(&trace->edges)].position);
    text_add(out, "the error is reached\n");
    return runs;
}

/* ---- for programs ---- */

struct telling {
    struct steps steps;
    struct text value;
    struct program_position last; /* what was told last */
};

static bool is_one_place(const struct program_position *a, const struct program_position *b) {
    return a->line == b->line && a->column == b->column && a->function == b->function && a->file == b->file;
}

static void tell_place(struct telling *t, const struct program_position *at) {
    steps_place(&t->steps, at->file, at->function, at->line, at->column);
    t->last = *at;
}

static void tell_values(struct telling *t, const struct program_playback *p) {
    for (uint32_t v = 0; v < p->program->variables.size; v++) {
        if (!program_is_change(p, v)) continue;
        text_clear(&t->value);
        program_changed_value(&t->value, p, v);
        steps_value(&t->steps, p->program->variables.data[v].source, t->value.data);
    }
}

/* What enters, each at its own place, then where the edge is and what it changes. The same place again, with nothing
 * new, is no news; the last step always is told. */
static void tell_step(struct telling *t, const struct program_playback *p, bool complete) {
    const struct program *program = p->program;
    const struct program_position *at = &program->edges.data[p->edge].position;
    uint32_t number = p->step - 1;
    vec_each (const uint32_t, site, &p->sites) {
        if (complete && !program_is_supplied(program->sites.data[*site].kind)) continue;
        if (!steps_next(&t->steps, number)) return;
        text_clear(&t->value);
        say_input(&t->value, p, *site);
        tell_place(t, &program->sites.data[*site].position);
        steps_say(&t->steps, t->value.data);
    }
    bool last = p->step == p->trace->edges.size, any = last || (at->line && !is_one_place(at, &t->last));
    for (uint32_t v = 0; v < program->variables.size && !any; v++) any = program_is_change(p, v);
    if (!any || !steps_next(&t->steps, number)) return;
    tell_place(t, at);
    if (last) steps_say(&t->steps, "the error is reached");
    tell_values(t, p);
}

bool program_witness_steps(struct text *out, struct program *program, const struct program_trace *trace) {
    struct program_inputs inputs;
    if (!program_inputs_of(&inputs, program, trace)) return false;
    program_inputs_settle(&inputs, program, trace);
    struct telling t = {0};
    struct program_playback p;
    steps_begin(&t.steps, out, trace->edges.size);
    program_playback_init(&p, program, trace);
    while (program_playback_next(&p)) tell_step(&t, &p, inputs.complete);
    bool runs = p.step == trace->edges.size;
    program_playback_fini(&p);
    steps_end(&t.steps);
    text_fini(&t.value);
    program_inputs_fini(&inputs);
    return runs;
}

/* ---- for SV-COMP ---- */

/* A waypoint at the return of a function points to the closing parenthesis of the call, from the column of the call's
 * first letter on. Where that cannot be told there is no column: then the first call of the line counts. False: neither
 * can the line. */
static bool closing(const struct program_source *source, const struct program_input *i,
                    struct program_position *at) {
    const char *const name = i->function;
    struct source_place place;
    if (!program_source_find(source, &i->position, &name, name ? 1 : 0, &place)) return false;
    const char *end = source->origin->bytes + source->origin->size, *start = place.text;
    *at = place.position;
    at->column = 0;
    if (!start) return true;
    int depth = 0;
    for (const char *s = start + strlen(name); s < end && *s != '\n'; s++) {
        if (depth == 0 && *s != ' ' && *s != '(') break;
        if (strchr("\"'/", *s)) break; /* texts and comments: not worth a lexer */
        depth += (*s == '(') - (*s == ')');
        if (*s != ')' || depth) continue;
        at->column = i->position.column + (uint32_t)(s - start);
        break;
    }
    return true;
}

static void waypoint(struct text *out, const char *type) {
    text_format(out, "  - segment:\n    - waypoint:\n        type: %s\n        action: follow\n", type);
}

static void number(struct text *out, uint64_t bits, bool is_signed) {
    if (is_signed)
        text_format(out, "%" PRId64, (int64_t)bits);
    else
        text_format(out, "%" PRIu64, bits);
}

/* The run is at the beginning of a function whose parameters have these values. The format knows no arguments
 * but by their names, so those without one cannot be told. False: there are such ones. */
static bool add_arguments(struct text *out, const struct program_inputs *inputs,
                          const struct program *program, const struct program_source *source) {
    struct text values = {0};
    bool all = true;
    vec_each (const struct program_argument, a, &inputs->arguments) {
        if (!program_is_identifier(a->name)) {
            all = false;
            continue;
        }
        text_format(&values, "%s%s == %s", values.size ? " && " : "", a->name,
                    a->is_pointer ? "(void *)" : "");
        number(&values, a->bits, a->is_signed);
        if (!a->is_signed && a->bits > INT64_MAX) text_add(&values, "ULL");
    }
    struct source_place place;
    if (values.size && program_source_find(source, &program->body, NULL, 0, &place)) {
        place.position.column = 0; /* of some part of the first statement: the line has to do */
        waypoint(out, "assumption");
        text_format(out, "        constraint:\n          value: \"%s\"\n          format: c_expression\n",
                    values.data);
        yaml_location(out, 8, &place.position, source->origin);
    } else if (values.size) {
        all = false;
    }
    text_fini(&values);
    return all;
}

/* False: it cannot be told where. */
static bool add_result(struct text *out, const struct program_input *i, const struct program_source *source) {
    struct program_position at;
    if (!closing(source, i, &at)) return false;
    waypoint(out, "function_return");
    text_add(out, "        constraint:\n          value: \"\\\\result == ");
    number(out, i->bits, i->is_signed);
    text_add(out, "\"\n          format: acsl_expression\n");
    yaml_location(out, 8, &at, source->origin);
    return true;
}

/* There must be one: where several lines may be meant it is at the first of them. */
static void add_target(struct text *out, const struct program_edge *end,
                       const struct program_source *source) {
    const char *const words[] = {end->call ? end->call : "reach_error", "assert"};
    struct source_place place;
    waypoint(out, "target");
    if (!program_source_find(source, &end->position, words, 2, &place)) place.position.column = 0;
    yaml_location(out, 8, &place.position, source->origin);
}

bool program_witness_yaml(struct text *out, struct program *program, const struct program_trace *trace,
                          const struct program_origin *origin) {
    struct program_inputs inputs;
    if (!program_inputs_of(&inputs, program, trace)) return false;
    program_inputs_settle(&inputs, program, trace);
    struct text content = {0};
    struct program_source source;
    program_source_init(&source, origin);
    bool named = add_arguments(&content, &inputs, program, &source), placed = true;
    vec_each (const struct program_input, i, &inputs.list) placed &= add_result(&content, i, &source);
    const struct program_edge *end = &program->edges.data[vec_last(&trace->edges)];
    add_target(&content, end, &source);
    if (!inputs.complete || !named || !placed)
        text_format(out, "# The run is decided " PROGRAM_INPUTS_INCOMPLETE ": %s.\n",
                    !inputs.complete ? inputs.reason
                    : placed         ? "also by arguments without a name"
                                     : "also by inputs at places that lines do not tell apart");
    yaml_heading(out, "violation_sequence", origin, program_error(origin, end->call), &content);
    program_source_fini(&source);
    text_fini(&content);
    program_inputs_fini(&inputs);
    return true;
}
