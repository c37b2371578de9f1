#include "base/options.h"

#include "base/mem.h"
#include "base/near.h"

#include <assert.h>
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

/* The next one of "a|b:c|d"; NULL: that was the last. */
static const char *next_word(const char *words) {
    const char *bar = strchr(words, '|');
    return bar ? bar + 1 : NULL;
}

/* The index of the word at the start of `value`, up to a colon, in "a|b:c|d", or -1. *option is the name of what a
 * number after the colon sets, "" for none, and *length the length of the name. */
static int64_t word_index(const char *words, const char *value, const char **option, size_t *length) {
    size_t given = strcspn(value, ":");
    int64_t index = 0;
    for (const char *word = words; word; word = next_word(word), index++) {
        size_t size = strcspn(word, "|:");
        if (size != given || strncmp(word, value, size)) continue;
        *option = word + size + (word[size] == ':');
        *length = strcspn(*option, "|");
        return index;
    }
    return -1;
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

static enum status unknown_option(const char *name, struct messages *messages) {
    const char *names[OPTIONS];
    uint32_t near[NEAR_MOST];
    for (unsigned i = 0; i < OPTIONS; i++) names[i] = option_rows[i].name;
    struct position nowhere = {0};
    if (near_names(near, names, OPTIONS, name))
        return messages_fail(messages, STATUS_USAGE, nowhere, "no option is called '%s'; did you mean '%s'?",
                             name, names[near[0]]);
    return messages_fail(messages, STATUS_USAGE, nowhere,
                         "no option is called '%s'; 'induct options' lists them", name);
}

static void words_text(struct text *out, const struct option_row *option) {
    for (const char *word = option->words; word; word = next_word(word)) {
        size_t size = strcspn(word, "|:");
        if (word != option->words) text_add(out, "|");
        text_bytes(out, word, size);
        if (word[size] == ':') text_add(out, "[:N]");
    }
}

static enum status wrong_word(const struct option_row *option, const char *value, struct messages *messages) {
    struct text words = {0};
    words_text(&words, option);
    messages_fail(messages, STATUS_USAGE, (struct position){0}, "option '%s' is one of %s, not '%s'",
                  option->name, words.data, value);
    text_fini(&words);
    return STATUS_USAGE;
}

/* Sets the number that the word brings, if it does. */
static enum status parse_word(struct options *options, const struct option_row *option, const char *value,
                              int64_t *index, struct messages *messages) {
    const char *other, *colon = strchr(value, ':');
    size_t length;
    *index = word_index(option->words, value, &other, &length);
    if (*index < 0 || (colon && !length)) return wrong_word(option, value, messages);
    if (!colon) return STATUS_OK;
    char *name = mem_format("%.*s", (int)length, other);
    enum status status = options_set(options, name, colon + 1, messages);
    mem_free(name);
    return status;
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
        if (parse_word(options, option, value, &number, messages) != STATUS_OK) return STATUS_USAGE;
        break;
    }
    store(options, row, number);
    options->chosen[row] = true;
    return STATUS_OK;
}

void options_suggest(struct options *options, const char *settings) {
    bool chosen[OPTIONS];
    memcpy(chosen, options->chosen, sizeof chosen);
    for (const char *next = settings; *next; next += strspn(next, " ")) {
        struct options changed = *options;
        struct messages none = {0};
        size_t name_size = strcspn(next, "="), size = strcspn(next, " ");
        char *name = mem_format("%.*s", (int)name_size, next);
        char *value = mem_format("%.*s", (int)(size - name_size - 1), next + name_size + 1);
        enum status status = options_set(&changed, name, value, &none);
        assert(status == STATUS_OK);
        (void)status;
        bool free_to_choose = true;
        for (unsigned row = 0; row < option_count; row++)
            if (!strcmp(option_rows[row].name, name)) free_to_choose = !chosen[row];
        if (free_to_choose) *options = changed;
        mem_free(name);
        mem_free(value);
        messages_fini(&none);
        next += size;
    }
    memcpy(options->chosen, chosen, sizeof chosen);
}

static void initial_text(struct text *out, const struct option_row *option) {
    if (option->kind == OPTION_BOOL)
        text_add(out, option->initial ? "on" : "off");
    else if (option->kind == OPTION_NUMBER)
        text_format(out, "%lld", (long long)option->initial);
    else {
        const char *word = option->words;
        for (int64_t i = 0; i < option->initial; i++) word = next_word(word);
        text_bytes(out, word, strcspn(word, "|:"));
    }
}

static void range_text(struct text *out, const struct option_row *option) {
    if (option->kind == OPTION_BOOL)
        text_add(out, "on|off");
    else if (option->kind == OPTION_NUMBER)
        text_format(out, "%lld..%lld", (long long)option->low, (long long)option->high);
    else
        words_text(out, option);
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
