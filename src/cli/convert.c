/* induct convert: writes a model in another format. */
#include "cli/commands.h"

#include "api/induct.h"

#include <stdio.h>
#include <string.h>

struct settings {
    const char *format, *to, *output;
};

static const struct argument rows[] = {
    {"to", 0, "FORMAT", ARGUMENT_TEXT, offsetof(struct settings, to), NULL,
     "the format to write: aiger (required)"},
    {NULL, 'o', "OUT", ARGUMENT_TEXT, offsetof(struct settings, output), NULL,
     "the file to write, .aig binary, else ASCII; without it, ASCII to standard output"},
    {"format", 0, "FORMAT", ARGUMENT_TEXT, offsetof(struct settings, format), NULL, COMMANDS_FORMAT_HELP},
};

static int run(int argc, char **argv, const struct command *command) {
    struct settings settings = {.output = "-"};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    const char *file = positional.size ? positional.data[0] : NULL;
    vec_free(&positional);
    if (parsed != ARGUMENTS_RUN) return parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    if (!settings.to) return arguments_complain(command, "--to FORMAT is missing");
    if (strcmp(settings.to, "aiger"))
        return arguments_complain(command, "this version does not write the format '%s'; it writes aiger",
                                  settings.to);
    struct induct *model = induct_new();
    bool good = (!settings.format || induct_set_format(model, settings.format) == INDUCT_OK) &&
                induct_load_file(model, file) == INDUCT_OK &&
                induct_write_model(model, settings.output) == INDUCT_OK;
    if (!good) fprintf(stderr, "%s\n", induct_error(model));
    induct_free(model);
    return good ? 0 : EXIT_WRONG;
}

const struct command convert_command = {
    .name = "convert",
    .usage = "FILE --to aiger [-o OUT]",
    .summary = "Writes a model in another format.",
    .details = "Exit status: 0 written; 2 the input is malformed, the output cannot be written, or the call "
               "is wrong.\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .least = 1,
    .most = 1,
    .run = run,
};
