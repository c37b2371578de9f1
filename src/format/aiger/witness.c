/* The AIGER witness format, and traces as readable text. */
#include "format/aiger/witness.h"

#include "evidence/playback.h"

static char digit(uint8_t value) {
    return value == TRACE_X ? 'x' : (char)('0' + value);
}

/* Readers of witnesses fill open values in as they like, so a latch whose reset is a function of open values
 * must not be left to them: with reset functions, the first step is written with every open value set to 0.
 */
static struct trace *close_first_step(const struct circuit *c, const struct trace *t) {
    struct trace *closed = trace_new(c, t->property);
    bool functions = false;
    vec_each (const struct latch, l, &c->latches) functions |= latch_has_function(l);
    for (uint32_t s = 0; s < t->steps; s++)
        if (t->inputs)
            memcpy(trace_add_step(closed), trace_inputs(t, s), t->inputs);
        else
            trace_add_step(closed);
    if (t->latches) memcpy(closed->initial.data, t->initial.data, t->latches);
    if (functions) {
        for (uint32_t i = 0; i < t->inputs; i++)
            if (closed->values.data[i] == TRACE_X) closed->values.data[i] = 0;
        for (uint32_t i = 0; i < t->latches; i++)
            if (closed->initial.data[i] == TRACE_X && latch_is_free(&c->latches.data[i]))
                closed->initial.data[i] = 0;
    }
    struct playback p;
    playback_init(&p, c, closed);
    for (uint32_t i = 0; i < t->latches; i++)
        closed->initial.data[i] = (uint8_t)playback_value(&p, c->latches.data[i].lit);
    playback_fini(&p);
    return closed;
}

void witness_write_aiger(struct text *out, const struct circuit *c, const struct trace *t) {
    struct trace *closed = close_first_step(c, t);
    text_format(out, "1\nb%u\n", c->properties.data[t->property].index);
    for (uint32_t i = 0; i < t->latches; i++) text_byte(out, (unsigned char)digit(closed->initial.data[i]));
    text_byte(out, '\n');
    for (uint32_t s = 0; s < t->steps; s++) {
        for (uint32_t i = 0; i < t->inputs; i++)
            text_byte(out, (unsigned char)digit(trace_inputs(closed, s)[i]));
        text_byte(out, '\n');
    }
    text_add(out, ".\n");
    trace_free(closed);
}

struct reader {
    const char *at, *end, *line_start;
    uint32_t line;
    const char *name;
    struct messages *messages;
    bool bare; /* without status and property */
};

#define FAIL(r, status, ...) messages_fail((r)->messages, status, position(r), __VA_ARGS__)

static struct position position(const struct reader *r) {
    return (struct position){
        .file = r->name, .line = r->line, .column = (uint32_t)(r->at - r->line_start) + 1};
}

static void next_line(struct reader *r) {
    while (r->at < r->end && *r->at != '\n') r->at++;
    if (r->at < r->end) r->at++;
    r->line_start = r->at;
    r->line++;
}

/* Skips comments: lines that start with `c`, and `u`, which some tools use to report depths without a
 * violation. */
static void skip_comments(struct reader *r) {
    while (r->at < r->end && (*r->at == 'c' || *r->at == 'u')) next_line(r);
}

