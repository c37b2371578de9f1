/* induct report: the page of a run that was kept as data. */
#include "cli/commands.h"

#include "report/report.h"

#include <stdio.h>
#include <sys/stat.h>

struct settings {
    const char *output;
};

static const struct argument rows[] = {
    {"output", 'o', "FILE.html", ARGUMENT_TEXT, offsetof(struct settings, output), ARGUMENT_FILES,
     "where the page goes; '-' is standard output, the default"},
};

static bool is_same(const char *a, const char *b) {
    struct stat one, other;
    return !stat(a, &one) && !stat(b, &other) && S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static enum status write_page(const char *input, const char *output, struct messages *messages) {
    struct text json = {0}, page = {0};
    enum report_kind kind;
    char *title;
    enum status status = text_read_file(&json, input, messages);
    if (status == STATUS_OK)
        status = report_check(&kind, &title, json.data ? json.data : "", json.size, text_file_name(input),
                              messages);
    if (status == STATUS_OK) {
        report_page(&page, kind, title, json.data, json.size);
        mem_free(title);
        status = text_write_file(&page, output, messages);
    }
    text_fini(&json);
    text_fini(&page);
    return status;
}

static int run(int argc, char **argv, const struct command *command) {
    struct settings settings = {.output = "-"};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    int status = parsed == ARGUMENTS_SHOWN ? EXIT_SAFE : EXIT_WRONG;
    if (parsed == ARGUMENTS_RUN) {
        struct messages messages = {0};
        const char *input = positional.data[0];
        if (is_same(input, settings.output))
            (void)arguments_complain(command, "%s is what is read", settings.output);
        else if (write_page(input, settings.output, &messages) == STATUS_OK)
            status = EXIT_SAFE;
        else
            fprintf(stderr, "%s\n", messages_first_error(&messages));
        messages_fini(&messages);
    }
    vec_free(&positional);
    return status;
}

const struct command report_command = {
    .name = "report",
    .usage = "RUN.json [-o FILE.html]",
    .summary = "Makes a page for a browser of a run that was kept as data.",
    .details =
        "RUN.json is what 'induct check --report RUN.json' writes, with counterexamples, proofs and "
        "sources,\n"
        "or what --stats and --json give, without these; or the campaign.json of 'induct bench'.\n"
        "\n"
        "Exit status: 0 the page was written; 2 RUN.json is none, or a file cannot be read or written.\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .least = 1,
    .most = 1,
    .run = run,
};
