#define _GNU_SOURCE /* memmem */
#include "evidence/program_inputs.h"

#include <ctype.h>
#include <stdlib.h>

void program_inputs_fini(struct program_inputs *inputs) {
    vec_each (struct program_input, i, &inputs->list) mem_free(i->function);
    vec_free(&inputs->list);
    mem_free(inputs->reason);
    *inputs = (struct program_inputs){0};
}

static void incomplete(struct program_inputs *inputs, const char *what, const struct cfa_position *at) {
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

static bool fits(const struct terms *b, term value) {
    return sort_kind(b, term_sort(b, value)) != SORT_BV || sort_width(b, term_sort(b, value)) <= 64;
}

/* Functions whose results are unsigned by their name; others as the variable has it. */
static bool returns_signed(const struct cfa *cfa, const struct cfa_site *site) {
    static const char *const names[] = {"u", "size_t", "bool", "pointer"};
    static const char prefix[] = "__VERIFIER_nondet_";
    if (site->call && !strncmp(site->call, prefix, sizeof prefix - 1)) {
        const char *type = site->call + sizeof prefix - 1;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strncmp(type, names[i], strlen(names[i]))) return false;
        return true;
    }
    return cfa->variables.data[site->variable].is_signed;
}

static void take(struct program_inputs *inputs, const struct cfa *cfa, uint32_t number, term value) {
    static const char *const others[] = {
        [CFA_UNINITIALIZED] = "the value of an uninitialised variable",
        [CFA_UNDEFINED] = "a result that C leaves undefined",
        [CFA_OUTSIDE] = "what lies outside of an object",
        [CFA_LIBRARY] = "what a function of the library does",
        [CFA_EXTERNAL] = "what a function without a body writes, or an external variable"};
    const struct cfa_site *site = &cfa->sites.data[number];
    if (!cfa_is_supplied(site->kind)) {
        incomplete(inputs, others[site->kind], &site->position);
        return;
    }
    if (!site->call || !fits(cfa->terms, value))
        incomplete(inputs, "an input that no function returns", &site->position);
    bool is_signed = returns_signed(cfa, site);
    vec_push(&inputs->list, (struct program_input){.function = mem_strdup(site->call),
                                                   .bits = bits_of(cfa->terms, value, is_signed),
                                                   .is_signed = is_signed,
                                                   .position = site->position});
}

/* The sites on each edge, in order of execution: commands of automata as read have no choice. */
struct site_lists {
    u32s sites, begins; /* those of edge e: sites[begins[e] .. begins[e + 1][ */
};

static void site_lists_init(struct site_lists *lists, const struct cfa *cfa) {
    *lists = (struct site_lists){0};
    vec_each (const struct cfa_edge, e, &cfa->edges) {
        vec_push(&lists->begins, lists->sites.size);
        struct cfa_node node = cfa_node(cfa, e->command);
        for (; node.kind == CFA_STEP; node = cfa_node(cfa, node.next[0]))
            if (node.action.kind == CFA_HAVOC) vec_push(&lists->sites, node.action.site);
        assert(node.kind == CFA_END);
    }
    vec_push(&lists->begins, lists->sites.size);
}

/* The value that the trace has for a site in a step, among its inputs [first .. end[. */
static term given(const struct cfa *cfa, const struct cfa_trace *trace, uint32_t first, uint32_t end,
                  uint32_t site) {
    for (uint32_t i = first; i < end; i++)
        if (trace->inputs.data[i].site == site) return trace->inputs.data[i].value;
    return value_default(cfa->terms, term_sort(cfa->terms, cfa->sites.data[site].input));
}

static void take_all(struct program_inputs *inputs, const struct cfa *cfa, const struct cfa_trace *trace) {
    struct site_lists lists;
    site_lists_init(&lists, cfa);
    for (uint32_t step = 0, first = 0, end = 0; step < trace->edges.size; step++, first = end) {
        while (end < trace->inputs.size && trace->inputs.data[end].step == step) end++;
        uint32_t edge = trace->edges.data[step];
        for (uint32_t i = lists.begins.data[edge]; i < lists.begins.data[edge + 1]; i++)
            take(inputs, cfa, lists.sites.data[i], given(cfa, trace, first, end, lists.sites.data[i]));
    }
    vec_free(&lists.sites);
    vec_free(&lists.begins);
}

static bool is_path(const struct cfa *cfa, const u32s *edges) {
    uint32_t at = cfa->initial;
    vec_each (const uint32_t, e, edges) {
        if (*e >= cfa->edges.size || cfa->edges.data[*e].from != at) return false;
        at = cfa->edges.data[*e].to;
    }
    return at == cfa->error;
}

bool program_inputs_of(struct program_inputs *inputs, struct cfa *cfa, const struct cfa_trace *trace) {
    *inputs = (struct program_inputs){.complete = true};
    if (!is_path(cfa, &trace->edges)) return false;
    u8s live = {0};
    if (cfa->incoming.size != cfa->locations.size) cfa_index(cfa);
    cfa_live(cfa, &live);
    for (uint32_t v = 0; v < cfa->variables.size; v++)
        if (live.data[cfa->initial * cfa->variables.size + v])
            incomplete(inputs, "an argument of the entry function", NULL);
    vec_free(&live);
    take_all(inputs, cfa, trace);
    return true;
}

/* Reading. */

struct line_reader {
    const char *at, *end;
    const char *file;
    uint32_t number;
    struct messages *messages;
};

