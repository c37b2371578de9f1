#include "cli/commands.h"

#include "api/induct.h"
#include "bench/bench.h"
#include "cli/outlet.h"

#include <stdio.h>
#include <string.h>

static int show_version(void) {
    printf("induct %s\n", induct_version());
    return 0;
}

/* bench parses its own options, --help included, and wants to see its name first. */
static int run_bench(int argc, char **argv, const struct command *command) {
    (void)command;
    if (argc && !strcmp(argv[0], "--version")) return show_version();
    return bench_main(argc + 1, argv - 1);
}

const struct command bench_command = {
    .name = "bench",
    .usage = "MANIFEST.csv [option]... -o DIRECTORY",
    .summary = "Runs tools side by side on many files and compares them.",
    .run = run_bench,
};

const struct command *const commands_list[] = {
    &check_command,      &verify_command, &engines_command, &options_command, &convert_command,
    &properties_command, &report_command, &bench_command,   &serve_command,   &worker_command};
const unsigned commands_count = sizeof commands_list / sizeof *commands_list;
const char commands_purpose[] = "decides safety by IC3 and its descendants, with verified evidence";

static void usage(FILE *out) {
    fprintf(out, "induct %s: %s.\n\n", induct_version(), commands_purpose);
    fprintf(out, "Usage: induct COMMAND ...\n\nCommands:\n");
    for (unsigned i = 0; i < commands_count; i++)
        fprintf(out, "  %-10s %s\n", commands_list[i]->name, commands_list[i]->summary);
    fprintf(out, "\n'induct COMMAND --help' shows how a command is called.\n");
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        usage(stderr);
        return EXIT_WRONG;
    }
    const char *name = argv[1];
    if (!strcmp(name, "--version")) return show_version();
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        usage(stdout);
        return 0;
    }
    for (unsigned i = 0; i < commands_count; i++)
        if (!strcmp(name, commands_list[i]->name))
            return commands_list[i]->run(argc - 2, argv + 2, commands_list[i]);
    return arguments_complain(NULL, "no command is called '%s'; see 'induct --help'", name);
}

int commands_main(int argc, char **argv) {
    int status = dispatch(argc, argv);
    outlet_settle(status);
    int failure = outlet_finish();
    if (failure) return arguments_complain(NULL, "cannot write to standard output: %s", strerror(failure));
    return status;
}