static bool at_line_end(const struct reader *r) {
    return r->at == r->end || *r->at == '\n' || (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n');
}

static enum status expect_line_end(struct reader *r, const char *after) {
    if (!at_line_end(r)) return FAIL(r, STATUS_MALFORMED, "expected the end of the line after %s", after);
    next_line(r);
    return STATUS_OK;
}

/* A witness as ABC's `write_cex -a` writes it: the latch line, then the input lines, without what comes before in the
 * AIGER format, and with `# DONE` behind the last line. */
static bool is_bare(const struct reader *r, uint32_t latches) {
    const char *at = r->at;
    while (at < r->end && (*at == '0' || *at == '1' || *at == 'x')) at++;
    if ((uint64_t)(at - r->at) != latches || at == r->end || *at != '\n') return false;
    at++; /* where a status line has its property */
    return at < r->end && (*at == '0' || *at == '1' || *at == 'x' || *at == '#' || *at == '\n');
}

static bool at_done(const struct reader *r) {
    size_t left = (size_t)(r->end - r->at);
    return left && *r->at == '#';
}

static enum status read_status(struct reader *r) {
    skip_comments(r);
    if (r->at == r->end) return FAIL(r, STATUS_MALFORMED, "the witness is empty");
    if (*r->at == '0' || *r->at == '2')
        return FAIL(r, STATUS_MALFORMED, "the file says '%c' (%s): it has no trace", *r->at,
                    *r->at == '0' ? "safe" : "unknown");
    if (*r->at == 'b' || *r->at == 'o' || *r->at == 'j') return STATUS_OK; /* the status line is optional */
    if (*r->at != '1') return FAIL(r, STATUS_MALFORMED, "expected '1' or a property such as 'b0'");
    r->at++;
    return expect_line_end(r, "'1'");
}

static enum status read_property(struct reader *r, const struct circuit *c, uint32_t *property) {
    skip_comments(r);
    char kind = r->at < r->end ? *r->at : 0;
    if (kind == 'j') return FAIL(r, STATUS_UNSUPPORTED, "a witness of a justice property is not supported");
    if (kind != 'b' && kind != 'o') return FAIL(r, STATUS_MALFORMED, "expected a property such as 'b0'");
    struct position start = position(r);
    uint64_t index = 0;
    const char *digits = ++r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9' && r->at - digits < 11)
        index = index * 10 + (uint64_t)(*r->at++ - '0');
    if (r->at == digits || index > UINT32_MAX)
        return FAIL(r, STATUS_MALFORMED, "expected a number after '%c'", kind);
    if (r->at < r->end && (*r->at == 'b' || *r->at == 'j'))
        return FAIL(r, STATUS_UNSUPPORTED, "a witness of several properties at once is not supported");
    for (*property = 0; *property < c->properties.size; ++*property)
        if (c->properties.data[*property].index == index) break;
    if (*property == c->properties.size || (kind == 'o' && c->bad_section))
        return messages_fail(r->messages, STATUS_FOREIGN, start, "the circuit has no property %c%u", kind,
                             (uint32_t)index);
    return expect_line_end(r, "the property");
}

/* One line of n values. */
static enum status read_values(struct reader *r, uint8_t *values, uint32_t n, const char *what) {
    for (uint32_t i = 0; i < n; i++, r->at++) {
        if (at_line_end(r)) return FAIL(r, STATUS_MALFORMED, "expected %u %s values, found %u", n, what, i);
        if (*r->at != '0' && *r->at != '1' && *r->at != 'x')
            return FAIL(r, STATUS_MALFORMED, "expected '0', '1' or 'x' as %s value", what);
        values[i] = *r->at == 'x' ? TRACE_X : (uint8_t)(*r->at - '0');
    }
    if (r->bare && at_done(r)) return STATUS_OK;
    if (r->at == r->end) return FAIL(r, STATUS_MALFORMED, "the witness ends before its '.'");
    if (!at_line_end(r))
        return FAIL(r, STATUS_MALFORMED, "expected the end of the line after %u %s values", n, what);
    next_line(r);
    return STATUS_OK;
}

static enum status read_steps(struct reader *r, struct trace *t) {
    for (;;) {
        skip_comments(r);
        if (r->at == r->end) return FAIL(r, STATUS_MALFORMED, "the witness ends before its '.'");
        if (*r->at == '.' && !r->bare) break;
        if (r->bare && t->steps && at_done(r)) return STATUS_OK;
        enum status status = read_values(r, trace_add_step(t), t->inputs, "input");
        if (status) return status;
    }
    if (!t->steps) return FAIL(r, STATUS_MALFORMED, "the trace has no steps");
    r->at++;
    return expect_line_end(r, "'.'");
}

static enum status read_rest(struct reader *r) {
    if (r->bare) next_line(r);
    for (;;) {
        skip_comments(r);
        if (r->at == r->end) return STATUS_OK;
        if (!at_line_end(r)) return FAIL(r, STATUS_MALFORMED, "unexpected text after the end of the witness");
        next_line(r);
    }
}

enum status witness_read_aiger(struct trace **trace, const struct circuit *c, const char *data, size_t size,
                               const char *name, struct messages *messages) {
    struct reader r = {
        .at = data, .end = data + size, .line_start = data, .line = 1, .name = name, .messages = messages};
    uint32_t property = 0;
    *trace = NULL;
    if (size > UINT32_MAX / 2) return FAIL(&r, STATUS_MALFORMED, "the witness is larger than 2 GiB");
    skip_comments(&r);
    r.bare = is_bare(&r, c->latches.size);
    enum status status = r.bare ? STATUS_OK : read_status(&r);
    if (!status && !r.bare) status = read_property(&r, c, &property);
    if (status) return status;
    struct trace *t = trace_new(c, r.bare ? WITNESS_ANY : property);
    skip_comments(&r);
    status = read_values(&r, t->initial.data, t->latches, "latch");
    if (!status) status = read_steps(&r, t);
    if (!status) status = read_rest(&r);
    if (status)
        trace_free(t);
    else
        *trace = t;
    return status;
}
