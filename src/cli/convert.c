/* induct convert: writes a model in another format. */
#include "cli/commands.h"

#include "api/induct.h"
#include "base/clock.h"
#include "cli/input.h"
#include "cli/loading.h"
#include "cli/supervise.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

struct settings {
    struct input_settings input;
    const char *file, *to, *output;
    arguments_list sets;
    double timeout;
    uint64_t memory_mb;
};

struct conversion {
    const struct settings *settings;
    struct induct *model;
    uint64_t started_us;
    bool failed, unsupported, stopped; /* stopped: the model was not read in time */
};

#define FORMATS     "aiger, btor2, vmt, chc, smt2 or dot"
#define FIELD(name) offsetof(struct settings, name)
static const struct argument rows[] = {
    {"to", 0, "FORMAT", ARGUMENT_TEXT, FIELD(to), "aiger|btor2|vmt|chc|smt2|dot",
     "the format to write: " FORMATS " (required)"},
    {NULL, 'o', "OUT", ARGUMENT_TEXT, FIELD(output), ARGUMENT_FILES,
     "the file to write; AIGER is binary in .aig, else ASCII; without it, standard output"},
    INPUT_ROWS(struct settings, input),
    {"set", 0, "OPTION=VALUE", ARGUMENT_LIST, FIELD(sets), ARGUMENT_OPTIONS,
     "set an option, such as large-blocks=off, of what is done to programs (see 'induct options')"},
    {"timeout", 0, "SECONDS", ARGUMENT_SECONDS, FIELD(timeout), NULL, "wall time; default none"},
    {"memory", 0, "MB", ARGUMENT_COUNT, FIELD(memory_mb), NULL, "megabytes of memory; default none"},
};

/* The worker. */

static void work(void *client, int pipe) {
    struct conversion *c = client;
    signal(SIGPIPE, SIG_IGN); /* when nobody reads the output, that is an error like a full disk */
    loading_set_time(c->model, c->settings->timeout, c->started_us);
    enum induct_status status = loading_read(c->model, pipe, &c->settings->input, c->settings->file, NULL);
    if (status == INDUCT_OK && strcmp(c->settings->output, "-") &&
        !loading_keeps(c->model, pipe, c->settings->output))
        status = INDUCT_USAGE;
    if (status == INDUCT_OK) status = induct_convert(c->model, c->settings->to, c->settings->output);
    loading_end(c->model, pipe, status);
}

/* The supervisor. */

static bool receive(void *client, const struct wire_message *message) {
    struct conversion *c = client;
    if (message->kind == WIRE_LOG)
        fprintf(stderr, "%s%s\n", message->number ? "" : "warning: ", message->bytes);
    if (message->kind == WIRE_FAILED) {
        c->stopped = message->number == INDUCT_STOPPED;
        c->failed = !c->stopped;
        c->unsupported = message->number == INDUCT_UNSUPPORTED;
    }
    return true;
}

static int conclude(const struct conversion *c, const struct ending *ending) {
    if (c->failed) return c->unsupported ? EXIT_UNKNOWN : EXIT_WRONG;
    if (ending->kind == ENDING_DONE) return 0;
    char *reason = ending_reason(ending);
    fprintf(stderr, "%s: not converted: %s\n", text_file_name(c->settings->file), reason);
    mem_free(reason);
    return EXIT_UNKNOWN;
}

static bool configure(struct induct *model, const struct settings *settings, const struct command *command) {
    if (!input_configure(model, &settings->input, command)) return false;
    if (input_set_options(model, &settings->sets, command)) return true;
    if (*induct_error(model)) arguments_complain(command, "%s", induct_error(model));
    return false;
}

static int convert(const struct settings *settings, const struct command *command, uint64_t started_us) {
    if (!settings->to) return arguments_complain(command, "--to FORMAT is missing");
    if (!induct_can_write(settings->to))
        return arguments_complain(command, "this version does not write the format '%s'; it writes %s",
                                  settings->to, FORMATS);
    if (strcmp(settings->output, "-") &&
        !input_stays(&settings->input, settings->file, settings->output, command))
        return EXIT_WRONG;
    struct conversion c = {.settings = settings, .model = induct_new(), .started_us = started_us};
    int status;
    if (!configure(c.model, settings, command)) {
        status = EXIT_WRONG;
    } else {
        struct supervision plan = {.timeout = settings->timeout,
                                   .started_us = started_us,
                                   .memory_mb = settings->memory_mb,
                                   .client = &c,
                                   .work = work,
                                   .receive = receive,
                                   .prints = true};
        struct ending ending = supervise(&plan);
        if (c.stopped) ending_stop(&ending);
        status = conclude(&c, &ending);
    }
    induct_free(c.model);
    return status;
}

static int run(int argc, char **argv, const struct command *command) {
    uint64_t started_us = clock_us();
    struct settings settings = {.output = "-"};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    if (parsed == ARGUMENTS_RUN) {
        settings.file = positional.data[0];
        vec_append(&settings.input.more, positional.data + 1, positional.size - 1);
    }
    vec_free(&positional);
    int status = parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    if (parsed == ARGUMENTS_RUN) status = convert(&settings, command, started_us);
    input_fini(&settings.input);
    vec_free(&settings.sets);
    return status;
}

const struct command convert_command = {
    .name = "convert",
    .usage = "FILE... --to FORMAT [-o OUT] [option]...",
    .summary = "Writes a model in another format.",
    .details =
        "chc: Horn clauses with one predicate, of a program one per location; smt2: definitions of "
        "init, trans and the\n"
        "properties; dot: a picture of a program. A circuit is written as a system of Booleans, a program "
        "as a system with a\n"
        "program counter, a bit-vector system as a circuit.\n"
        "\n"
        "Exit status: 0 written; 2 the input is malformed, the output cannot be written, or the call "
        "is wrong;\n"
        "3 the input uses something unsupported, or a limit, a signal or an internal error ended the "
        "work.\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .least = 1,
    .most = INPUT_FILES,
    .run = run,
};
