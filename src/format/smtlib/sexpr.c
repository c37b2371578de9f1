/* S-expressions: the lexer of SMT-LIB 2.6 and the tree of lists, without recursion.
 *
 * A node keeps where it starts and the next member of its list. Lists know their first member; the stack of
 * open lists is the only state of the parser. Texts live in the document's arena, symbols once each. */
#include "format/smtlib/smtlib.h"

#include "base/text.h"

#include <ctype.h>

struct node {
    union {
        const char *text; /* numbers and strings */
        uint32_t symbol;  /* symbols and keywords */
        struct {
            uint32_t child, length;
        }; /* lists */
    };
    uint32_t next, line, column;
    uint8_t kind;
    bool quoted;
};

struct sexprs {
    char *file;
    struct arena texts;
    VEC(struct node) nodes; /* node 0 is the list of the top-level expressions */
    VEC(const char *) symbols;
    struct hash_names numbers; /* symbol -> index */
};

struct lexer {
    struct sexprs *document;
    struct messages *messages;
    const char *at, *end, *line_start;
    uint32_t line;
    u32s open; /* lists that are not closed yet, innermost last; the first is node 0 */
    u32s last; /* their last members, 0: none yet */
};

static struct position position_of(const struct lexer *l, const char *at) {
    return (struct position){
        .file = l->document->file, .line = l->line, .column = (uint32_t)(at - l->line_start) + 1};
}

#define fail(l, at, ...) messages_fail((l)->messages, STATUS_MALFORMED, at, __VA_ARGS__)

