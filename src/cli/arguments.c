#include "cli/arguments.h"

#include "api/induct.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int arguments_complain(const struct command *command, const char *format, ...) {
    va_list args;
    va_start(args, format);
    struct text text = {0};
    text_format(&text, "induct%s%s: ", command ? " " : "", command ? command->name : "");
    text_vformat(&text, format, args);
    va_end(args);
    fprintf(stderr, "%s\n", text.data);
    text_fini(&text);
    return EXIT_WRONG;
}

const char *arguments_value(const struct argument *row) {
    return row->kind == ARGUMENT_WORD ? row->words : row->value;
}

static void help_row(struct text *out, const struct argument *row) {
    struct text left = {0};
    if (row->letter) text_format(&left, "-%c", row->letter);
    if (row->letter && row->name) text_add(&left, ", ");
    if (row->name) text_format(&left, "--%s", row->name);
    if (row->value) text_format(&left, " %s", arguments_value(row));
    text_format(out, "  %-30s %s\n", left.data, row->help);
    text_fini(&left);
}

void arguments_help(struct text *out, const struct command *command) {
    text_format(out, "Usage: induct %s %s\n\n%s\n\nOptions:\n", command->name, command->usage,
                command->summary);
    for (unsigned i = 0; i < command->count; i++) help_row(out, &command->arguments[i]);
    text_format(out, "  %-30s %s\n  %-30s %s\n", "--help", "show this text", "--version", "show the version");
    if (command->details) text_format(out, "\n%s", command->details);
}

static bool parse_unsigned(const char *value, uint64_t *result) {
    char *end;
    errno = 0;
    *result = strtoull(value, &end, 10);
    return *value >= '0' && *value <= '9' && !errno && !*end;
}

static bool parse_seconds(const char *value, double *result) {
    char *end;
    errno = 0;
    *result = strtod(value, &end);
    return *value && !*end && !errno && isfinite(*result) && *result > 0;
}

static int word_position(const char *words, const char *value) {
    size_t length = strlen(value);
    for (int position = 0; words; position++) {
        size_t size = strcspn(words, "|");
        if (size == length && !strncmp(words, value, length)) return position;
        words = words[size] ? words + size + 1 : NULL;
    }
    return -1;
}

/* Stores the value of an option; false after a complaint. */
static bool store(const struct command *command, const struct argument *row, const char *shown,
                  const char *value, void *settings) {
    void *field = (char *)settings + row->offset;
    switch (row->kind) {
    case ARGUMENT_FLAG: *(bool *)field = true; return true;
    case ARGUMENT_TEXT: *(const char **)field = value; return true;
    case ARGUMENT_LIST: vec_push((arguments_list *)field, value); return true;
    case ARGUMENT_SECONDS:
        if (parse_seconds(value, field)) return true;
        arguments_complain(command, "%s takes a positive number of seconds, not '%s'", shown, value);
        return false;
    case ARGUMENT_COUNT:
        if (parse_unsigned(value, field) && *(uint64_t *)field) return true;
        arguments_complain(command, "%s takes a positive whole number, not '%s'", shown, value);
        return false;
    case ARGUMENT_NUMBER:
        if (parse_unsigned(value, field)) return true;
        arguments_complain(command, "%s takes a whole number, not '%s'", shown, value);
        return false;
    case ARGUMENT_WORD: {
        int position = word_position(row->words, value);
        if (position >= 0)
            *(int *)field = position;
        else
            arguments_complain(command, "%s takes %s in this version, not '%s'", shown, row->words, value);
        return position >= 0;
    }
    }
    return false;
}

static const struct argument *find(const struct command *command, const char *name, size_t length) {
    for (unsigned i = 0; i < command->count; i++) {
        const struct argument *row = &command->arguments[i];
        if (name[0] == '-' && name[1] != '-') {
            /* Only a value may stick to a letter. */
            if (row->letter && name[1] == row->letter && (length == 2 || row->kind != ARGUMENT_FLAG))
                return row;
        } else if (row->name && strlen(row->name) == length - 2 &&
                   !strncmp(row->name, name + 2, length - 2)) {
            return row;
        }
    }
    return NULL;
}

static enum arguments_result unknown(const struct command *command, const char *name, size_t length) {
    arguments_complain(command, "no option is called '%.*s'; see 'induct %s --help'", (int)length, name,
                       command->name);
    return ARGUMENTS_WRONG;
}

static enum arguments_result show(const struct command *command, const char *what) {
    struct text text = {0};
    if (!strcmp(what, "--version"))
        text_format(&text, "induct %s\n", induct_version());
    else
        arguments_help(&text, command);
    fputs(text.data, stdout);
    text_fini(&text);
    return ARGUMENTS_SHOWN;
}

/* Whether --help or --version stands among the options: they win over whatever else is wrong. */
static const char *asked(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h") || !strcmp(argv[i], "--version"))
            return argv[i];
    return NULL;
}

enum arguments_result arguments_parse(const struct command *command, int argc, char **argv, void *settings,
                                      arguments_list *positional) {
    const char *question = asked(argc, argv);
    if (question) return show(command, question);
    bool options = true;
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (!options || word[0] != '-' || !word[1]) {
            vec_push(positional, word);
            continue;
        }
        if (!strcmp(word, "--")) {
            options = false;
            continue;
        }
        size_t length = word[1] == '-' ? strcspn(word, "=") : strlen(word);
        const struct argument *row = find(command, word, length);
        if (!row) return unknown(command, word, length);
        if (word[1] != '-') length = 2;
        const char *value = !word[length] ? NULL : word + length + (word[1] == '-');
        char *shown = mem_format("%.*s", (int)length, word);
        bool good = true;
        if (row->kind == ARGUMENT_FLAG && value) {
            arguments_complain(command, "%s takes no value", shown);
            good = false;
        } else if (row->kind != ARGUMENT_FLAG && !value && !(value = ++i < argc ? argv[i] : NULL)) {
            arguments_complain(command, "%s needs a value: %s", shown, arguments_value(row));
            good = false;
        }
        good = good && store(command, row, shown, value, settings);
        mem_free(shown);
        if (!good) return ARGUMENTS_WRONG;
    }
    if (positional->size >= command->least && positional->size <= command->most) return ARGUMENTS_RUN;
    arguments_complain(command, "%s; usage: induct %s %s",
                       positional->size < command->least ? "something is missing" : "too many arguments",
                       command->name, command->usage);
    return ARGUMENTS_WRONG;
}
