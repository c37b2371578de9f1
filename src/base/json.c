#include "base/json.h"

#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

struct reader {
    struct json *json;
    const char *start, *at, *end, *file;
    struct messages *messages;
    VEC(uint32_t) open; /* the arrays and objects that are being read */
    VEC(uint32_t) last; /* the last child of each */
};

static bool fail(const struct reader *r, const char *expected) {
    uint32_t line = 1, column = 1;
    for (const char *c = r->start; c < r->at; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    struct position position = {.file = r->file, .line = line, .column = column};
    if (r->at == r->end)
        messages_fail(r->messages, STATUS_MALFORMED, position, "expected %s, found the end of the file",
                      expected);
    else
        messages_fail(r->messages, STATUS_MALFORMED, position, "expected %s, found '%c'", expected,
                      isprint((unsigned char)*r->at) ? *r->at : '?');
    return false;
}

static void skip_blanks(struct reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) r->at++;
}

static bool at(const struct reader *r, char c) {
    return r->at < r->end && *r->at == c;
}

/* ---- strings ---- */

static bool hexadecimal(struct reader *r, uint32_t *value) {
    static const char digits[] = "0123456789abcdef";
    *value = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char *digit = r->at < r->end && *r->at ? strchr(digits, tolower((unsigned char)*r->at)) : NULL;
        if (!digit) return fail(r, "four hexadecimal digits");
        *value = 16 * *value + (uint32_t)(digit - digits);
    }
    return true;
}

