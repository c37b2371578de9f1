/* Indentation makes the tree, so the text is cut into lines first: without blank ones and comments. What is between quotes or brackets, and block
 * scalars, may go over lines; these are read from the bytes, and the lines that they took are passed over. */
#include "format/witness/yaml.h"

#include <ctype.h>

enum { DEEPEST = 64 };

struct line {
    const char *start, *end; /* from the first character that is no blank on; without blanks at the end */
    uint32_t indent, number;
};

struct reader {
    struct yaml *out;
    VEC(struct line) lines;
    uint32_t at; /* the line at hand */
    const char *file, *end;
    struct messages *messages;
    uint32_t depth;
};

static enum status wrong_at(struct reader *r, uint32_t line, const char *what) {
    return messages_fail(r->messages, STATUS_MALFORMED, (struct position){.file = r->file, .line = line},
                         "%s", what);
}

static uint32_t line_number(const struct reader *r) {
    if (!r->lines.size) return 1;
    return r->at < r->lines.size ? r->lines.data[r->at].number : vec_last(&r->lines).number;
}

static enum status wrong(struct reader *r, const char *what) {
    return wrong_at(r, line_number(r), what);
}

static struct line *current(struct reader *r) {
    return r->at < r->lines.size ? &r->lines.data[r->at] : NULL;
}

static enum status cut_lines(struct reader *r, const char *p) {
    for (uint32_t number = 1; p < r->end; number++) {
        const char *stop = memchr(p, '\n', (size_t)(r->end - p)), *start = p;
        if (!stop) stop = r->end;
        if (memchr(p, 0, (size_t)(stop - p))) return wrong_at(r, number, "expected text");
        while (p < stop && *p == ' ') p++;
        const char *end = stop;
        while (end > p && isspace((unsigned char)end[-1])) end--;
        bool marks = p == start && end - p == 3 && (!memcmp(p, "---", 3) || !memcmp(p, "...", 3));
        if (p < end && *p != '#' && !marks)
            vec_push(&r->lines, (struct line){p, end, (uint32_t)(p - start), number});
        p = stop < r->end ? stop + 1 : r->end;
    }
    return STATUS_OK;
}

static uint32_t add_node(struct reader *r, enum yaml_kind kind) {
    vec_push(&r->out->nodes,
             (struct yaml_node){.kind = kind, .line = line_number(r), .first = YAML_NONE, .next = YAML_NONE});
    return r->out->nodes.size - 1;
}

/* Children follow one after the other. */
static void add_child(struct reader *r, uint32_t parent, uint32_t *last, uint32_t child) {
    struct yaml_node *nodes = r->out->nodes.data;
    if (*last == YAML_NONE)
        nodes[parent].first = child;
    else
        nodes[*last].next = child;
    *last = child;
}

/* ---- scalars ---- */

/* The first line that starts behind p. */
static void pass(struct reader *r, const char *p) {
    while (r->at < r->lines.size && r->lines.data[r->at].start < p) r->at++;
}

static void encode(struct text *out, uint32_t c) {
    if (c < 0x80) {
        text_byte(out, (unsigned char)c);
    } else if (c < 0x800) {
        text_byte(out, (unsigned char)(0xc0 | c >> 6));
        text_byte(out, (unsigned char)(0x80 | (c & 0x3f)));
    } else {
        text_byte(out, (unsigned char)(0xe0 | (c >> 12 & 0x0f)));
        text_byte(out, (unsigned char)(0x80 | (c >> 6 & 0x3f)));
        text_byte(out, (unsigned char)(0x80 | (c & 0x3f)));
    }
}

/* \x41 and \u0041, at the letter; the last digit. NULL: that is none. */
static const char *read_code(const char *p, const char *end, struct text *out) {
    uint32_t n = *p == 'x' ? 2 : 4, c = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (++p == end || !isxdigit((unsigned char)*p)) return NULL;
        c = c * 16 +
            (uint32_t)(isdigit((unsigned char)*p) ? *p - '0' : tolower((unsigned char)*p) - 'a' + 10);
    }
    if (!c) return NULL;
    encode(out, c);
    return p;
}

/* The end of a line inside of quotes: a blank, whatever the next line is indented by. */
static const char *fold(const char *p, const char *end, struct text *out) {
    while (out->size && (out->data[out->size - 1] == ' ' || out->data[out->size - 1] == '\r'))
        out->data[--out->size] = 0;
    while (p + 1 < end && isspace((unsigned char)p[1])) p++;
    text_byte(out, ' ');
    return p;
}

