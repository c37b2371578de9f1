#include "check/program/program_walk.h"

#include "model/program_state.h"

struct walk {
    struct program *program;
    const struct program_inputs *given;
    struct program_trace *trace;
    uint32_t location, next; /* next: the first input that was not taken yet */
    struct program_state state;
    term_list inputs;     /* by site, of the edge at hand */
    u32s sites;           /* of the edge at hand, in order */
    uint32_t unsupported; /* the edge of that kind that was taken; PROGRAM_NONE: none */
};

term program_value_of_bits(struct terms *b, sort s, uint64_t bits, bool is_signed) {
    term value = value_default(b, s);
    mpz_t n;
    mpz_init(n);
    mpz_import(n, 1, -1, sizeof bits, 0, 0, &bits);
    if (is_signed && bits >> 63) {
        mpz_t wrap;
        mpz_init(wrap);
        mpz_ui_pow_ui(wrap, 2, 64);
        mpz_sub(n, n, wrap);
        mpz_clear(wrap);
    }
    switch (sort_kind(b, s)) {
    case SORT_BOOL: value = term_bool(b, bits != 0); break;
    case SORT_BV: value = term_bits_of(b, n, sort_width(b, s)); break;
    case SORT_INT:
    case SORT_REAL: {
        mpq_t q;
        mpq_init(q);
        mpq_set_z(q, n);
        value = term_number_of(b, q, s);
        mpq_clear(q);
        break;
    }
    default: break;
    }
    mpz_clear(n);
    return value;
}

static term value_of(const struct walk *w, uint32_t site, uint64_t bits, bool is_signed) {
    struct terms *b = w->program->terms;
    return program_value_of_bits(b, term_sort(b, w->program->sites.data[site].input), bits, is_signed);
}

/* What the environment supplies at a site, if it does; *next moves on when an input is taken. */
static term supply(const struct walk *w, uint32_t site, uint32_t *next) {
    const struct program_site *s = &w->program->sites.data[site];
    const struct program_parameter *parameter = program_find_parameter(w->program, site);
    if (parameter) {
        vec_each (const struct program_argument, a, &w->given->arguments)
            if (!strcmp(a->name, parameter->name)) return value_of(w, site, a->bits, a->is_signed);
    } else if (program_is_supplied(s->kind) && *next < w->given->list.size) {
        const struct program_input *i = &w->given->list.data[*next];
        if (!i->function || !*i->function || (s->call && !strcmp(i->function, s->call))) {
            ++*next;
            return value_of(w, site, i->bits, i->is_signed);
        }
    }
    return value_default(w->program->terms, term_sort(w->program->terms, s->input));
}

/* Commands of the automaton as read have no choice. */
static void find_sites(struct walk *w, program_command c) {
    vec_clear(&w->sites);
    for (struct program_node n = program_node(w->program, c); n.kind == PROGRAM_STEP;
         n = program_node(w->program, n.next[0]))
        if (n.action.kind == PROGRAM_HAVOC) vec_push(&w->sites, n.action.site);
}

static bool take(struct walk *w, uint32_t number) {
    const struct program_edge *e = &w->program->edges.data[number];
    uint32_t next = w->next;
    find_sites(w, e->command);
    vec_each (const uint32_t, s, &w->sites) w->inputs.data[*s] = supply(w, *s, &next);
    program_state_keep(&w->state);
    if (!program_run(&w->state, e->command, w->inputs.data, TERM_NONE, NULL, NULL)) return false;
    vec_each (const uint32_t, s, &w->sites)
        if (!e->unsupported)
            vec_push(&w->trace->inputs,
                     (struct program_input_value){w->trace->edges.size, *s, w->inputs.data[*s]});
    if (e->unsupported) {
        w->unsupported = number;
        return true;
    }
    vec_push(&w->trace->edges, number);
    w->location = e->to;
    w->next = next;
    return true;
}

static bool step(struct walk *w) {
    vec_each (const uint32_t, e, &w->program->outgoing.data[w->location])
        if (take(w, *e)) return true;
    return false;
}

struct program_walk program_walk(struct program *program, const struct program_inputs *given, uint32_t steps,
                                 struct limits *limits) {
    struct walk w = {.program = program,
                     .given = given,
                     .trace = program_trace_new(),
                     .location = program->initial,
                     .unsupported = PROGRAM_NONE};
    if (program->outgoing.size != program->locations.size) program_index(program);
    program_state_init(&w.state, program, NULL);
    vec_append(&w.trace->initial, w.state.values.data, w.state.values.size);
    vec_each (const struct program_site, s, &program->sites)
        vec_push(&w.inputs, value_default(program->terms, term_sort(program->terms, s->input)));
    struct program_walk result = {.end = WALK_LONG, .trace = w.trace};
    for (uint32_t i = 0; w.location != program->error && result.end == WALK_LONG && i < steps; i++) {
        if (limits && limits_stopped(limits))
            result.end = WALK_STOPPED;
        else if (!step(&w))
            result.end = WALK_ENDED;
        else if (w.unsupported != PROGRAM_NONE)
            result.end = WALK_UNSUPPORTED;
    }
    result.reaches = w.location == program->error;
    result.edge = w.unsupported;
    program_state_fini(&w.state);
    vec_free(&w.inputs);
    vec_free(&w.sites);
    return result;
}
