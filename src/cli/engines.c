/* induct engines, induct options [ENGINE]. */
#include "cli/commands.h"

#include "api/induct.h"

#include <stdio.h>
#include <stdlib.h>

struct settings {
    bool json;
};

static const struct argument rows[] = {
    {"json", 0, NULL, ARGUMENT_FLAG, offsetof(struct settings, json), NULL, "as JSON"},
};

static int run(int argc, char **argv, const struct command *command) {
    struct settings settings = {0};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    const char *engine = positional.size ? positional.data[0] : NULL;
    vec_free(&positional);
    if (parsed != ARGUMENTS_RUN) return parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    char *text;
    if (command == &engines_command)
        text = settings.json ? induct_engines_json() : induct_engines_text();
    else
        text = settings.json ? induct_options_json(engine) : induct_options_text(engine);
    if (!text)
        return arguments_complain(command, "no engine is called '%s'; 'induct engines' lists them", engine);
    fputs(text, stdout);
    free(text);
    return 0;
}

const struct command engines_command = {
    .name = "engines",
    .usage = "[--json]",
    .summary = "Lists the engines: name, level, paper and what it does.",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .run = run,
};

const struct command options_command = {
    .name = "options",
    .usage = "[ENGINE] [--json]",
    .summary = "Lists the options for --set: all, or those that an engine reads.",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .most = 1,
    .run = run,
};