/* From a quote on; behind the closing one. NULL: it is not closed, or has something that is not understood. */
static const char *read_quoted(struct reader *r, const char *p, struct text *out) {
    static const char from[] = "nrt\"\\/0 abefv", to[] = "\n\r\t\"\\/\0 \a\b\033\f\v";
    char quote = *p;
    for (p++; p < r->end; p++) {
        if (*p == quote && quote == '\'' && p + 1 < r->end && p[1] == quote) {
            text_byte(out, '\'');
            p++;
        } else if (*p == quote) {
            return p + 1;
        } else if (*p == '\n') {
            p = fold(p, r->end, out);
        } else if (*p == '\\' && quote == '"') {
            if (++p == r->end) return NULL;
            const char *known = strchr(from, *p);
            if (*p == '\n' || *p == '\r') { /* the line goes on where the next one starts */
                while (p + 1 < r->end && isspace((unsigned char)p[1])) p++;
            } else if (*p == 'x' || *p == 'u') {
                if (!(p = read_code(p, r->end, out))) return NULL;
            } else if (*p && known && to[known - from]) {
                text_byte(out, (unsigned char)to[known - from]);
            } else {
                return NULL;
            }
        } else {
            text_byte(out, (unsigned char)*p);
        }
    }
    return NULL;
}

/* What is left of a line is a comment, or nothing. */
static bool is_rest(const char *p, const char *end) {
    const char *start = p;
    while (p < end && isspace((unsigned char)*p)) p++;
    return p >= end || (*p == '#' && p > start);
}

/* Without the comment at the end, and the blanks before it. */
static const char *without_comment(const char *p, const char *end) {
    for (const char *s = p; s < end; s++)
        if (*s == '#' && s > p && (s[-1] == ' ' || s[-1] == '\t')) {
            end = s;
            break;
        }
    while (end > p && isspace((unsigned char)end[-1])) end--;
    return end;
}

static void take_text(struct reader *r, uint32_t node, struct text *text) {
    r->out->nodes.data[node].text = text_take(text);
}

static enum status read_quoted_node(struct reader *r, const char *p, uint32_t *node) {
    struct text text = {0};
    *node = add_node(r, YAML_SCALAR);
    const char *behind = read_quoted(r, p, &text);
    take_text(r, *node, &text);
    if (!behind) return wrong(r, "the text in quotes is not closed, or has an unknown escape");
    const char *stop = memchr(behind, '\n', (size_t)(r->end - behind));
    if (!is_rest(behind, stop ? stop : r->end)) return wrong(r, "expected nothing behind the quotes");
    pass(r, behind);
    return STATUS_OK;
}

/* `|` and `>`: lines that are indented more, as they are or joined by blanks. */
static enum status read_block(struct reader *r, char style, uint32_t indent, uint32_t *node) {
    struct text text = {0};
    *node = add_node(r, YAML_SCALAR);
    for (r->at++; current(r) && current(r)->indent > indent; r->at++) {
        if (text.size) text_byte(&text, style == '|' ? '\n' : ' ');
        text_bytes(&text, current(r)->start, (size_t)(current(r)->end - current(r)->start));
    }
    take_text(r, *node, &text);
    return STATUS_OK;
}

/* A plain scalar goes on as long as lines are indented more than what it belongs to. */
static enum status read_plain(struct reader *r, const char *p, uint32_t indent, uint32_t *node) {
    struct text text = {0};
    *node = add_node(r, YAML_SCALAR);
    const char *end = without_comment(p, current(r)->end);
    text_bytes(&text, p, (size_t)(end - p));
    for (r->at++; current(r) && current(r)->indent > indent; r->at++) {
        const struct line *l = current(r);
        end = without_comment(l->start, l->end);
        text_byte(&text, ' ');
        text_bytes(&text, l->start, (size_t)(end - l->start));
    }
    take_text(r, *node, &text);
    return STATUS_OK;
}

/* ---- flow style ---- */

static const char *skip_space(const struct reader *r, const char *p) {
    for (; p < r->end; p++) {
        if (*p == '#' && isspace((unsigned char)p[-1]))
            while (p < r->end && *p != '\n') p++;
        if (p == r->end || !isspace((unsigned char)*p)) break;
    }
    return p;
}

static enum status read_flow(struct reader *r, const char **p, uint32_t *node);

static enum status read_flow_text(struct reader *r, const char **p, struct text *text) {
    const char *s = *p;
    if (s < r->end && (*s == '"' || *s == '\'')) {
        *p = read_quoted(r, s, text);
        return *p ? STATUS_OK : wrong(r, "the text in quotes is not closed, or has an unknown escape");
    }
    while (s < r->end && !strchr(",[]{}\n", *s) &&
           !(*s == ':' && (s + 1 == r->end || strchr(" \t\r\n,]}", s[1]))))
        s++;
    const char *end = s;
    while (end > *p && isspace((unsigned char)end[-1])) end--;
    text_bytes(text, *p, (size_t)(end - *p));
    *p = s;
    return STATUS_OK;
}

