/* Reading the inputs back from witnesses: nothing but these is looked at. Harnesses and texts go line by line. */
#define _GNU_SOURCE /* memmem */
#include "format/witness/program_claims.h"

#include <ctype.h>

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

/* Names go into the harness. Parameters' have what identifiers have, and what parts of them and those without
 * name have; where it ends. */
static const char *parameter_end(const char *s) {
    while (isalnum((unsigned char)*s) || *s == '_' || *s == '.' || *s == '#') s++;
    return s;
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

static void push_argument(struct program_inputs *inputs, const char *name, size_t length, uint64_t bits,
                          bool is_signed) {
    vec_push(&inputs->arguments, (struct program_argument){.name = mem_format("%.*s", (int)length, name),
                                                           .bits = bits,
                                                           .is_signed = is_signed});
}

/* `    {"function", line, bits},` of a harness, or `    {"parameter", bits},` */
static enum status read_row(struct program_inputs *inputs, struct line_reader *r, const char *line) {
    const char *name = strchr(line, '"') + 1, *quote = strchr(name, '"'), *rest = NULL;
    uint64_t first, bits;
    bool is_signed;
    bool good = quote && quote[1] == ',' && read_number(quote + 2, &first, &is_signed, &rest);
    if (good && *rest == '}' && parameter_end(name) == quote) {
        push_argument(inputs, name, (size_t)(quote - name), first, is_signed);
        return STATUS_OK;
    }
    good = good && is_name(name, quote) && *rest == ',' && read_number(rest + 1, &bits, &is_signed, &rest) &&
           *rest == '}';
    if (!good) return wrong(r, "expected {\"function\", line, value} or {\"parameter\", value}");
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

/* `line 3 (f): argument x is 5` of a text */
static enum status read_argument(struct program_inputs *inputs, struct line_reader *r, const char *name) {
    const char *end = parameter_end(name), *rest;
    uint64_t bits;
    bool is_signed;
    if (name == end || strncmp(end, " is ", 4) || !read_number(end + 4, &bits, &is_signed, &rest) || *rest)
        return wrong(r, "expected the value of an argument");
    push_argument(inputs, name, (size_t)(end - name), bits, is_signed);
    return STATUS_OK;
}

/* `x == 5` or `p == (void *)5`; what follows goes to *rest. */
static bool read_equation(struct program_inputs *inputs, const char *s, const char **rest) {
    static const char address[] = "(void *)";
    const char *end = parameter_end(s), *value = end + strspn(end, " ");
    uint64_t bits;
    bool is_signed;
    if (end == s || strncmp(value, "==", 2)) return false;
    value += 2 + strspn(value + 2, " ");
    if (!strncmp(value, address, sizeof address - 1)) value += sizeof address - 1;
    if (!read_number(value, &bits, &is_signed, rest)) return false;
    push_argument(inputs, s, (size_t)(end - s), bits, is_signed);
    return true;
}

/* `x == 5 && y == 6` of an SV-COMP witness: where a function starts */
static enum status read_assumption(struct program_inputs *inputs, struct line_reader *r, const char *value) {
    static const char around[] = " ()";
    const char *s = value, *rest;
    for (;;) {
        if (!read_equation(inputs, s + strspn(s, around), &rest))
            return wrong(r, "expected \\result == value, or parameter == value");
        s = rest + strspn(rest, around);
        if (!*s) return STATUS_OK;
        if (strncmp(s, "&&", 2)) return wrong(r, "expected && between the values of parameters");
        s += 2;
    }
}

/* `\result == 5` of an SV-COMP witness */
static enum status read_result(struct program_inputs *inputs, struct line_reader *r, const char *value) {
    const char *equals = strstr(value, "=="), *rest;
    uint64_t bits;
    bool is_signed;
    if (!equals || !read_number(equals + 2, &bits, &is_signed, &rest) || strspn(rest, ") ") != strlen(rest))
        return wrong(r, "expected \\result == value");
    push(inputs, NULL, 0, bits, is_signed);
    return STATUS_OK;
}

/* Of the waypoints only those count that say what the program is given. */
static enum status read_claims(struct program_inputs *inputs, struct line_reader *r) {
    struct program_claims claims;
    enum status status = program_claims_read(&claims, r->at, (size_t)(r->end - r->at), r->file, r->messages);
    if (status != STATUS_OK) return status;
    vec_each (const struct claimed_waypoint, w, &claims.waypoints) {
        bool returns = !strcmp(w->type, "function_return"), assumes = !strcmp(w->type, "assumption");
        if (status != STATUS_OK || !w->value || strcmp(w->action, "follow") || (!returns && !assumes))
            continue;
        r->number = w->at;
        bool result = strstr(w->value, "\\result");
        status = result ? read_result(inputs, r, w->value) : read_assumption(inputs, r, w->value);
    }
    if (status == STATUS_OK && !claims.violation) status = wrong(r, "this is no counterexample of a program");
    program_claims_fini(&claims);
    return status;
}

enum witness_format { HARNESS, TEXT };

static enum status read_line(struct program_inputs *inputs, struct line_reader *r, enum witness_format format,
                             const char *line) {
    static const char argument[] = ": argument ";
    const char *start = line + strspn(line, " ");
    if (format == HARNESS && !strncmp(start, "{\"", 2)) return read_row(inputs, r, start);
    if (format == TEXT && strstr(start, "() returns ")) return read_return(inputs, r, start);
    if (format == TEXT && strstr(start, argument))
        return read_argument(inputs, r, strstr(start, argument) + sizeof argument - 1);
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
    bool harness = contains(bytes, size, "induct_inputs[]");
    if (!harness && program_claims_recognise(bytes, size)) {
        status = read_claims(inputs, &r);
    } else {
        if (!harness && !contains(bytes, size, "a run to the error, found by induct"))
            status = wrong(&r, "this is no counterexample of a program");
        for (char *line; status == STATUS_OK && (line = next_line(&r));) {
            status = read_line(inputs, &r, harness ? HARNESS : TEXT, line);
            mem_free(line);
        }
    }
    if (contains(bytes, size, PROGRAM_INPUTS_INCOMPLETE)) {
        inputs->complete = false;
        inputs->reason = mem_strdup("what is not in the witness, as it says");
    }
    if (status != STATUS_OK) program_inputs_fini(inputs);
    return status;
}
