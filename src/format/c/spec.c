/* SV-COMP property files: CHECK( init(main()), LTL(G ! call(reach_error())) ), blanks anywhere. */
#include "base/text.h"
#include "format/c/c.h"

#include <ctype.h>

struct scanner {
    const char *at, *end, *start;
    const char *file;
    struct messages *messages;
};

static void skip_blanks(struct scanner *s) {
    while (s->at < s->end && isspace((unsigned char)*s->at)) s->at++;
}

static struct position position(const struct scanner *s) {
    struct position at = {.file = s->file, .line = 1, .column = 1};
    for (const char *p = s->start; p < s->at; p++) {
        at.column++;
        if (*p == '\n') at.line++, at.column = 1;
    }
    return at;
}

static bool has(const struct scanner *s, const char *word, size_t length) {
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, word, length) == 0;
}

/* Takes the words (separated by blanks) of `expected`, with blanks between any two of them. */
static enum status take(struct scanner *s, const char *expected) {
    const char *word = expected;
    while (*word) {
        size_t length = strcspn(word, " ");
        skip_blanks(s);
        if (!has(s, word, length))
            return messages_fail(
                s->messages, STATUS_MALFORMED, position(s),
                "expected '%.*s': a property is CHECK( init(main()), LTL(G ! call(FUNCTION())) )",
                (int)length, word);
        s->at += length;
        word += length + strspn(word + length, " ");
    }
    return STATUS_OK;
}

/* The formula in the parentheses of LTL(...): a copy with single blanks, and *s behind it; NULL: they are not
 * closed. */
static char *take_formula(struct scanner *s) {
    struct text formula = {0};
    uint32_t depth = 0;
    for (skip_blanks(s); s->at < s->end && (depth || *s->at != ')'); s->at++) {
        if (*s->at == '(') depth++;
        if (*s->at == ')') depth--;
        if (!isspace((unsigned char)*s->at))
            text_byte(&formula, (unsigned char)*s->at);
        else if (formula.size && formula.data[formula.size - 1] != ' ')
            text_byte(&formula, ' ');
    }
    while (formula.size && formula.data[formula.size - 1] == ' ') formula.data[--formula.size] = 0;
    char *copy = s->at < s->end && formula.size ? mem_strdup(formula.data) : NULL;
    text_fini(&formula);
    return copy;
}

/* SV-COMP's name of a property that is not ours; NULL: it has none. */
static const char *name_of(const char *formula) {
    static const struct {
        const char *formula, *name;
    } rows[] = {{"G ! overflow", "no-overflow"},         {"F end", "termination"},
                {"G valid-free", "valid-memsafety"},     {"G valid-deref", "valid-memsafety"},
                {"G valid-memtrack", "valid-memsafety"}, {"G valid-memcleanup", "valid-memcleanup"},
                {"G ! data-race", "no-data-race"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(formula, rows[i].formula) == 0) return rows[i].name;
    return NULL;
}

static const char decided[] = "only calls of error functions are decided, G ! call(FUNCTION())";

/* Another formula than ours: unsupported, if it is one at all. */
static enum status refuse_formula(struct scanner *s) {
    struct position at = position(s);
    char *formula = take_formula(s);
    if (!formula)
        return messages_fail(s->messages, STATUS_MALFORMED, at, "expected a formula, and ')' after it");
    const char *name = name_of(formula);
    enum status status =
        messages_fail(s->messages, STATUS_UNSUPPORTED, at, "property %s%s%s%s: %s", name ? name : "'",
                      name ? " (" : "", formula, name ? ")" : "'", decided);
    mem_free(formula);
    return status;
}

/* Whether the formula here begins like ours: G ! call */
static bool is_call(struct scanner s) {
    static const char *const words[] = {"G", "!", "call"};
    for (size_t i = 0; i < 3; i++) {
        skip_blanks(&s);
        if (!has(&s, words[i], strlen(words[i]))) return false;
        s.at += strlen(words[i]);
    }
    return true;
}

static enum status take_name(struct scanner *s, char **name) {
    skip_blanks(s);
    const char *start = s->at;
    while (s->at < s->end && (isalnum((unsigned char)*s->at) || *s->at == '_')) s->at++;
    if (s->at == start)
        return messages_fail(s->messages, STATUS_MALFORMED, position(s), "expected the name of a function");
    *name = mem_zalloc((size_t)(s->at - start) + 1);
    memcpy(*name, start, (size_t)(s->at - start));
    return STATUS_OK;
}

enum status c_read_spec(struct c_spec *spec, const char *bytes, size_t size, const char *file,
                        struct messages *messages) {
    struct scanner s = {bytes, bytes + size, bytes, file, messages};
    *spec = (struct c_spec){0};
    skip_blanks(&s);
    if (has(&s, "COVER", 5))
        return messages_fail(messages, STATUS_UNSUPPORTED, position(&s), "property of coverage: %s", decided);
    enum status status = take(&s, "CHECK ( init (");
    if (status == STATUS_OK) status = take_name(&s, &spec->entry);
    if (status == STATUS_OK) status = take(&s, "( ) ) , LTL (");
    if (status == STATUS_OK && !is_call(s)) {
        skip_blanks(&s);
        status = refuse_formula(&s);
    }
    if (status == STATUS_OK) status = take(&s, "G ! call (");
    if (status == STATUS_OK) status = take_name(&s, &spec->error);
    if (status == STATUS_OK) status = take(&s, "( ) ) ) )");
    if (status == STATUS_OK) {
        skip_blanks(&s);
        if (s.at < s.end)
            status = messages_fail(messages, STATUS_UNSUPPORTED, position(&s), "more than one property");
    }
    if (status != STATUS_OK) c_spec_fini(spec);
    return status;
}

void c_spec_fini(struct c_spec *spec) {
    mem_free(spec->entry);
    mem_free(spec->error);
    *spec = (struct c_spec){0};
}