static enum status read_flow_members(struct reader *r, const char **p, uint32_t node, char close) {
    uint32_t last = YAML_NONE, child;
    for (*p = skip_space(r, *p + 1); *p < r->end && **p != close;) {
        struct text key = {0};
        enum status status = STATUS_OK;
        if (close == '}') {
            status = read_flow_text(r, p, &key);
            if (status == STATUS_OK) *p = skip_space(r, *p);
            if (status == STATUS_OK && (*p == r->end || **p != ':')) status = wrong(r, "expected ':'");
            if (status == STATUS_OK) *p = skip_space(r, *p + 1);
        }
        if (status == STATUS_OK) status = read_flow(r, p, &child);
        if (status != STATUS_OK) {
            text_fini(&key);
            return status;
        }
        if (close == '}') r->out->nodes.data[child].key = text_take(&key);
        add_child(r, node, &last, child);
        *p = skip_space(r, *p);
        if (*p < r->end && **p == ',')
            *p = skip_space(r, *p + 1);
        else if (*p == r->end || **p != close)
            break;
    }
    if (*p == r->end || **p != close) return wrong(r, "the bracket is not closed");
    ++*p;
    return STATUS_OK;
}

static enum status read_flow(struct reader *r, const char **p, uint32_t *node) {
    if (++r->depth > DEEPEST) return wrong(r, "too deep");
    enum status status;
    if (*p < r->end && (**p == '[' || **p == '{')) {
        *node = add_node(r, **p == '[' ? YAML_LIST : YAML_MAPPING);
        status = read_flow_members(r, p, *node, **p == '[' ? ']' : '}');
    } else {
        struct text text = {0};
        *node = add_node(r, YAML_SCALAR);
        status = read_flow_text(r, p, &text);
        take_text(r, *node, &text);
    }
    r->depth--;
    return status;
}

static enum status read_flow_node(struct reader *r, const char *p, uint32_t *node) {
    enum status status = read_flow(r, &p, node);
    if (status != STATUS_OK) return status;
    const char *stop = memchr(p, '\n', (size_t)(r->end - p));
    if (!is_rest(p, stop ? stop : r->end)) return wrong(r, "expected nothing behind the bracket");
    pass(r, p);
    return STATUS_OK;
}

/* ---- block style ---- */

static enum status read_node(struct reader *r, uint32_t indent, uint32_t *node);

static bool is_item(const struct line *l) {
    return *l->start == '-' && (l->start + 1 == l->end || l->start[1] == ' ');
}

/* The colon behind the key that a line starts with; NULL: it starts with none. */
static const char *find_colon(const struct line *l) {
    const char *p = l->start;
    if (*p == '"' || *p == '\'') {
        char quote = *p;
        for (p++; p < l->end && *p != quote; p++)
            if (*p == '\\' && quote == '"' && p + 1 < l->end) p++;
        p = p < l->end ? p + 1 : p;
        while (p < l->end && *p == ' ') p++;
        return p < l->end && *p == ':' && (p + 1 == l->end || p[1] == ' ') ? p : NULL;
    }
    if (strchr("[{|>#&*!%@`,?", *p)) return NULL;
    for (; p < l->end; p++) {
        if (*p == ':' && (p + 1 == l->end || p[1] == ' ')) return p;
        if (*p == '#' && p > l->start && p[-1] == ' ') return NULL;
    }
    return NULL;
}

/* What stands behind a key or a dash, at p in the line at hand; `indent` is that of the key or dash. */
static enum status read_value(struct reader *r, const char *p, uint32_t indent, uint32_t *node) {
    switch (*p) {
    case '"':
    case '\'': return read_quoted_node(r, p, node);
    case '[':
    case '{': return read_flow_node(r, p, node);
    case '|':
    case '>': return read_block(r, *p, indent, node);
    case '&':
    case '*':
    case '!':
    case '%':
    case '@':
    case '`': return wrong(r, "anchors, tags and the like are not for witnesses");
    default: return read_plain(r, p, indent, node);
    }
}

static enum status read_nothing(struct reader *r, uint32_t *node) {
    *node = add_node(r, YAML_SCALAR);
    r->out->nodes.data[*node].text = mem_strdup("");
    return STATUS_OK;
}

