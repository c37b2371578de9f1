/* Reading BTOR2 witnesses, line by line. What a step says is collected, and applied at its end: on top of the
 * values that follow from the step before, or, in step 0, on top of the first values. */
#include "format/btor2/btor2_witness.h"

/* A value for a variable or, of an array, for one element or all of them. */
struct assignment {
    bool state; /* else input */
    uint32_t position;
    bool element; /* value is that of the element at index */
    term index, value;
};

struct reader {
    const struct system *system;
    struct system_trace *trace;
    VEC(struct assignment) said;  /* by the current step */
    struct evaluation evaluation; /* of the last finished step */
    const char *at, *stop;        /* the rest of the current line */
    const char *line_start, *next, *end;
    uint32_t line;
    const char *name;
    struct messages *messages;
};

#define FAIL(r, ...)    messages_fail((r)->messages, STATUS_MALFORMED, position(r), __VA_ARGS__)
#define FOREIGN(r, ...) messages_fail((r)->messages, STATUS_FOREIGN, position(r), __VA_ARGS__)

static struct position position(const struct reader *r) {
    return (struct position){
        .file = r->name, .line = r->line, .column = (uint32_t)(r->at - r->line_start) + 1};
}

static void skip_blanks(struct reader *r) {
    while (r->at < r->stop && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
}

/* The next line that has something on it; false at the end. */
static bool next_line(struct reader *r) {
    while (r->next < r->end) {
        const char *newline = memchr(r->next, '\n', (size_t)(r->end - r->next));
        r->line_start = r->at = r->next;
        r->stop = newline ? newline : r->end;
        r->next = newline ? newline + 1 : r->end;
        r->line++;
        skip_blanks(r);
        if (r->at < r->stop && *r->at != ';') return true;
    }
    r->at = r->line_start = r->stop = r->end;
    r->line++;
    return false;
}

static bool at_word(const struct reader *r, const char *word) {
    size_t length = strlen(word);
    return (size_t)(r->stop - r->at) >= length && !memcmp(r->at, word, length);
}

static bool at_end(struct reader *r) {
    skip_blanks(r);
    return r->at == r->stop || *r->at == ';';
}

static bool at_digit(const struct reader *r) {
    return r->at < r->stop && *r->at >= '0' && *r->at <= '9';
}

static enum status read_number(struct reader *r, const char *what, uint32_t *value) {
    uint64_t number = 0;
    if (!at_digit(r)) return FAIL(r, "expected %s", what);
    const char *start = r->at;
    for (; at_digit(r); r->at++) {
        number = 10 * number + (uint64_t)(*r->at - '0');
        if (number > UINT32_MAX / 2) {
            r->at = start;
            return FAIL(r, "%s is too large", what);
        }
    }
    *value = (uint32_t)number;
    return STATUS_OK;
}

/* ---- values ---- */

/* Binary digits as a value of a sort without arrays. */
static enum status read_digits(struct reader *r, sort s, const char *what, term *value) {
    struct terms *b = r->system->terms;
    uint32_t width = sort_kind(b, s) == SORT_BOOL ? 1 : sort_width(b, s), digits = 0;
    const char *start = r->at;
    mpz_t bits;
    mpz_init(bits);
    for (; r->at < r->stop && (*r->at == '0' || *r->at == '1'); r->at++, digits++)
        if (*r->at == '1' && digits < width) mpz_setbit(bits, width - 1 - digits);
    bool good = digits == width;
    if (good)
        *value =
            sort_kind(b, s) == SORT_BOOL ? term_bool(b, mpz_sgn(bits) != 0) : term_bits_of(b, bits, width);
    mpz_clear(bits);
    if (good) return STATUS_OK;
    r->at = start;
    return FAIL(r, "expected %s of %u binary digit%s, found %u", what, width, width == 1 ? "" : "s", digits);
}

/* `[index] element`, `[*] element` or `element` alone, which also means all. */
static enum status read_element(struct reader *r, sort s, struct assignment *a) {
    struct terms *b = r->system->terms;
    enum status status = STATUS_OK;
    if (r->at < r->stop && *r->at == '[') {
        r->at++;
        a->element = r->at == r->stop || *r->at != '*';
        if (a->element)
            status = read_digits(r, sort_index(b, s), "an index", &a->index);
        else
            r->at++;
        if (status) return status;
        if (r->at == r->stop || *r->at != ']') return FAIL(r, "expected ']' after the index");
        r->at++;
        skip_blanks(r);
    }
    status = read_digits(r, sort_element(b, s), "an element", &a->value);
    if (!status && !a->element) a->value = value_apply(b, TERM_CONST_ARRAY, &a->value, 1, s.id, 0);
    return status;
}

/* A line `position value symbol`. */
static enum status read_assignment(struct reader *r, bool state) {
    const struct system *system = r->system;
    struct assignment a = {.state = state};
    enum status status = read_number(r, "the number of a variable, '#', '@' or '.'", &a.position);
    if (status) return status;
    if (a.position >= (state ? system->states.size : system->inputs.size)) {
        r->at = r->line_start;
        return FOREIGN(r, "the system has no %s %u", state ? "state" : "input", a.position);
    }
    if (at_end(r)) return FAIL(r, "expected a value");
    sort s = term_sort(system->terms,
                       state ? system->states.data[a.position].now : system->inputs.data[a.position].now);
    bool array = sort_kind(system->terms, s) == SORT_ARRAY;
    status = array ? read_element(r, s, &a) : read_digits(r, s, "a value", &a.value);
    if (status) return status;
    if (r->at < r->stop && *r->at != ' ' && *r->at != '\t' && *r->at != '\r')
        return FAIL(r, "expected a blank or the end of the line after the value");
    vec_push(&r->said, a);
    return STATUS_OK;
}

/* ---- steps ---- */

/* The values of the step that is being added. */
static term *step_states(const struct reader *r) {
    return r->trace->states.data + (size_t)r->trace->steps * r->system->states.size;
}
static term *step_inputs(const struct reader *r) {
    return r->trace->inputs.data + (size_t)r->trace->steps * r->system->inputs.size;
}

/* What the witness says about inputs and states; those with a first value only when asked for. */
static void apply(struct reader *r, bool with_first) {
    vec_each (const struct assignment, a, &r->said) {
        bool first = a->state && !term_is_none(r->system->states.data[a->position].first);
        if (first != with_first) continue;
        term *value = a->state ? &step_states(r)[a->position] : &step_inputs(r)[a->position];
        *value = a->element ? value_store(r->system->terms, *value, a->index, a->value) : a->value;
    }
}

static void evaluate_step(struct reader *r) {
    const struct system *system = r->system;
    evaluation_reset(&r->evaluation);
    for (uint32_t i = 0; i < system->states.size; i++)
        evaluation_set(&r->evaluation, system->states.data[i].now, step_states(r)[i]);
    for (uint32_t i = 0; i < system->inputs.size; i++)
        evaluation_set(&r->evaluation, system->inputs.data[i].now, step_inputs(r)[i]);
}

/* First values may use other states; they are computed until nothing changes, which is after as many rounds
 * as they depend on each other in a row. */
static void set_first_values(struct reader *r) {
    const struct system *system = r->system;
    bool changed = true;
    for (uint32_t round = 0; changed && round <= system->states.size; round++) {
        changed = false;
        evaluate_step(r);
        for (uint32_t i = 0; i < system->states.size; i++) {
            if (term_is_none(system->states.data[i].first)) continue;
            term value = evaluate(&r->evaluation, system->states.data[i].first);
            changed = changed || !term_same(value, step_states(r)[i]);
            step_states(r)[i] = value;
        }
    }
}

static void finish_step(struct reader *r) {
    const struct system *system = r->system;
    bool later = r->trace->steps > 0;
    vec_each (const struct system_state, s, &system->states) {
        bool follows = later && !term_is_none(s->update);
        term value = follows ? evaluate(&r->evaluation, s->update)
                             : value_default(system->terms, term_sort(system->terms, s->now));
        vec_push(&r->trace->states, value);
    }
    vec_each (const struct system_input, i, &system->inputs)
        vec_push(&r->trace->inputs, value_default(system->terms, term_sort(system->terms, i->now)));
    apply(r, false);
    if (!later) set_first_values(r);
    apply(r, true);
    evaluate_step(r);
    r->trace->steps++;
    vec_clear(&r->said);
}

/* ---- the whole ---- */

/* `#k` or `@k`: what follows belongs to step k, its states or inputs. */
static enum status read_header(struct reader *r, uint32_t step) {
    char mark = *r->at++;
    uint32_t number;
    enum status status = read_number(r, mark == '#' ? "a step after '#'" : "a step after '@'", &number);
    if (status) return status;
    if (!at_end(r)) return FAIL(r, "expected the end of the line after the step");
    r->at = r->line_start;
    return number == step ? STATUS_OK : FAIL(r, "expected step %u, found %u", step, number);
}

static enum status read_steps(struct reader *r) {
    enum { OUTSIDE, STATES, INPUTS } section = OUTSIDE;
    for (;;) {
        enum status status = STATUS_OK;
        if (!next_line(r)) return FAIL(r, "the witness ends before its '.'");
        if (*r->at == '.') break;
        if (*r->at == '#' || *r->at == '@') {
            if (section == INPUTS || (section == STATES && *r->at == '#')) finish_step(r);
            section = *r->at == '#' ? STATES : INPUTS;
            status = read_header(r, r->trace->steps);
        } else if (section == OUTSIDE)
            status = FAIL(r, "expected '#0' or '@0'");
        else
            status = read_assignment(r, section == STATES);
        if (status) return status;
    }
    if (section == OUTSIDE) return FAIL(r, "the witness has no steps");
    finish_step(r);
    r->at++;
    return at_end(r) ? STATUS_OK : FAIL(r, "expected the end of the line after '.'");
}

static enum status read_status(struct reader *r) {
    if (!next_line(r)) return FAIL(r, "the witness is empty");
    if (at_word(r, "unsat") || at_word(r, "unknown"))
        return FAIL(r, "the file does not say 'sat': it has no trace");
    if (!at_word(r, "sat")) return STATUS_OK;
    r->at += 3;
    if (!at_end(r)) return FAIL(r, "expected the end of the line after 'sat'");
    return next_line(r) ? STATUS_OK : FAIL(r, "the witness ends after 'sat'");
}

static enum status read_property(struct reader *r) {
    uint32_t index;
    if (*r->at == 'j')
        return messages_fail(r->messages, STATUS_UNSUPPORTED, position(r),
                             "a witness of a justice property is not supported");
    if (*r->at != 'b') return FAIL(r, "expected a property such as 'b0'");
    const char *start = r->at++;
    enum status status = read_number(r, "a number after 'b'", &index);
    if (status) return status;
    if (!at_end(r) && (*r->at == 'b' || *r->at == 'j'))
        return messages_fail(r->messages, STATUS_UNSUPPORTED, position(r),
                             "a witness of several properties at once is not supported");
    if (!at_end(r)) return FAIL(r, "expected the end of the line after the property");
    for (uint32_t i = 0; i < r->system->properties.size; i++) {
        if (r->system->properties.data[i].index != index) continue;
        r->trace->property = i;
        return STATUS_OK;
    }
    r->at = start;
    return FOREIGN(r, "the system has no property b%u", index);
}

static enum status read_rest(struct reader *r) {
    return next_line(r) ? FAIL(r, "unexpected text after the end of the witness") : STATUS_OK;
}

enum status btor2_witness_read(struct system_trace **result, const struct system *system, const char *data,
                               size_t size, const char *name, struct messages *messages) {
    *result = NULL;
    struct reader r = {
        .system = system, .next = data, .end = data + size, .name = name, .messages = messages};
    if (size > UINT32_MAX / 2) return FAIL(&r, "the witness is larger than 2 GiB");
    if (!btor2_witness_fits(system))
        return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){.file = name},
                             "a BTOR2 witness has Booleans, bit vectors and arrays of these only");
    r.trace = system_trace_new(0);
    evaluation_init(&r.evaluation, system->terms);
    enum status status = read_status(&r);
    if (!status) status = read_property(&r);
    if (!status) status = read_steps(&r);
    if (!status) status = read_rest(&r);
    evaluation_fini(&r.evaluation);
    vec_free(&r.said);
    if (status)
        system_trace_free(r.trace);
    else
        *result = r.trace;
    return status;
}