static void add_utf8(struct text *out, uint32_t c) {
    if (c < 0x80) {
        text_byte(out, (unsigned char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char marks[] = {0, 0xc0, 0xe0, 0xf0};
    text_byte(out, (unsigned char)(marks[more] | c >> (6 * more)));
    while (more--) text_byte(out, (unsigned char)(0x80 | (c >> (6 * more) & 0x3f)));
}

/* After `\u`. */
static bool read_unicode(struct reader *r, struct text *out) {
    uint32_t c, low;
    if (!hexadecimal(r, &c)) return false;
    if (c >= 0xd800 && c < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
        const char *before = r->at;
        r->at += 2;
        if (!hexadecimal(r, &low)) return false;
        if (low >= 0xdc00 && low < 0xe000)
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        else
            r->at = before;
    }
    add_utf8(out, !c || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c);
    return true;
}

static bool read_escape(struct reader *r, struct text *out) {
    static const char names[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    if (at(r, 'u')) {
        r->at++;
        return read_unicode(r, out);
    }
    const char *name = r->at < r->end && *r->at ? strchr(names, *r->at) : NULL;
    if (!name) return fail(r, "an escape such as \\n");
    text_byte(out, (unsigned char)bytes[name - names]);
    r->at++;
    return true;
}

static bool read_string(struct reader *r, char **result) {
    struct text out = {0};
    bool good = true;
    r->at++;
    while (good && !at(r, '"')) {
        if (r->at == r->end || (unsigned char)*r->at < ' ')
            good = fail(r, "the end of the string");
        else if (*r->at != '\\')
            text_byte(&out, (unsigned char)*r->at++);
        else {
            r->at++;
            good = read_escape(r, &out);
        }
    }
    r->at += good;
    if (good)
        *result = text_take(&out);
    else
        text_fini(&out);
    return good;
}

/* ---- other scalars ---- */

static bool read_word(struct reader *r, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n)) return fail(r, "a value");
    r->at += n;
    return true;
}

static bool read_digits(struct reader *r) {
    if (r->at == r->end || !isdigit((unsigned char)*r->at)) return fail(r, "a digit");
    while (r->at < r->end && isdigit((unsigned char)*r->at)) r->at++;
    return true;
}

static bool read_number(struct reader *r, char **result) {
    const char *start = r->at;
    r->at += at(r, '-');
    if (at(r, '0'))
        r->at++;
    else if (!read_digits(r))
        return false;
    if (at(r, '.')) {
        r->at++;
        if (!read_digits(r)) return false;
    }
    if (at(r, 'e') || at(r, 'E')) {
        r->at++;
        r->at += at(r, '+') || at(r, '-');
        if (!read_digits(r)) return false;
    }
    *result = mem_format("%.*s", (int)(r->at - start), start);
    return true;
}

/* ---- the document ---- */

static struct json_node *add_node(struct reader *r, enum json_kind kind, char *key) {
    uint32_t number = r->json->nodes.size;
    vec_push(&r->json->nodes,
             (struct json_node){.kind = kind, .key = key, .first = JSON_NONE, .next = JSON_NONE});
    if (r->open.size) {
        struct json_node *parent = &r->json->nodes.data[vec_last(&r->open)];
        if (parent->count++)
            r->json->nodes.data[vec_last(&r->last)].next = number;
        else
            parent->first = number;
        vec_last(&r->last) = number;
    }
    return &vec_last(&r->json->nodes);
}

/* A scalar, or the beginning of an array or object. The key changes hands. */
static bool read_value(struct reader *r, char *key) {
    static const char *const words[] = {"null", "true", "false"};
    skip_blanks(r);
    char c = r->at < r->end ? *r->at : 0;
    int word = c == 'n' ? JSON_NULL : c == 't' ? JSON_TRUE : JSON_FALSE;
    enum json_kind kind = c == '{'                                ? JSON_OBJECT
                          : c == '['                              ? JSON_ARRAY
                          : c == '"'                              ? JSON_STRING
                          : c == '-' || isdigit((unsigned char)c) ? JSON_NUMBER
                                                                  : (enum json_kind)word;
    struct json_node *node = add_node(r, kind, key);
    if (kind == JSON_STRING) return read_string(r, &node->text);
    if (kind == JSON_NUMBER) return read_number(r, &node->text);
    if (kind < JSON_NUMBER) return read_word(r, words[word]);
    if (r->open.size == JSON_DEPTH) return fail(r, "less nesting");
    r->at++;
    vec_push(&r->open, r->json->nodes.size - 1);
    vec_push(&r->last, JSON_NONE);
    return true;
}

static bool read_child(struct reader *r, bool object) {
    char *key = NULL;
    skip_blanks(r);
    if (object) {
        if (!at(r, '"')) return fail(r, "a key");
        if (!read_string(r, &key)) return false;
        skip_blanks(r);
        if (!at(r, ':')) {
            mem_free(key);
            return fail(r, "':'");
        }
        r->at++;
    }
    return read_value(r, key);
}

/* The next thing in the innermost open array or object: its end, or a child. */
static bool read_part(struct reader *r) {
    const struct json_node *node = &r->json->nodes.data[vec_last(&r->open)];
    bool object = node->kind == JSON_OBJECT;
    skip_blanks(r);
    if (at(r, object ? '}' : ']')) {
        r->at++;
        r->open.size--;
        r->last.size--;
        return true;
    }
    if (node->count) {
        if (!at(r, ',')) return fail(r, object ? "',' or '}'" : "',' or ']'");
        r->at++;
    }
    return read_child(r, object);
}

enum status json_read(struct json *json, const char *bytes, size_t size, const char *file,
                      struct messages *messages) {
    *json = (struct json){0};
    struct reader r = {
        .json = json, .start = bytes, .at = bytes, .end = bytes + size, .file = file, .messages = messages};
    bool good = read_value(&r, NULL);
    while (good && r.open.size) good = read_part(&r);
    skip_blanks(&r);
    if (good && r.at < r.end) good = fail(&r, "the end of the file");
    vec_free(&r.open);
    vec_free(&r.last);
    if (!good) json_free(json);
    return good ? STATUS_OK : STATUS_MALFORMED;
}

void json_free(struct json *json) {
    vec_each (struct json_node, n, &json->nodes) {
        mem_free(n->key);
        mem_free(n->text);
    }
    vec_free(&json->nodes);
}

uint32_t json_member(const struct json *json, uint32_t object, const char *key) {
    json_each(json, child, object) if (json->nodes.data[child].key &&
                                       !strcmp(json->nodes.data[child].key, key)) return child;
    return JSON_NONE;
}

const char *json_text(const struct json *json, uint32_t node) {
    return node != JSON_NONE && json->nodes.data[node].kind == JSON_STRING ? json->nodes.data[node].text
                                                                           : NULL;
}

bool json_natural(const struct json *json, uint32_t node, uint64_t limit, uint64_t *value) {
    if (node == JSON_NONE || json->nodes.data[node].kind != JSON_NUMBER) return false;
    *value = 0;
    for (const char *c = json->nodes.data[node].text; *c; c++) {
        if (!isdigit((unsigned char)*c)) return false;
        uint64_t digit = (uint64_t)(*c - '0');
        if (*value > limit / 10 || 10 * *value > limit - (digit < limit ? digit : limit)) return false;
        *value = 10 * *value + digit;
        if (*value > limit) return false;
    }
    return true;
}
