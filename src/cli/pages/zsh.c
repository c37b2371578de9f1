/* Completion for zsh, by its _arguments. */
#include "cli/pages/pages.h"

#include "api/induct.h"
#include "cli/pages/description.h"

/* Between single quotes of the shell; `special` bytes are escaped for _arguments. */
static void quote(struct text *out, const char *string, const char *special) {
    for (; *string; string++) {
        if (strchr(special, *string)) text_byte(out, '\\');
        text_add(out, *string == '\'' ? "'\\''" : (char[]){*string, 0});
    }
}

/* The action of _arguments. */
static void action(struct text *out, const char *words) {
    if (!words)
        text_byte(out, ' ');
    else if (!strcmp(words, ARGUMENT_ENGINES))
        text_add(out, "_induct_engines");
    else if (!strcmp(words, ARGUMENT_OPTIONS))
        text_add(out, "_induct_settings");
    else if (!strcmp(words, ARGUMENT_FILES))
        text_add(out, "_files");
    else if (!strcmp(words, ARGUMENT_FOLDERS))
        text_add(out, "_files -/");
    else {
        text_byte(out, '(');
        for (const char *p = words; *p; p++) text_byte(out, *p == '|' ? ' ' : (unsigned char)*p);
        text_byte(out, ')');
    }
}

static void specification(struct text *out, const struct argument *row, bool letter) {
    text_add(out, "            '");
    if (row->kind == ARGUMENT_LIST || !row->name) text_byte(out, '*');
    if (letter)
        text_format(out, "-%c%s", row->letter, row->value ? "+" : "");
    else
        text_format(out, "--%s%s", row->name, row->value ? "=" : "");
    text_byte(out, '[');
    quote(out, row->help, "[]\\:");
    text_byte(out, ']');
    if (row->value) {
        text_byte(out, ':');
        quote(out, arguments_value(row), ":\\");
        text_byte(out, ':');
        action(out, row->words);
    }
    text_add(out, "' \\\n");
}

static void add_command(struct text *out, const struct command *command) {
    struct description d;
    description_init(&d, command);
    text_format(out, "        %s)\n            _arguments \\\n", command->name);
    vec_each (const struct argument, row, &d.options) {
        if (row->letter) specification(out, row, true);
        if (row->name) specification(out, row, false);
    }
    text_add(out, "            '*:");
    quote(out, *command->usage == '[' ? "argument" : "file", ":");
    text_add(out, ":");
    action(out, strstr(command->usage, "[ENGINE]") ? ARGUMENT_ENGINES
                : *command->usage == '['           ? NULL
                                                   : ARGUMENT_FILES);
    text_add(out, "' && result=0 ;;\n");
    description_fini(&d);
}

static void add_engines(struct text *out) {
    labelled_list engines = {0};
    description_engines(&engines);
    text_add(out, "_induct_engines() {\n    local -a engines\n    engines=(\n");
    vec_each (const struct labelled, engine, &engines) {
        text_format(out, "        '%s:", engine->label);
        quote(out, engine->text, "\\");
        text_add(out, "'\n");
    }
    text_add(out, "    )\n    _describe -t engines engine engines\n}\n\n");
    labelled_free(&engines);
}

/* OPTION=VALUE */
static void add_settings(struct text *out) {
    text_add(out, "_induct_settings() {\n"
                  "    if compset -P '*='; then\n"
                  "        case ${${IPREFIX%=}##*=} in\n");
    for (unsigned i = 0; i < option_count; i++) {
        struct text values = {0};
        description_values(&values, &option_rows[i]);
        if (values.size) text_format(out, "        %s) compadd -- %s;;\n", option_rows[i].name, values.data);
        text_fini(&values);
    }
    text_add(out, "        esac\n        return\n    fi\n    local -a options\n    options=(\n");
    for (unsigned i = 0; i < option_count; i++) {
        text_format(out, "        '%s:", option_rows[i].name);
        quote(out, option_rows[i].help, "\\");
        text_add(out, "'\n");
    }
    text_add(out, "    )\n    _describe -t options option options -S =\n}\n\n");
}

void completion_zsh(struct text *out) {
    text_format(out,
                "#compdef induct\n# Completion of induct %s for zsh; generated from the tables of its "
                "command line.\n\n",
                induct_version());
    add_engines(out);
    add_settings(out);
    text_add(out, "_induct() {\n"
                  "    local curcontext=$curcontext state line result=1\n"
                  "    local -a commands\n"
                  "    commands=(\n");
    for (unsigned i = 0; i < commands_count; i++) {
        text_format(out, "        '%s:", commands_list[i]->name);
        quote(out, commands_list[i]->summary, "\\");
        text_add(out, "'\n");
    }
    text_add(out, "    )\n"
                  "    _arguments -C '--help[show the commands]' '--version[show the version]' \\\n"
                  "        '1:command:->command' '*::argument:->argument' && result=0\n"
                  "    case $state in\n"
                  "    command) _describe -t commands command commands && result=0 ;;\n"
                  "    argument)\n"
                  "        case $line[1] in\n");
    for (unsigned i = 0; i < commands_count; i++) add_command(out, commands_list[i]);
    text_add(out, "        esac ;;\n"
                  "    esac\n"
                  "    return result\n"
                  "}\n\n"
                  "_induct \"$@\"\n");
}
