#include "base/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const struct option_row option_rows[] = {
#define BOOL(group, field, name, initial, help) {#group, name, help, OPTION_BOOL, initial, 0, 1, NULL},
#define NUMBER(group, field, name, initial, low, high, help)                                                 \
    {#group, name, help, OPTION_NUMBER, initial, low, high, NULL},
#define WORD(group, field, name, words, initial, help)                                                       \
    {#group, name, help, OPTION_WORD, initial, 0, 0, words},
#include "base/options.def"
#undef BOOL
#undef NUMBER
#undef WORD
};
const unsigned option_count = sizeof option_rows / sizeof *option_rows;

static const size_t offsets[] = {
#define BOOL(group, field, name, initial, help)              offsetof(struct options, field),
#define NUMBER(group, field, name, initial, low, high, help) offsetof(struct options, field),
#define WORD(group, field, name, words, initial, help)       offsetof(struct options, field),
#include "base/options.def"
#undef BOOL
#undef NUMBER
#undef WORD
};

static void store(struct options *options, unsigned row, int64_t value) {
    char *field = (char *)options + offsets[row];
    if (option_rows[row].kind == OPTION_BOOL)
        *(bool *)field = value != 0;
    else
        memcpy(field, &value, sizeof value);
}

void options_init(struct options *options) {
    *options = (struct options){.seed = 0};
    for (unsigned i = 0; i < option_count; i++) store(options, i, option_rows[i].initial);
}

/* The index of `word` in "a|b|c", or -1. */
static int64_t word_index(const char *words, const char *word) {
    size_t length = strlen(word);
    for (int64_t index = 0;; index++) {
        const char *end = strchr(words, '|');
        size_t size = end ? (size_t)(end - words) : strlen(words);
        if (size == length && !strncmp(words, word, length)) return index;
        if (!end) return -1;
        words = end + 1;
    }
}

static bool parse_bool(const char *value, int64_t *result) {
    *result = !strcmp(value, "on") || !strcmp(value, "true") || !strcmp(value, "yes") || !strcmp(value, "1");
    return *result || !strcmp(value, "off") || !strcmp(value, "false") || !strcmp(value, "no") ||
           !strcmp(value, "0");
}

static bool parse_number(const char *value, int64_t *result) {
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    *result = number;
    return !errno && *value && !*end;
}

static unsigned edit_distance(const char *a, const char *b) {
    enum { LONGEST = 40 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) return LONGEST;
    unsigned row[LONGEST + 1];
    for (size_t j = 0; j <= m; j++) row[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[m];
}

static enum status unknown_option(const char *name, struct messages *messages) {
    const char *closest = NULL;
    unsigned distance = UINT32_MAX;
    for (unsigned i = 0; i < option_count; i++) {
        unsigned d = edit_distance(name, option_rows[i].name);
        if (d < distance && 3 * d <= strlen(name)) distance = d, closest = option_rows[i].name;
    }
    struct position nowhere = {0};
    if (closest)
        return messages_fail(messages, STATUS_USAGE, nowhere, "no option is called '%s'; did you mean '%s'?",
                             name, closest);
    return messages_fail(messages, STATUS_USAGE, nowhere,
                         "no option is called '%s'; 'induct options' lists them", name);
}

enum status options_set(struct options *options, const char *name, const char *value,
                        struct messages *messages) {
    unsigned row = 0;
    while (row < option_count && strcmp(option_rows[row].name, name)) row++;
    if (row == option_count) return unknown_option(name, messages);
    const struct option_row *option = &option_rows[row];
    struct position nowhere = {0};
    int64_t number = 0;
    switch (option->kind) {
    case OPTION_BOOL:
        if (!parse_bool(value, &number))
            return messages_fail(messages, STATUS_USAGE, nowhere, "option '%s' is on or off, not '%s'", name,
                                 value);
        break;
    case OPTION_NUMBER:
        if (!parse_number(value, &number) || number < option->low || number > option->high)
            return messages_fail(messages, STATUS_USAGE, nowhere,
                                 "option '%s' is a number from %lld to %lld, not '%s'", name,
                                 (long long)option->low, (long long)option->high, value);
        break;
    case OPTION_WORD:
        number = word_index(option->words, value);
        if (number < 0)
            return messages_fail(messages, STATUS_USAGE, nowhere, "option '%s' is one of %s, not '%s'", name,
                                 option->words, value);
        break;
    }
    store(options, row, number);
    return STATUS_OK;
}

static void initial_text(struct text *out, const struct option_row *option) {
    if (option->kind == OPTION_BOOL)
        text_add(out, option->initial ? "on" : "off");
    else if (option->kind == OPTION_NUMBER)
        text_format(out, "%lld", (long long)option->initial);
    else {
        const char *word = option->words;
        for (int64_t i = 0; i < option->initial; i++) word = strchr(word, '|') + 1;
        text_bytes(out, word, strcspn(word, "|"));
    }
}

static void range_text(struct text *out, const struct option_row *option) {
    if (option->kind == OPTION_BOOL)
        text_add(out, "on|off");
    else if (option->kind == OPTION_NUMBER)
        text_format(out, "%lld..%lld", (long long)option->low, (long long)option->high);
    else
        text_add(out, option->words);
}

/* Whether `word` is one of the blank-separated words of the list; a NULL list has them all. */
static bool listed(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *p = list; p; p = strchr(p, ' ')) {
        p += strspn(p, " ");
        if (!strncmp(p, word, length) && (!p[length] || p[length] == ' ')) return true;
    }
    return !list;
}

static void list_option(struct text *out, const struct option_row *option) {
    struct text left = {0};
    text_format(&left, "%s=", option->name);
    initial_text(&left, option);
    text_add(&left, "  [");
    range_text(&left, option);
    text_add(&left, "]");
    text_format(out, "  %-40s %s\n", left.data, option->help);
    text_fini(&left);
}

static bool starts_group(unsigned row) {
    for (unsigned i = 0; i < row; i++)
        if (!strcmp(option_rows[i].group, option_rows[row].group)) return false;
    return true;
}

/* Each group once, where its first row is: the table has rows by subject, so that groups alternate. */
void options_list(struct text *out, const char *groups) {
    for (unsigned i = 0; i < option_count; i++) {
        const char *group = option_rows[i].group;
        if (!listed(groups, group) || !starts_group(i)) continue;
        text_format(out, "%s%s:\n", out->size ? "\n" : "", group);
        for (unsigned k = i; k < option_count; k++)
            if (!strcmp(option_rows[k].group, group)) list_option(out, &option_rows[k]);
    }
}

void options_json(struct text *out, const char *groups) {
    static const char *const kinds[] = {"bool", "number", "word"};
    bool first = true;
    text_add(out, "[");
    for (unsigned i = 0; i < option_count; i++) {
        const struct option_row *option = &option_rows[i];
        if (!listed(groups, option->group)) continue;
        text_format(out, "%s\n  {\"group\": \"%s\", \"name\": \"%s\", \"kind\": \"%s\", \"default\": \"",
                    first ? "" : ",", option->group, option->name, kinds[option->kind]);
        initial_text(out, option);
        text_add(out, "\", \"range\": \"");
        range_text(out, option);
        text_add(out, "\", \"help\": ");
        text_json_string(out, option->help);
        text_add(out, "}");
        first = false;
    }
    text_add(out, "\n]\n");
}
