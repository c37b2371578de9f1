/* Counterexamples of programs, step by step. */
#include "evidence/program_playback.h"
#include "format/show/parts.h"
#include "format/show/show.h"
#include "format/witness/program_witness.h"

enum { SHOWN = 5000 /* steps at the beginning, and at the end */ };

struct run {
    struct program *program;
    struct show_places places;
    struct text variables, steps; /* the lists so far */
    u32s numbers;                 /* by variable: its position in the list + 1, 0: it has none */
    u8s left_out;                 /* by variable: a step wrote to it that is not shown */
    uint32_t listed, n_steps;
    bool complete;
};

static void add_input(struct run *r, const struct program_playback *p, uint32_t number, bool first) {
    static const char *const kinds[] = {[PROGRAM_INPUT] = "input",
                                        [PROGRAM_UNINITIALIZED] = "uninitialised",
                                        [PROGRAM_UNDEFINED] = "undefined",
                                        [PROGRAM_OUTSIDE] = "outside of all objects",
                                        [PROGRAM_LIBRARY] = "from the library",
                                        [PROGRAM_UNSPECIFIED] = "decided by the machine",
                                        [PROGRAM_RETURNED] = "from outside",
                                        [PROGRAM_EXTERNAL] = "from outside",
                                        [PROGRAM_ENVIRONMENT] = "by choice of the environment"};
    const struct program_site *s = &p->program->sites.data[number];
    const struct program_variable *v = &p->program->variables.data[s->variable];
    const struct program_parameter *parameter = program_find_parameter(p->program, number);
    struct text name = {0}, value = {0};
    if (parameter)
        text_format(&name, "argument %s", parameter->name);
    else if (s->call)
        text_format(&name, "%s()", s->call);
    else
        text_add(&name, v->source ? v->source : "a value");
    bool is_signed =
        program_is_supplied(s->kind) && !parameter ? program_returns_signed(p->program, s) : v->is_signed;
    program_value(&value, p->program->terms, p->inputs.data[number], is_signed);
    text_add(&r->steps, first ? "[" : ",[");
    text_json_string(&r->steps, name.data);
    text_byte(&r->steps, ',');
    text_json_string(&r->steps, value.data);
    text_byte(&r->steps, ',');
    text_json_string(&r->steps, parameter ? "argument" : kinds[s->kind]);
    text_byte(&r->steps, ']');
    text_fini(&name);
    text_fini(&value);
}

static uint32_t number_of(struct run *r, uint32_t v) {
    const struct program_variable *variable = &r->program->variables.data[v];
    if (!r->numbers.data[v]) {
        r->numbers.data[v] = ++r->listed;
        text_add(&r->variables, r->listed > 1 ? ",[" : "[");
        text_json_string(&r->variables, variable->source);
        text_byte(&r->variables, ',');
        if (variable->scope)
            text_json_string(&r->variables, variable->scope);
        else
            text_add(&r->variables, "null");
        text_byte(&r->variables, ']');
    }
    return r->numbers.data[v] - 1;
}

static void add_change(struct run *r, uint32_t v, const char *value, bool first) {
    text_format(&r->steps, first ? "[%u," : ",[%u,", number_of(r, v));
    text_json_string(&r->steps, value);
    text_byte(&r->steps, ']');
}

/* Variables of the source that have another value after the step, and those that steps left out before it wrote to. */
static void add_changes(struct run *r, const struct program_playback *p) {
    struct text value = {0};
    bool first = true;
    for (uint32_t v = 0; v < r->program->variables.size; v++) {
        const struct program_variable *variable = &r->program->variables.data[v];
        text_clear(&value);
        if (variable->source && r->left_out.data[v])
            program_value(&value, r->program->terms, program_state_get(&p->state, v), variable->is_signed);
        else if (program_is_change(p, v))
            program_changed_value(&value, p, v);
        else
            continue;
        add_change(r, v, value.data, first);
        r->left_out.data[v] = false;
        first = false;
    }
    text_fini(&value);
}

static void add_step(struct run *r, const struct program_playback *p) {
    const struct program_edge *edge = &r->program->edges.data[p->edge];
    bool first = true;
    text_format(&r->steps, r->n_steps++ ? ",\n[%u,[" : "[%u,[", show_place(&r->places, &edge->position));
    vec_each (const uint32_t, site, &p->sites) {
        if (r->complete && !program_is_supplied(r->program->sites.data[*site].kind)) continue;
        add_input(r, p, *site, first);
        first = false;
    }
    text_add(&r->steps, "],[");
    add_changes(r, p);
    text_add(&r->steps, "]]");
}

/* False: the trace does not run. */
static bool add_steps(struct run *r, const struct program_trace *trace) {
    const uint32_t n = trace->edges.size;
    struct program_playback p;
    program_playback_init(&p, r->program, trace);
    while (program_playback_next(&p)) {
        if (n <= 2 * SHOWN || p.step <= SHOWN || p.step > n - SHOWN)
            add_step(r, &p);
        else
            vec_each (const struct program_change, c, &p.state.changes) r->left_out.data[c->variable] = true;
    }
    bool runs = p.step == n;
    program_playback_fini(&p);
    return runs;
}

bool show_program_trace(struct text *out, struct program *program, const struct program_trace *trace) {
    struct program_inputs inputs;
    if (!program_inputs_of(&inputs, program, trace)) return false;
    program_inputs_settle(&inputs, program, trace);
    struct run r = {.program = program, .complete = inputs.complete};
    vec_resize(&r.numbers, program->variables.size);
    vec_resize(&r.left_out, program->variables.size);
    for (uint32_t v = 0; v < program->variables.size; v++) r.numbers.data[v] = 0;
    bool runs = add_steps(&r, trace);
    uint32_t n = trace->edges.size;
    uint32_t error = show_place(&r.places, &program->edges.data[vec_last(&trace->edges)].position);
    if (runs) {
        text_add(out, "{\"kind\":\"run\",");
        show_files_json(out, &r.places);
        text_format(out, ",\"complete\":%s", inputs.complete ? "true" : "false");
        if (!inputs.complete) {
            text_add(out, ",\"reason\":");
            text_json_string(out, inputs.reason);
        }
        text_format(out, ",\"total\":%u,\"skipped\":%u,\"at\":%u,\"error\":%u,", n,
                    n > 2 * SHOWN ? n - 2 * SHOWN : 0, SHOWN, error);
        show_places_json(out, &r.places);
        text_format(out, ",\"variables\":[%s],\n\"steps\":[%s]}", r.variables.data ? r.variables.data : "",
                    r.steps.data ? r.steps.data : "");
    }
    program_inputs_fini(&inputs);
    show_places_fini(&r.places);
    text_fini(&r.variables);
    text_fini(&r.steps);
    vec_free(&r.numbers);
    vec_free(&r.left_out);
    return runs;
}
