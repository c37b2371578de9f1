/* The commands of the program. */
#ifndef INDUCT_CLI_COMMANDS_H
#define INDUCT_CLI_COMMANDS_H

#include "cli/arguments.h"

/* Help that several commands share. */
#define COMMANDS_FORMAT_HELP "the format of FILE: aiger, btor2, vmt; recognised by content when absent"

extern const struct command check_command, verify_command, engines_command, options_command, convert_command;

/* The whole program: finds the command and runs it; returns the exit status. */
int commands_main(int argc, char **argv);

#endif
