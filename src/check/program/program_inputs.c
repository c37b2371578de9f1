#include "check/program/program_inputs.h"

#include "check/program/program_dependence.h"

#include <ctype.h>

void program_inputs_fini(struct program_inputs *inputs) {
    vec_each (struct program_input, i, &inputs->list) mem_free(i->function);
    vec_each (struct program_argument, a, &inputs->arguments) mem_free(a->name);
    vec_free(&inputs->list);
    vec_free(&inputs->arguments);
    mem_free(inputs->reason);
    *inputs = (struct program_inputs){0};
}

const char *const *program_errors(const struct program_origin *origin, uint32_t *n) {
    static const char *const usual[] = {"reach_error", "__VERIFIER_error", "__assert_fail"};
    *n = origin->n_errors ? origin->n_errors : sizeof usual / sizeof *usual;
    return origin->n_errors ? origin->errors : usual;
}

bool program_is_identifier(const char *name) {
    if (!name || !(isalpha((unsigned char)*name) || *name == '_')) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

bool program_is_given(const struct program_site *s) {
    return program_is_supplied(s->kind) && program_is_identifier(s->call);
}

void program_externals_fini(struct program_externals *externals) {
    vec_each (struct program_external, e, &externals->list) mem_free(e->name);
    vec_free(&externals->list);
}

static void incomplete(struct program_inputs *inputs, const char *what, const struct program_position *at) {
    if (!inputs->complete) return;
    inputs->complete = false;
    inputs->reason = at && at->line ? mem_format("%s at line %u", what, at->line) : mem_strdup(what);
}

/* The low 64 bits of a number. */
static uint64_t low_bits(mpz_srcptr n) {
    mpz_t low;
    mpz_init(low);
    mpz_fdiv_r_2exp(low, n, 64);
    uint64_t bits = 0;
    mpz_export(&bits, NULL, -1, sizeof bits, 0, 0, low);
    mpz_clear(low);
    return bits;
}

static uint64_t bits_of(const struct terms *b, term value, bool is_signed) {
    switch (term_op(b, value)) {
    case TERM_TRUE: return 1;
    case TERM_NUMBER: {
        mpz_t floor;
        mpz_init(floor);
        mpz_fdiv_q(floor, mpq_numref(term_number(b, value)), mpq_denref(term_number(b, value)));
        uint64_t bits = low_bits(floor);
        mpz_clear(floor);
        return bits;
    }
    case TERM_BITS: {
        uint32_t width = sort_width(b, term_sort(b, value));
        uint64_t bits = low_bits(term_bits(b, value));
        bool negative = is_signed && width < 64 && mpz_tstbit(term_bits(b, value), width - 1);
        return negative ? bits | UINT64_MAX << width : bits;
    }
    default: return 0;
    }
}

static bool fits(const struct terms *b, sort s) {
    return sort_kind(b, s) != SORT_BV || sort_width(b, s) <= 64;
}

bool program_returns_signed(const struct program *program, const struct program_site *site) {
    static const char *const names[] = {"u", "size_t", "bool", "pointer"};
    static const char prefix[] = "__VERIFIER_nondet_";
    if (site->call && !strncmp(site->call, prefix, sizeof prefix - 1)) {
        const char *type = site->call + sizeof prefix - 1;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strncmp(type, names[i], strlen(names[i]))) return false;
        return true;
    }
    return program->variables.data[site->variable].is_signed;
}

/* Whether a caller can pass the value. An address means nothing outside of the program that it comes from,
 * except for null; and main is called with addresses of its caller's own. */
static bool can_pass(const struct program *program, const struct program_parameter *p, uint64_t bits) {
    const char *function = program->sites.data[p->site].position.function;
    if (p->kind == PROGRAM_PARAMETER_INTEGER) return true;
    return p->kind == PROGRAM_PARAMETER_POINTER && !bits && (!function || strcmp(function, "main"));
}

const char *program_enters(const struct program *program, uint32_t site) {
    static const char *const others[] = {
        [PROGRAM_UNINITIALIZED] = "the value of an uninitialised variable",
        [PROGRAM_UNDEFINED] = "a result that C leaves undefined",
        [PROGRAM_OUTSIDE] = "what lies outside of an object",
        [PROGRAM_LIBRARY] = "what a function of the library does",
        [PROGRAM_UNSPECIFIED] = "unspecified behaviour",
        [PROGRAM_EXTERNAL] = "what a function without a body writes, or an external variable",
        [PROGRAM_ENVIRONMENT] = "an allocation that fails, or a volatile read"};
    enum program_site_kind kind = program->sites.data[site].kind;
    return program_is_supplied(kind) ? NULL : others[kind];
}

/* What no environment can supply at a site; NULL: it can supply the value. */
static const char *obstacle(const struct program *program, uint32_t number, uint64_t bits) {
    const struct program_site *site = &program->sites.data[number];
    const struct program_parameter *p = program_find_parameter(program, number);
    if (!program_is_supplied(site->kind)) return program_enters(program, number);
    if (!fits(program->terms, term_sort(program->terms, site->input))) return "an input of more than 64 bits";
    if (site->call) return program_is_identifier(site->call) ? NULL : "a function whose name is none of C";
    if (!p || !program_can_be_called(program)) return "an input that no function returns";
    return can_pass(program, p, bits) ? NULL : "a pointer that the function is called with";
}