/* The next line, without its end, in a copy; NULL: there is none. */
static char *next_line(struct line_reader *r) {
    if (r->at >= r->end) return NULL;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t length = (size_t)((stop ? stop : r->end) - r->at);
    char *line = mem_alloc(length + 1);
    memcpy(line, r->at, length);
    line[length] = 0;
    r->at = stop ? stop + 1 : r->end;
    r->number++;
    return line;
}

static enum status wrong(const struct line_reader *r, const char *what) {
    return messages_fail(r->messages, STATUS_MALFORMED, (struct position){.file = r->file, .line = r->number},
                         "%s", what);
}

/* A decimal number of 64 bits, perhaps negative; what follows goes to *rest. */
static bool read_number(const char *s, uint64_t *bits, bool *is_signed, const char **rest) {
    while (*s == ' ' || *s == '(') s++;
    bool negative = *s == '-';
    s += negative;
    if (!isdigit((unsigned char)*s)) return false;
    uint64_t n = 0;
    for (; isdigit((unsigned char)*s); s++) {
        uint64_t digit = (uint64_t)(*s - '0');
        if (n > (UINT64_MAX - digit) / 10) return false;
        n = n * 10 + digit;
    }
    while (*s == 'U' || *s == 'L' || *s == 'u' || *s == 'l') s++;
    *bits = negative ? (uint64_t)0 - n : n;
    *is_signed = negative;
    *rest = s;
    return true;
}

static void push(struct program_inputs *inputs, const char *function, size_t length, uint64_t bits,
                 bool is_signed) {
    char *name = function ? mem_format("%.*s", (int)length, function) : NULL;
    vec_push(&inputs->list, (struct program_input){.function = name, .bits = bits, .is_signed = is_signed});
}

/* Names go into the harness, so nothing but letters, digits and '_' will do; none: any function. */
static bool is_name(const char *s, const char *end) {
    for (; s < end; s++)
        if (!isalnum((unsigned char)*s) && *s != '_') return false;
    return true;
}

/* `    {"function", line, bits},` of a harness */
static enum status read_row(struct program_inputs *inputs, struct line_reader *r, const char *line) {
    const char *name = strchr(line, '"') + 1, *quote = strchr(name, '"'), *rest;
    uint64_t place, bits;
    bool is_signed;
    bool good = quote && is_name(name, quote) && quote[1] == ',' &&
                read_number(quote + 2, &place, &is_signed, &rest) && *rest == ',' &&
                read_number(rest + 1, &bits, &is_signed, &rest) && *rest == '}';
    if (!good) return wrong(r, "expected {\"function\", line, value}");
    push(inputs, name, (size_t)(quote - name), bits, is_signed);
    return STATUS_OK;
}

/* `line 12 (main): __VERIFIER_nondet_int() returns 5` of a text */
static enum status read_return(struct program_inputs *inputs, struct line_reader *r, const char *line) {
    const char *call = strstr(line, "() returns "), *name = call, *rest;
    uint64_t bits;
    bool is_signed;
    while (name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_')) name--;
    if (name == call || !read_number(call + strlen("() returns "), &bits, &is_signed, &rest) || *rest)
        return wrong(r, "expected the value that a function returns");
    push(inputs, name, (size_t)(call - name), bits, is_signed);
    return STATUS_OK;
}

/* `value: "\\result == 5"` of an SV-COMP witness */
static enum status read_result(struct program_inputs *inputs, struct line_reader *r, const char *line) {
    const char *equals = strstr(line, "=="), *rest;
    uint64_t bits;
    bool is_signed;
    if (!equals || !read_number(equals + 2, &bits, &is_signed, &rest) ||
        strspn(rest, ")\"' ") != strlen(rest))
        return wrong(r, "expected \\result == value");
    push(inputs, NULL, 0, bits, is_signed);
    return STATUS_OK;
}

enum witness_format { HARNESS, TEXT, YAML };

static enum status read_line(struct program_inputs *inputs, struct line_reader *r, enum witness_format format,
                             const char *line) {
    const char *start = line + strspn(line, " ");
    if (format == HARNESS && !strncmp(start, "{\"", 2)) return read_row(inputs, r, start);
    if (format == TEXT && strstr(start, "() returns ")) return read_return(inputs, r, start);
    if (format == YAML && !strncmp(start, "value:", 6)) return read_result(inputs, r, start);
    return STATUS_OK;
}

static bool contains(const char *bytes, size_t size, const char *word) {
    return size && memmem(bytes, size, word, strlen(word)) != NULL;
}

enum status program_inputs_read(struct program_inputs *inputs, const char *bytes, size_t size,
                                const char *file, struct messages *messages) {
    *inputs = (struct program_inputs){.complete = true};
    struct line_reader r = {.at = bytes, .end = bytes + size, .file = file, .messages = messages};
    enum status status = STATUS_OK;
    enum witness_format format = contains(bytes, size, "violation_sequence") ? YAML
                                 : contains(bytes, size, "induct_inputs[]")  ? HARNESS
                                                                             : TEXT;
    if (contains(bytes, size, "invariant_set") && format == TEXT)
        status = wrong(&r, "invariants of loops alone prove nothing; a certificate .smt2 does");
    else if (format == TEXT && !contains(bytes, size, "a run to the error, found by induct"))
        status = wrong(&r, "this is no counterexample of a program");
    for (char *line; status == STATUS_OK && (line = next_line(&r));) {
        status = read_line(inputs, &r, format, line);
        mem_free(line);
    }
    if (contains(bytes, size, PROGRAM_INPUTS_INCOMPLETE)) incomplete(inputs, "the witness says so", NULL);
    if (status != STATUS_OK) program_inputs_fini(inputs);
    return status;
}