static bool is_symbol_byte(char c) {
    return c && (isalnum((unsigned char)c) || strchr("~!@$%^&*_-+=<>.?/", c));
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void skip_blanks(struct lexer *l) {
    for (; l->at < l->end; l->at++) {
        if (*l->at == '\n') {
            l->line++;
            l->line_start = l->at + 1;
        } else if (*l->at == ';') {
            while (l->at < l->end && *l->at != '\n') l->at++;
            l->at--; /* the end of the line counts lines */
        } else if (*l->at != ' ' && *l->at != '\t' && *l->at != '\r') {
            return;
        }
    }
}

/* Adds a node at the position of `at` to the innermost open list. */
static struct node *add_node(struct lexer *l, struct position at, enum sexpr_kind kind) {
    struct sexprs *d = l->document;
    uint32_t id = d->nodes.size, list = vec_last(&l->open), last = vec_last(&l->last);
    vec_push(&d->nodes, (struct node){.kind = (uint8_t)kind, .line = at.line, .column = at.column});
    if (last)
        d->nodes.data[last].next = id;
    else
        d->nodes.data[list].child = id;
    d->nodes.data[list].length++;
    vec_last(&l->last) = id;
    return &d->nodes.data[id];
}

static uint32_t intern(struct sexprs *d, const char *text, size_t length) {
    struct arena_mark mark = arena_mark(&d->texts);
    const char *copy = arena_strndup(&d->texts, text, length);
    uint32_t number = hash_names_get(&d->numbers, copy);
    if (number != HASH_NONE) {
        arena_release(&d->texts, mark);
        return number;
    }
    number = d->symbols.size;
    vec_push(&d->symbols, copy);
    hash_names_put(&d->numbers, copy, number);
    return number;
}

/* A name for messages: shortened, without control bytes, and with room for one more character. */
static struct sexpr_shown show(const char *text, size_t length) {
    struct sexpr_shown shown;
    enum { SHOWN = sizeof shown.text - sizeof "...\"" };
    size_t n = length < SHOWN ? length : SHOWN;
    for (size_t i = 0; i < n; i++)
        shown.text[i] = (unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i];
    strcpy(shown.text + n, length > SHOWN ? "..." : "");
    return shown;
}

static enum status read_quoted(struct lexer *l) {
    struct position at = position_of(l, l->at);
    const char *start = ++l->at;
    for (; l->at < l->end && *l->at != '|'; l->at++) {
        if (*l->at == '\\')
            return fail(l, position_of(l, l->at), "a quoted symbol cannot contain a backslash");
        if (!*l->at) return fail(l, position_of(l, l->at), "a quoted symbol cannot contain a NUL byte");
        if (*l->at == '\n') {
            l->line++;
            l->line_start = l->at + 1;
        }
    }
    if (l->at == l->end) return fail(l, at, "this quoted symbol is never closed; expected '|'");
    struct node *node = add_node(l, at, SEXPR_SYMBOL);
    node->symbol = intern(l->document, start, (size_t)(l->at - start));
    node->quoted = true;
    l->at++;
    return STATUS_OK;
}

static enum status read_string(struct lexer *l) {
    struct position at = position_of(l, l->at);
    struct text text = {0};
    bool closed = false;
    enum status status = STATUS_OK;
    for (l->at++; l->at < l->end && !closed && status == STATUS_OK; l->at++) {
        if (!*l->at) status = fail(l, position_of(l, l->at), "a string cannot contain a NUL byte");
        if (*l->at == '\n') {
            l->line++;
            l->line_start = l->at + 1;
        }
        if (*l->at == '"' && (l->at + 1 == l->end || l->at[1] != '"'))
            closed = true;
        else
            text_byte(&text, (unsigned char)*(*l->at == '"' ? ++l->at : l->at));
    }
    if (status == STATUS_OK && !closed) status = fail(l, at, "this string is never closed; expected '\"'");
    if (status == STATUS_OK) {
        const char *copy = arena_strndup(&l->document->texts, text.size ? text.data : "", text.size);
        add_node(l, at, SEXPR_STRING)->text = copy;
    }
    text_fini(&text);
    return status;
}

/* #x... and #b... */
static enum status read_bits(struct lexer *l) {
    struct position at = position_of(l, l->at);
    bool hex = l->at + 1 < l->end && l->at[1] == 'x', binary = l->at + 1 < l->end && l->at[1] == 'b';
    const char *start = l->at + 2;
    if (hex || binary)
        for (l->at = start; l->at < l->end; l->at++)
            if (hex ? !isxdigit((unsigned char)*l->at) : *l->at != '0' && *l->at != '1') break;
    if (!(hex || binary) || l->at == start || (l->at < l->end && is_symbol_byte(*l->at)))
        return fail(l, at, "expected '#x' and hexadecimal digits or '#b' and binary digits");
    add_node(l, at, hex ? SEXPR_HEX : SEXPR_BINARY)->text =
        arena_strndup(&l->document->texts, start, (size_t)(l->at - start));
    return STATUS_OK;
}

static enum status read_number(struct lexer *l) {
    const char *start = l->at;
    struct position at = position_of(l, start);
    enum sexpr_kind kind = SEXPR_NUMERAL;
    while (l->at < l->end && is_digit(*l->at)) l->at++;
    if (l->at + 1 < l->end && *l->at == '.' && is_digit(l->at[1])) {
        kind = SEXPR_DECIMAL;
        for (l->at++; l->at < l->end && is_digit(*l->at);) l->at++;
    }
    if (l->at < l->end && is_symbol_byte(*l->at)) {
        while (l->at < l->end && is_symbol_byte(*l->at)) l->at++;
        struct sexpr_shown shown = show(start, (size_t)(l->at - start));
        return fail(l, at, "'%s' is no number, and a symbol does not start with a digit: quote it, |%s|",
                    shown.text, shown.text);
    }
    add_node(l, at, kind)->text = arena_strndup(&l->document->texts, start, (size_t)(l->at - start));
    return STATUS_OK;
}

static enum status read_symbol(struct lexer *l) {
    const char *start = l->at;
    struct position at = position_of(l, start);
    bool keyword = *l->at == ':';
    if (keyword) l->at++;
    const char *name = l->at;
    while (l->at < l->end && is_symbol_byte(*l->at)) l->at++;
    if (l->at == name) {
        if (keyword) return fail(l, at, "expected the name of a keyword after ':'");
        if ((unsigned char)*start <= ' ' || (unsigned char)*start > '~')
            return fail(l, at, "unexpected byte 0x%02x", (unsigned char)*start);
        return fail(l, at, "unexpected character '%c'; a symbol that contains it must be quoted, |...|",
                    *start);
    }
    uint32_t symbol = intern(l->document, start, (size_t)(l->at - start));
    add_node(l, at, keyword ? SEXPR_KEYWORD : SEXPR_SYMBOL)->symbol = symbol;
    return STATUS_OK;
}

static enum status read_token(struct lexer *l) {
    switch (*l->at) {
    case '(': {
        uint32_t id = l->document->nodes.size;
        add_node(l, position_of(l, l->at++), SEXPR_LIST);
        vec_push(&l->open, id);
        vec_push(&l->last, 0);
        return STATUS_OK;
    }
    case ')':
        if (l->open.size == 1)
            return fail(l, position_of(l, l->at), "this ')' closes nothing; remove it or add a '('");
        (void)vec_pop(&l->open);
        (void)vec_pop(&l->last);
        l->at++;
        return STATUS_OK;
    case '|': return read_quoted(l);
    case '"': return read_string(l);
    case '#': return read_bits(l);
    default: return is_digit(*l->at) ? read_number(l) : read_symbol(l);
    }
}

static enum status read_document(struct lexer *l) {
    enum { NODES = 0xfffffff0 };
    for (skip_blanks(l); l->at < l->end; skip_blanks(l)) {
        if (l->document->nodes.size >= NODES)
            return messages_fail(l->messages, STATUS_UNSUPPORTED, position_of(l, l->at),
                                 "the file is too large");
        enum status status = read_token(l);
        if (status != STATUS_OK) return status;
    }
    if (l->open.size > 1) {
        sexpr list = {vec_last(&l->open)};
        return fail(l, sexpr_position(l->document, list), "this '(' is never closed");
    }
    return STATUS_OK;
}

enum status sexprs_read(struct sexprs **out, const char *bytes, size_t size, const char *file,
                        struct messages *messages) {
    struct sexprs *d = mem_new(struct sexprs);
    d->file = mem_strdup(file);
    arena_init(&d->texts);
    vec_push(&d->nodes, (struct node){.kind = SEXPR_LIST});
    struct lexer l = {
        .document = d, .messages = messages, .at = bytes, .end = bytes + size, .line_start = bytes};
    l.line = 1;
    vec_push(&l.open, 0);
    vec_push(&l.last, 0);
    enum status status = size ? read_document(&l) : STATUS_OK;
    vec_free(&l.open);
    vec_free(&l.last);
    if (status != STATUS_OK) {
        sexprs_free(d);
        d = NULL;
    }
    *out = d;
    return status;
}

void sexprs_free(struct sexprs *d) {
    if (!d) return;
    mem_free(d->file);
    arena_fini(&d->texts);
    vec_free(&d->nodes);
    vec_free(&d->symbols);
    hash_names_free(&d->numbers);
    mem_free(d);
}

static const struct node *node_of(const struct sexprs *d, sexpr e) {
    assert(e.id && e.id < d->nodes.size);
    return &d->nodes.data[e.id];
}

sexpr sexprs_first(const struct sexprs *d) {
    return (sexpr){d->nodes.data[0].child};
}

uint32_t sexprs_size(const struct sexprs *d) {
    return d->nodes.size;
}

uint32_t sexprs_symbols(const struct sexprs *d) {
    return d->symbols.size;
}

uint32_t sexprs_symbol(const struct sexprs *d, const char *name) {
    return hash_names_get(&d->numbers, name);
}

sexpr sexpr_next(const struct sexprs *d, sexpr e) {
    return (sexpr){node_of(d, e)->next};
}

sexpr sexpr_child(const struct sexprs *d, sexpr e) {
    const struct node *node = node_of(d, e);
    return node->kind == SEXPR_LIST ? (sexpr){node->child} : SEXPR_NONE;
}

uint32_t sexpr_length(const struct sexprs *d, sexpr e) {
    const struct node *node = node_of(d, e);
    return node->kind == SEXPR_LIST ? node->length : 0;
}

enum sexpr_kind sexpr_kind(const struct sexprs *d, sexpr e) {
    return (enum sexpr_kind)node_of(d, e)->kind;
}

const char *sexpr_text(const struct sexprs *d, sexpr e) {
    const struct node *node = node_of(d, e);
    switch ((enum sexpr_kind)node->kind) {
    case SEXPR_LIST: return "";
    case SEXPR_SYMBOL:
    case SEXPR_KEYWORD: return d->symbols.data[node->symbol];
    default: return node->text;
    }
}

uint32_t sexpr_symbol(const struct sexprs *d, sexpr e) {
    const struct node *node = node_of(d, e);
    assert(node->kind == SEXPR_SYMBOL || node->kind == SEXPR_KEYWORD);
    return node->symbol;
}

bool sexpr_quoted(const struct sexprs *d, sexpr e) {
    return node_of(d, e)->quoted;
}

bool sexpr_is(const struct sexprs *d, sexpr e, const char *symbol) {
    if (sexpr_is_none(e)) return false;
    const struct node *node = node_of(d, e);
    return (node->kind == SEXPR_SYMBOL || node->kind == SEXPR_KEYWORD) && !node->quoted &&
           !strcmp(d->symbols.data[node->symbol], symbol);
}

struct position sexpr_position(const struct sexprs *d, sexpr e) {
    const struct node *node = node_of(d, e);
    return (struct position){.file = d->file, .line = node->line, .column = node->column};
}

struct sexpr_shown sexpr_shown(const struct sexprs *d, sexpr e) {
    if (sexpr_is_none(e)) return show("nothing", 7);
    if (sexpr_kind(d, e) == SEXPR_LIST) return sexpr_length(d, e) ? show("a list", 6) : show("()", 2);
    const char *text = sexpr_text(d, e);
    static const char *const prefixes[] = {[SEXPR_HEX] = "#x", [SEXPR_BINARY] = "#b", [SEXPR_STRING] = "\""};
    enum sexpr_kind kind = sexpr_kind(d, e);
    if (kind < SEXPR_HEX) return show(text, strlen(text));
    char *whole = mem_format("%s%s", prefixes[kind], text);
    struct sexpr_shown shown = show(whole, strlen(whole));
    mem_free(whole);
    if (kind == SEXPR_STRING) strcat(shown.text, "\"");
    return shown;
}
