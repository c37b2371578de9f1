/* Completion for bash. It needs no helper functions of others. */
#include "cli/pages/pages.h"

#include "api/induct.h"
#include "cli/pages/description.h"

/* What does the work; the functions that it asks are generated. Bash cuts words at = and :, so they are put together
 * again, and what is offered leaves out what stands before the last cut. */
static const char body[] =
    "_induct() {\n"
    "    local IFS=$' \\t\\n' words=() word glue='' i current previous command kind\n"
    "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((${#words[@]})) && [[ $glue || $word == [=:]* ]]; then words[-1]+=$word; else "
    "words+=(\"$word\"); fi\n"
    "        glue=''\n"
    "        [[ $word == [=:] ]] && glue=yes\n"
    "    done\n"
    "    current=${words[-1]} previous='' command=${words[0]} COMPREPLY=()\n"
    "    ((${#words[@]} > 1)) && previous=${words[-2]}\n"
    "    if ((${#words[@]} == 1)); then\n"
    "        COMPREPLY=($(compgen -W \"$(_induct_commands) --help --version\" -- \"$current\"))\n"
    "        return\n"
    "    fi\n"
    "    if [[ $current == --*=* ]]; then\n"
    "        previous=${current%%=*} current=${current#*=}\n"
    "    fi\n"
    "    kind=$(_induct_value \"$command\" \"$previous\")\n"
    "    if [[ ! $kind && $current == -* ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$(_induct_options \"$command\")\" -- \"$current\"))\n"
    "        return\n"
    "    fi\n"
    "    [[ $kind ]] || kind=$(_induct_positional \"$command\")\n"
    "    case $kind in\n"
    "    '(files)') compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\") "
    ";;\n"
    "    '(folders)') compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -d -- "
    "\"$current\") ;;\n"
    "    '(engines)') COMPREPLY=($(compgen -W \"$(_induct_engines)\" -- \"$current\")) ;;\n"
    "    '(options)')\n"
    "        if [[ $current == *=* ]]; then\n"
    "            COMPREPLY=($(compgen -W \"$(_induct_setting \"${current%%=*}\")\" -- \"${current#*=}\"))\n"
    "        else\n"
    "            compopt -o nospace 2> /dev/null\n"
    "            COMPREPLY=($(compgen -S = -W \"$(_induct_settings)\" -- \"$current\"))\n"
    "        fi ;;\n"
    "    '(anything)') ;;\n"
    "    *) COMPREPLY=($(compgen -W \"$kind\" -- \"$current\")) ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _induct induct\n";

static void begin(struct text *out, const char *function, const char *what) {
    text_format(out, "%s() { # %s\n    case $1 in\n", function, what);
}

static void end(struct text *out) {
    text_add(out, "    esac\n}\n\n");
}

/* "a|b" as "a b". */
static void words(struct text *out, const char *string) {
    for (; *string; string++) text_byte(out, *string == '|' ? ' ' : (unsigned char)*string);
}

static void add_commands(struct text *out) {
    text_add(out, "_induct_commands() {\n    echo '");
    for (unsigned i = 0; i < commands_count; i++)
        text_format(out, "%s%s", i ? " " : "", commands_list[i]->name);
    text_add(out, "'\n}\n\n");
}

static void add_engines(struct text *out) {
    labelled_list engines = {0};
    description_engines(&engines);
    text_add(out, "_induct_engines() {\n    echo '");
    vec_each (const struct labelled, engine, &engines)
        text_format(out, "%s%s", engine == engines.data ? "" : " ", engine->label);
    text_add(out, "'\n}\n\n");
    labelled_free(&engines);
}

static void add_settings(struct text *out) {
    text_add(out, "_induct_settings() {\n    echo '");
    for (unsigned i = 0; i < option_count; i++) text_format(out, "%s%s", i ? " " : "", option_rows[i].name);
    text_add(out, "'\n}\n\n");
    begin(out, "_induct_setting", "the values of an option of --set");
    for (unsigned i = 0; i < option_count; i++) {
        struct text values = {0};
        description_values(&values, &option_rows[i]);
        if (values.size) text_format(out, "    %s) echo '%s' ;;\n", option_rows[i].name, values.data);
        text_fini(&values);
    }
    end(out);
}

static void add_names(struct text *out, const struct description *d) {
    text_format(out, "    %s) echo '", d->command->name);
    vec_each (const struct argument, row, &d->options) {
        if (row->letter) text_format(out, "-%c ", row->letter);
        if (row->name) text_format(out, "--%s ", row->name);
    }
    text_add(out, "' ;;\n");
}

static void add_values(struct text *out, const struct description *d) {
    vec_each (const struct argument, row, &d->options) {
        if (row->kind == ARGUMENT_FLAG) continue;
        text_add(out, "    ");
        if (row->letter)
            text_format(out, "'%s -%c'%s", d->command->name, row->letter, row->name ? " | " : "");
        if (row->name) text_format(out, "'%s --%s'", d->command->name, row->name);
        text_add(out, ") echo '");
        words(out, row->words ? row->words : "(anything)");
        text_add(out, "' ;;\n");
    }
}

/* By the first letters of what --help calls it. */
static const char *positional(const struct command *command) {
    return strstr(command->usage, "[ENGINE]") ? ARGUMENT_ENGINES
           : *command->usage != '['           ? ARGUMENT_FILES
                                              : "(anything)";
}

void completion_bash(struct text *out) {
    text_format(out, "# Completion of induct %s for bash; generated from the tables of its command line.\n\n",
                induct_version());
    add_commands(out);
    add_engines(out);
    add_settings(out);
    struct text values = {0}, places = {0};
    begin(out, "_induct_options", "those of a command");
    for (unsigned i = 0; i < commands_count; i++) {
        struct description d;
        description_init(&d, commands_list[i]);
        add_names(out, &d);
        add_values(&values, &d);
        text_format(&places, "    %s) echo '%s' ;;\n", d.command->name, positional(d.command));
        description_fini(&d);
    }
    end(out);
    text_add(
        out,
        "_induct_value() { # what may follow an option of a command; nothing: it is none that takes a value\n"
        "    case \"$1 $2\" in\n");
    text_add(out, values.data);
    end(out);
    begin(out, "_induct_positional", "what a command takes besides options");
    text_add(out, places.data);
    end(out);
    text_add(out, body);
    text_fini(&values);
    text_fini(&places);
}
