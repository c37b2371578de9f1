/* The commands of the program. */
#ifndef INDUCT_CLI_COMMANDS_H
#define INDUCT_CLI_COMMANDS_H

#include "cli/arguments.h"

extern const struct command check_command, verify_command, engines_command, options_command, convert_command;

/* The whole program: finds the command and runs it; returns the exit status. */
int commands_main(int argc, char **argv);

#endif
