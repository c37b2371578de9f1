#include "check/program/program_walk.h"

struct walk {
    struct cfa *cfa;
    const struct program_inputs *given;
    struct cfa_trace *trace;
    uint32_t location, next; /* next: the first input that was not taken yet */
    term_list state, inputs; /* by variable; by site, of the edge at hand */
    u32s sites;              /* of the edge at hand, in order */
    uint32_t unsupported;    /* the edge of that kind that was taken; CFA_NONE: none */
};

static term value_of(const struct walk *w, uint32_t site, uint64_t bits, bool is_signed) {
    struct terms *b = w->cfa->terms;
    sort s = term_sort(b, w->cfa->sites.data[site].input);
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

/* What the environment supplies at a site, if it does; *next moves on when an input is taken. */
static term supply(const struct walk *w, uint32_t site, uint32_t *next) {
    const struct cfa_site *s = &w->cfa->sites.data[site];
    const struct cfa_parameter *parameter = cfa_find_parameter(w->cfa, site);
    if (parameter) {
        vec_each (const struct program_argument, a, &w->given->arguments)
            if (!strcmp(a->name, parameter->name)) return value_of(w, site, a->bits, a->is_signed);
    } else if (cfa_is_supplied(s->kind) && *next < w->given->list.size) {
        const struct program_input *i = &w->given->list.data[*next];
        if (!i->function || !*i->function || (s->call && !strcmp(i->function, s->call))) {
            ++*next;
            return value_of(w, site, i->bits, i->is_signed);
        }
    }
    return value_default(w->cfa->terms, term_sort(w->cfa->terms, s->input));
}

/* Commands of the automaton as read have no choice. */
static void find_sites(struct walk *w, cfa_command c) {
    vec_clear(&w->sites);
    for (struct cfa_node n = cfa_node(w->cfa, c); n.kind == CFA_STEP; n = cfa_node(w->cfa, n.next[0]))
        if (n.action.kind == CFA_HAVOC) vec_push(&w->sites, n.action.site);
}

static bool take(struct walk *w, uint32_t number) {
    const struct cfa_edge *e = &w->cfa->edges.data[number];
    uint32_t next = w->next;
    find_sites(w, e->command);
    vec_each (const uint32_t, s, &w->sites) w->inputs.data[*s] = supply(w, *s, &next);
    if (!cfa_execute(w->cfa, e->command, w->state.data, w->inputs.data, TERM_NONE, NULL, NULL)) return false;
    vec_each (const uint32_t, s, &w->sites)
        if (!e->unsupported)
            vec_push(&w->trace->inputs,
                     (struct cfa_input_value){w->trace->edges.size, *s, w->inputs.data[*s]});
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
    vec_each (const uint32_t, e, &w->cfa->outgoing.data[w->location])
        if (take(w, *e)) return true;
    return false;
}

struct program_walk program_walk(struct cfa *cfa, const struct program_inputs *given, uint32_t steps,
                                 struct limits *limits) {
    struct walk w = {.cfa = cfa,
                     .given = given,
                     .trace = cfa_trace_new(),
                     .location = cfa->initial,
                     .unsupported = CFA_NONE};
    if (cfa->outgoing.size != cfa->locations.size) cfa_index(cfa);
    vec_each (const struct cfa_variable, v, &cfa->variables)
        vec_push(&w.state, value_default(cfa->terms, term_sort(cfa->terms, v->now)));
    vec_append(&w.trace->initial, w.state.data, w.state.size);
    vec_each (const struct cfa_site, s, &cfa->sites)
        vec_push(&w.inputs, value_default(cfa->terms, term_sort(cfa->terms, s->input)));
    struct program_walk result = {.end = WALK_LONG, .trace = w.trace};
    for (uint32_t i = 0; w.location != cfa->error && result.end == WALK_LONG && i < steps; i++) {
        if (limits && limits_stopped(limits))
            result.end = WALK_STOPPED;
        else if (!step(&w))
            result.end = WALK_ENDED;
        else if (w.unsupported != CFA_NONE)
            result.end = WALK_UNSUPPORTED;
    }
    result.reaches = w.location == cfa->error;
    result.edge = w.unsupported;
    vec_free(&w.state);
    vec_free(&w.inputs);
    vec_free(&w.sites);
    return result;
}
