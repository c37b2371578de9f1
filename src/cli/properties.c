/* induct properties: what there is to decide in a file. */
#include "api/induct.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/input.h"

#include <stdio.h>

struct settings {
    struct input_settings input;
    bool json;
};

static const struct argument rows[] = {
    INPUT_ROWS(struct settings, input),
    {"json", 0, NULL, ARGUMENT_FLAG, offsetof(struct settings, json), NULL, "as JSON"},
};

/* What a property is: something to hold, something to be seen, or nothing that is decided. */
static const char *kind_of(const struct induct *problem, unsigned property) {
    if (induct_is_cover(problem, property)) return "cover";
    return *induct_property_code(problem, property) == 'b' ? "assert" : "live";
}

static void add_line(struct text *out, const struct induct *problem, unsigned i) {
    const char *source = induct_property_source(problem, i);
    text_format(out, "%s %s ", induct_property_code(problem, i), kind_of(problem, i));
    text_in_line(out, induct_property_name(problem, i));
    text_format(out, "%s%s\n", source ? " " : "", source ? source : "");
}

static void add_json(struct text *out, const struct induct *problem, unsigned i) {
    const char *source = induct_property_source(problem, i);
    text_format(out, "%s\n  {\"name\": ", i ? "," : "");
    text_json_string(out, induct_property_name(problem, i));
    text_format(out, ", \"index\": %u, \"code\": \"%s\", \"kind\": \"%s\", \"source\": ", i,
                induct_property_code(problem, i), kind_of(problem, i));
    if (source)
        text_json_string(out, source);
    else
        text_add(out, "null");
    text_byte(out, '}');
}

static void print(const struct settings *settings, const struct induct *problem) {
    struct text out = {0};
    for (unsigned i = 0; i < induct_properties(problem); i++)
        (settings->json ? add_json : add_line)(&out, problem, i);
    const char *text = out.size ? out.data : "";
    if (settings->json)
        printf("[%s%s]\n", text, out.size ? "\n" : "");
    else
        fputs(text, stdout);
    text_fini(&out);
}

static int list(const struct settings *settings, const char *file, const struct command *command) {
    struct induct *problem = induct_new();
    int status = EXIT_WRONG;
    if (input_configure(problem, &settings->input, command)) {
        enum induct_status loaded = induct_load_file(problem, file);
        for (unsigned i = 0; i < induct_messages(problem); i++) {
            bool error;
            const char *message = induct_message(problem, i, &error);
            fprintf(stderr, "%s%s\n", error ? "" : "warning: ", message);
        }
        if (loaded == INDUCT_UNSUPPORTED) status = EXIT_UNKNOWN;
        if (loaded == INDUCT_OK) status = EXIT_SAFE;
    }
    if (status == EXIT_SAFE) print(settings, problem);
    induct_free(problem);
    return status;
}

static int run(int argc, char **argv, const struct command *command) {
    struct settings settings = {0};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    int status = parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    if (parsed == ARGUMENTS_RUN) status = list(&settings, positional.data[0], command);
    vec_free(&positional);
    input_fini(&settings.input);
    return status;
}

const struct command properties_command = {
    .name = "properties",
    .usage = "FILE [option]...",
    .summary = "Lists the properties of FILE: code, kind, name and source of each.",
    .details =
        "The code is what witnesses call it (b0), the kind assert, cover or live; the source is there when\n"
        "the file tells.\n"
        "\n"
        "Exit status: 0; 2 FILE is malformed, or the call is wrong; 3 FILE uses something unsupported.\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .least = 1,
    .most = 1,
    .run = run,
};