static enum status read_list(struct reader *r, uint32_t indent, uint32_t *node) {
    *node = add_node(r, YAML_LIST);
    uint32_t last = YAML_NONE, child;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && current(r) && current(r)->indent == indent && is_item(current(r))) {
        struct line *l = current(r);
        const char *p = l->start + 1;
        while (p < l->end && *p == ' ') p++;
        if (p == l->end || *p == '#') {
            r->at++;
            bool more = current(r) && current(r)->indent > indent;
            status = more ? read_node(r, current(r)->indent, &child) : read_nothing(r, &child);
        } else {
            l->indent += (uint32_t)(p - l->start);
            l->start = p;
            status = read_node(r, l->indent, &child);
        }
        if (status == STATUS_OK) add_child(r, *node, &last, child);
    }
    return status;
}

static enum status read_key(struct reader *r, const struct line *l, const char *colon, char **key) {
    struct text text = {0};
    bool good = true;
    const char *end = colon;
    while (end > l->start && end[-1] == ' ') end--;
    if (*l->start == '"' || *l->start == '\'')
        good = read_quoted(r, l->start, &text) != NULL;
    else
        text_bytes(&text, l->start, (size_t)(end - l->start));
    *key = text_take(&text);
    return good ? STATUS_OK : wrong(r, "expected a key");
}

static enum status read_mapping(struct reader *r, uint32_t indent, uint32_t *node) {
    *node = add_node(r, YAML_MAPPING);
    uint32_t last = YAML_NONE, child = YAML_NONE;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && current(r) && current(r)->indent == indent && !is_item(current(r))) {
        const struct line *l = current(r);
        const char *colon = find_colon(l), *p = colon;
        char *key = NULL;
        if (!colon) return wrong(r, "expected 'key: value'");
        status = read_key(r, l, colon, &key);
        for (p++; p < l->end && *p == ' ';) p++;
        if (status == STATUS_OK && yaml_member(r->out, *node, key) != YAML_NONE)
            status = wrong(r, "the key is there twice");
        if (status != STATUS_OK) {
            mem_free(key);
            return status;
        }
        if (p < l->end && *p != '#') {
            status = read_value(r, p, indent, &child);
        } else {
            r->at++;
            const struct line *next = current(r);
            bool more = next && (next->indent > indent || (next->indent == indent && is_item(next)));
            status = more ? read_node(r, next->indent, &child) : read_nothing(r, &child);
        }
        if (status == STATUS_OK) {
            r->out->nodes.data[child].key = key;
            add_child(r, *node, &last, child);
        } else {
            mem_free(key);
        }
    }
    return status;
}

/* At the line at hand, which is indented by so much; then at the first line that is indented less. */
static enum status read_node(struct reader *r, uint32_t indent, uint32_t *node) {
    if (++r->depth > DEEPEST) return wrong(r, "too deep");
    const struct line *l = current(r);
    enum status status = is_item(l)      ? read_list(r, indent, node)
                         : find_colon(l) ? read_mapping(r, indent, node)
                                         : read_value(r, l->start, indent ? indent - 1 : 0, node);
    r->depth--;
    if (status == STATUS_OK && current(r) && current(r)->indent > indent)
        status = wrong(r, "the indentation fits nothing");
    return status;
}

enum status yaml_read(struct yaml *out, const char *bytes, size_t size, const char *file,
                      struct messages *messages) {
    struct reader r = {.out = out, .file = file, .end = bytes + size, .messages = messages};
    uint32_t root;
    *out = (struct yaml){0};
    enum status status = cut_lines(&r, bytes);
    if (status == STATUS_OK && !r.lines.size) status = wrong(&r, "expected a document");
    if (status == STATUS_OK) status = read_node(&r, current(&r)->indent, &root);
    if (status == STATUS_OK && current(&r)) status = wrong(&r, "the indentation fits nothing");
    vec_free(&r.lines);
    if (status != STATUS_OK) yaml_fini(out);
    return status;
}

void yaml_fini(struct yaml *y) {
    vec_each (struct yaml_node, n, &y->nodes) {
        mem_free(n->key);
        mem_free(n->text);
    }
    vec_free(&y->nodes);
}

uint32_t yaml_member(const struct yaml *y, uint32_t node, const char *key) {
    if (node == YAML_NONE || y->nodes.data[node].kind != YAML_MAPPING) return YAML_NONE;
    uint32_t child = y->nodes.data[node].first;
    while (child != YAML_NONE && strcmp(y->nodes.data[child].key, key)) child = y->nodes.data[child].next;
    return child;
}

const char *yaml_text(const struct yaml *y, uint32_t node) {
    return node == YAML_NONE || y->nodes.data[node].kind != YAML_SCALAR ? NULL : y->nodes.data[node].text;
}

uint32_t yaml_first(const struct yaml *y, uint32_t node) {
    return node == YAML_NONE || y->nodes.data[node].kind != YAML_LIST ? YAML_NONE : y->nodes.data[node].first;
}
