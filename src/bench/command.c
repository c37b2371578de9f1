#include "bench/command.h"

#include <ctype.h>
#include <sys/stat.h>

void tool_fini(struct tool *tool) {
    mem_free(tool->name);
    mem_free(tool->command);
    *tool = (struct tool){0};
}

static bool is_name(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("._+-", text[i])) return false;
    return size && text[0] != '.' && text[0] != '-';
}

enum status tool_parse(const char *specification, struct tool *tool, struct messages *messages) {
    const struct position nowhere = {0};
    size_t head = strcspn(specification, "="), name = strcspn(specification, ":=");
    if (!specification[head] || !specification[head + 1])
        return messages_fail(messages, STATUS_USAGE, nowhere, "--tool %s: expected NAME=COMMAND",
                             specification);
    if (!is_name(specification, name))
        return messages_fail(messages, STATUS_USAGE, nowhere,
                             "--tool %.*s: a name consists of letters, digits and . _ + -", (int)name,
                             specification);
    struct tool fresh = {.name = mem_format("%.*s", (int)name, specification),
                         .command = mem_strdup(specification + head + 1)};
    enum status status = STATUS_OK;
    if (name < head) {
        char *word = mem_format("%.*s", (int)(head - name - 1), specification + name + 1);
        if (!adapter_parse(word, &fresh.adapter))
            status = messages_fail(
                messages, STATUS_USAGE, nowhere,
                "--tool %s: no adapter `%s'; there are generic, induct, abc, chc (z3, cvc5) and "
                "hwmcc",
                fresh.name, word);
        mem_free(word);
    } else
        fresh.adapter = adapter_guess(fresh.name, fresh.command);
    if (status)
        tool_fini(&fresh);
    else
        *tool = fresh;
    return status;
}

/* A place in a command that is to be replaced: its length with the braces, 0 when there is none at `at`. */
static size_t placeholder(const char *command, const char *at) {
    if (*at != '{' || (at > command && at[-1] == '$')) return 0;
    size_t length = 1;
    while (isalnum((unsigned char)at[length]) || at[length] == '_') length++;
    return at[length] == '}' ? length + 1 : 0;
}

static bool placeholder_is(const char *at, size_t length, const char *name) {
    return strlen(name) == length - 2 && !memcmp(at + 1, name, length - 2);
}

static int placeholder_column(const char *at, size_t length, const struct csv *manifest) {
    for (uint32_t c = 0; c < manifest->width; c++)
        if (placeholder_is(at, length, csv_name(manifest, c))) return (int)c;
    return -1;
}

enum status command_check(const char *command, const struct csv *manifest, struct messages *messages) {
    for (const char *at = command; *at; at++) {
        size_t length = placeholder(command, at);
        if (length <= 2 || placeholder_is(at, length, "timeout") || placeholder_is(at, length, "memory"))
            continue;
        if (placeholder_column(at, length, manifest) < 0)
            return messages_fail(
                messages, STATUS_USAGE, (struct position){0},
                "%.*s in a command: the manifest has no such column (put spaces inside the braces "
                "if the shell is to see them)",
                (int)length, at);
    }
    return STATUS_OK;
}

void command_quote(struct text *text, const char *value) {
    const char *harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-=:,@%";
    if (*value && !value[strspn(value, harmless)]) {
        text_add(text, value);
        return;
    }
    text_byte(text, '\'');
    for (; *value; value++) {
        if (*value == '\'')
            text_add(text, "'\\''");
        else
            text_byte(text, (unsigned char)*value);
    }
    text_byte(text, '\'');
}

static void quote_words(struct text *text, const char *words) {
    char *copy = mem_strdup(words), *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest), *first = word; word; word = strtok_r(NULL, " ", &rest)) {
        if (word != first) text_byte(text, ' ');
        command_quote(text, word);
    }
    mem_free(copy);
}

/* Where the files of a row are: the file itself if it is a directory, else where it is. */
static char *folder_of(const char *file) {
    struct stat info;
    const char *slash = strrchr(file, '/');
    if (!stat(file, &info) && S_ISDIR(info.st_mode)) return mem_format("%s/", file);
    return slash ? mem_format("%.*s", (int)(slash + 1 - file), file) : mem_strdup("");
}

static void add_files(struct text *text, const char *file, const char *words) {
    char *folder = folder_of(file), *copy = mem_strdup(words), *rest = NULL;
    bool first = true;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *path = *word == '/' ? mem_strdup(word) : mem_format("%s%s", folder, word);
        if (!first) text_byte(text, ' ');
        command_quote(text, path);
        mem_free(path);
        first = false;
    }
    if (first) command_quote(text, file);
    mem_free(copy);
    mem_free(folder);
}

static void add_field(struct text *text, const char *at, size_t length, const char *file, const char *field) {
    if (placeholder_is(at, length, "options"))
        quote_words(text, field);
    else if (placeholder_is(at, length, "files"))
        add_files(text, file, field);
    else
        command_quote(text, field);
}

char *command_expand(const char *command, const struct csv *manifest, uint32_t row, const char *file,
                     struct run_limits limits) {
    struct text text = {0};
    for (const char *at = command; *at;) {
        size_t length = placeholder(command, at);
        if (!length)
            text_byte(&text, (unsigned char)*at);
        else if (length == 2)
            command_quote(&text, file);
        else if (placeholder_is(at, length, "timeout"))
            text_format(&text, "%g", limits.seconds);
        else if (placeholder_is(at, length, "memory"))
            text_format(&text, "%llu", (unsigned long long)limits.megabytes);
        else
            add_field(&text, at, length, file,
                      csv_get(manifest, row, placeholder_column(at, length, manifest)));
        at += length ? length : 1;
    }
    return text_take(&text);
}