static void take_argument(struct program_inputs *inputs, const struct program *program,
                          const struct program_parameter *p, uint64_t bits) {
    vec_push(&inputs->arguments,
             (struct program_argument){.name = mem_strdup(p->name),
                                       .bits = bits,
                                       .is_signed = p->is_signed,
                                       .is_pointer = p->kind == PROGRAM_PARAMETER_POINTER,
                                       .position = program->sites.data[p->site].position});
}

static void take(struct program_inputs *inputs, const struct program *program, uint32_t number, term value) {
    const struct program_site *site = &program->sites.data[number];
    const struct program_parameter *p = program_find_parameter(program, number);
    bool is_signed = p ? p->is_signed : program_returns_signed(program, site);
    uint64_t bits = bits_of(program->terms, value, is_signed);
    const char *what = obstacle(program, number, bits);
    if (what) incomplete(inputs, what, &site->position);
    if (p && p->kind != PROGRAM_PARAMETER_BYTES) take_argument(inputs, program, p, bits);
    if (!program_is_supplied(site->kind) || p || (site->call && !program_is_identifier(site->call))) return;
    vec_push(&inputs->list, (struct program_input){.function = mem_strdup(site->call),
                                                   .bits = bits,
                                                   .is_signed = is_signed,
                                                   .position = site->position});
}

/* The sites on each edge, in order of execution: commands of automata as read have no choice. */
struct site_lists {
    u32s sites, begins; /* those of edge e: sites[begins[e] .. begins[e + 1][ */
};

static void site_lists_init(struct site_lists *lists, const struct program *program) {
    *lists = (struct site_lists){0};
    vec_each (const struct program_edge, e, &program->edges) {
        vec_push(&lists->begins, lists->sites.size);
        struct program_node node = program_node(program, e->command);
        for (; node.kind == PROGRAM_STEP; node = program_node(program, node.next[0]))
            if (node.action.kind == PROGRAM_HAVOC) vec_push(&lists->sites, node.action.site);
        assert(node.kind == PROGRAM_END);
    }
    vec_push(&lists->begins, lists->sites.size);
}

/* The value that the trace has for a site in a step, among its inputs [first .. end[. */
static term given(const struct program *program, const struct program_trace *trace, uint32_t first,
                  uint32_t end, uint32_t site) {
    for (uint32_t i = first; i < end; i++)
        if (trace->inputs.data[i].site == site) return trace->inputs.data[i].value;
    return value_default(program->terms, term_sort(program->terms, program->sites.data[site].input));
}

static void take_all(struct program_inputs *inputs, const struct program *program,
                     const struct program_trace *trace) {
    struct site_lists lists;
    site_lists_init(&lists, program);
    for (uint32_t step = 0, first = 0, end = 0; step < trace->edges.size; step++, first = end) {
        while (end < trace->inputs.size && trace->inputs.data[end].step == step) end++;
        uint32_t edge = trace->edges.data[step];
        for (uint32_t i = lists.begins.data[edge]; i < lists.begins.data[edge + 1]; i++)
            take(inputs, program, lists.sites.data[i],
                 given(program, trace, first, end, lists.sites.data[i]));
    }
    vec_free(&lists.sites);
    vec_free(&lists.begins);
}

static bool is_path(const struct program *program, const u32s *edges) {
    uint32_t at = program->initial;
    vec_each (const uint32_t, e, edges) {
        if (*e >= program->edges.size || program->edges.data[*e].from != at) return false;
        at = program->edges.data[*e].to;
    }
    return at == program->error;
}

bool program_inputs_of(struct program_inputs *inputs, struct program *program,
                       const struct program_trace *trace) {
    *inputs = (struct program_inputs){.complete = true};
    if (!is_path(program, &trace->edges)) return false;
    u8s live = {0};
    if (program->incoming.size != program->locations.size) program_index(program);
    program_live(program, &live);
    for (uint32_t v = 0; v < program->variables.size; v++)
        if (live.data[program->initial * program->variables.size + v]) inputs->from_start = true;
    if (inputs->from_start) incomplete(inputs, "the value of a variable at the start", NULL);
    vec_free(&live);
    take_all(inputs, program, trace);
    return true;
}

/* The sites at which something enters that no environment can supply. */
static void mark_obstacles(const struct program *program, const struct program_trace *trace, u8s *marks) {
    for (uint32_t s = 0; s < program->sites.size; s++) vec_push(marks, obstacle(program, s, 0) != NULL);
    vec_each (const struct program_input_value, i, &trace->inputs) /* of pointers the value matters */
        if (obstacle(program, i->site, bits_of(program->terms, i->value, false))) marks->data[i->site] = 1;
}

void program_inputs_settle(struct program_inputs *inputs, struct program *program,
                           const struct program_trace *trace) {
    if (inputs->complete || inputs->from_start) return;
    u8s marks = {0};
    mark_obstacles(program, trace, &marks);
    uint32_t site = program_dependence_on(program, trace, &marks);
    mem_free(inputs->reason);
    inputs->reason = NULL;
    inputs->complete = true;
    if (site != PROGRAM_NONE)
        incomplete(inputs, obstacle(program, site, UINT64_MAX), &program->sites.data[site].position);
    vec_free(&marks);
}
