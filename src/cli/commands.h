/* The commands of the program. */
#ifndef INDUCT_CLI_COMMANDS_H
#define INDUCT_CLI_COMMANDS_H

#include "cli/arguments.h"

extern const struct command check_command, verify_command, engines_command, options_command, convert_command,
    properties_command, serve_command, worker_command, report_command,
    bench_command; /* has no rows: its help is bench_help */

/* All of them, as --help lists them. */
extern const struct command *const commands_list[];
extern const unsigned commands_count;
extern const char commands_purpose[]; /* of the program: half a sentence */

/* The whole program: finds the command and runs it; returns the exit status. */
int commands_main(int argc, char **argv);

#endif
