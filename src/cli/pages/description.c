#include "cli/pages/description.h"

#include "api/induct.h"
#include "bench/bench.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void labelled_free(labelled_list *list) {
    vec_each (struct labelled, row, list) {
        mem_free(row->label);
        mem_free(row->text);
    }
    vec_free(list);
}

/* Of the line at `text`. */
static size_t blanks(const char *text) {
    return strspn(text, " ");
}

static const char *line_end(const char *text) {
    return text + strcspn(text, "\n");
}

bool description_row(const char **text, labelled_list *list) {
    enum { INDENT = 2, CONTINUED = 8 };
    if (blanks(*text) != INDENT) return false;
    const char *label = *text + INDENT, *end = line_end(label), *gap = strstr(label, "  ");
    if (!gap || gap > end) return false;
    struct text words = {0};
    text_bytes(&words, gap + blanks(gap), (size_t)(end - gap) - blanks(gap));
    while (*end && blanks(end + 1) >= CONTINUED) {
        const char *more = end + 1 + blanks(end + 1);
        end = line_end(more);
        text_format(&words, " %.*s", (int)(end - more), more);
    }
    *text = end + (*end == '\n');
    vec_push(list, (struct labelled){mem_format("%.*s", (int)(gap - label), label), text_take(&words)});
    return true;
}

/* "-o, --output DIR" */
static void add_option(struct description *d, struct labelled row) {
    struct argument option = {.kind = ARGUMENT_FLAG, .help = row.text};
    char *label = row.label;
    if (label[0] == '-' && label[1] != '-') {
        option.letter = label[1];
        label += label[2] == ',' ? 4 : 2;
    }
    char *value = strchr(label, ' ');
    if (value) {
        *value = 0;
        option.value = value + 1;
        option.kind = ARGUMENT_TEXT;
        if (!strcmp(option.value, "DIR")) option.words = ARGUMENT_FOLDERS;
    }
    if (label[0] == '-') option.name = label + 2;
    vec_push(&d->options, option);
}

static void take_options(struct description *d, const char *paragraph) {
    labelled_list rows = {0};
    while (description_row(&paragraph, &rows)) {
        struct labelled row = vec_last(&rows);
        if (!strchr(row.label, ',') || row.label[1] != '-') add_option(d, row); /* not "--help, --version" */
    }
    vec_each (struct labelled, row, &rows) {
        vec_push(&d->owned, row->label);
        vec_push(&d->owned, row->text);
    }
    vec_free(&rows);
}

/* Every number after "; ", or at the start, begins a status. */
static void take_statuses(struct description *d, const char *text) {
    while (*text) {
        const char *end = text;
        while (*end && !(end[0] == ';' && isspace((unsigned char)end[1]) && isdigit((unsigned char)end[2])))
            end++;
        size_t digits = strspn(text, "0123456789");
        char *meaning = mem_format("%.*s", (int)(end - text - (long)digits - 1), text + digits + 1);
        for (char *p = meaning; *p; p++)
            if (*p == '\n') *p = ' ';
        vec_push(&d->statuses, (struct labelled){mem_format("%.*s", (int)digits, text), meaning});
        text = *end ? end + 2 : end;
    }
}

static void take_paragraph(struct description *d, const char *text, size_t size) {
    static const char status[] = "xit status: ";
    char *paragraph = mem_format("%.*s", (int)size, text);
    while (size && paragraph[size - 1] == '\n') paragraph[--size] = 0;
    if (!strncmp(paragraph, "  -", 3))
        take_options(d, paragraph);
    else if (!strncmp(paragraph + 1, status, strlen(status)))
        take_statuses(d, paragraph + 1 + strlen(status));
    else
        text_format(&d->prose, "%s\n\n", paragraph);
    mem_free(paragraph);
}

static void take_text(struct description *d, const char *text) {
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t size = end ? (size_t)(end - text) : strlen(text);
        take_paragraph(d, text, size);
        text += size + (end ? 2 : 0);
    }
}

void description_init(struct description *d, const struct command *command) {
    static const struct argument common[] = {
        {"help", 0, NULL, ARGUMENT_FLAG, 0, NULL, "show this text"},
        {"version", 0, NULL, ARGUMENT_FLAG, 0, NULL, "show the version"},
    };
    *d = (struct description){.command = command};
    text_format(&d->prose, "%s\n\n", command->summary);
    vec_append(&d->options, command->arguments, command->count);
    if (command == &bench_command) take_text(d, strstr(bench_help, "\n\n") + 2); /* the usage is known */
    if (command->details) take_text(d, command->details);
    vec_append(&d->options, common, 2);
}

void description_fini(struct description *d) {
    vec_each (char *, text, &d->owned) mem_free(*text);
    vec_free(&d->owned);
    vec_free(&d->options);
    labelled_free(&d->statuses);
    text_fini(&d->prose);
}

/* The string of a key in an object that stands in one line. The tables have nothing that would need an escape. */
static char *field(const char *object, const char *key) {
    char *start = mem_format("\"%s\": \"", key);
    const char *at = strstr(object, start);
    assert(at);
    at += strlen(start);
    mem_free(start);
    size_t size = strcspn(at, "\"\\");
    assert(at[size] == '"');
    return mem_format("%.*s", (int)size, at);
}

void description_engines(labelled_list *list) {
    char *json = induct_engines_json();
    for (const char *at = json; (at = strstr(at, "{\"name\"")); at++) {
        char *summary = field(at, "summary"), *level = field(at, "level"), *paper = field(at, "paper"),
             *by_default = field(at, "default_for");
        struct text text = {0};
        text_format(&text, "%s; for: %s; after %s", summary, level, paper);
        if (*by_default) text_format(&text, "; the default for: %s", by_default);
        vec_push(list, (struct labelled){field(at, "name"), text_take(&text)});
        mem_free(summary);
        mem_free(level);
        mem_free(paper);
        mem_free(by_default);
    }
    free(json);
}

void description_values(struct text *out, const struct option_row *option) {
    if (option->kind == OPTION_BOOL) text_add(out, "on off ");
    for (const char *word = option->words; word && *word; word += strcspn(word, "|"), word += *word == '|')
        text_format(out, "%.*s ", (int)strcspn(word, "|:"), word);
}
