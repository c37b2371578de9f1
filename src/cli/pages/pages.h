/* Manual pages and completions of shells, written from the tables and texts that --help prints. */
#ifndef INDUCT_CLI_PAGES_PAGES_H
#define INDUCT_CLI_PAGES_PAGES_H

#include "cli/commands.h"

void manual_program(struct text *);                         /* induct(1) */
void manual_command(struct text *, const struct command *); /* induct-COMMAND(1) */

void completion_bash(struct text *);
void completion_zsh(struct text *);

#endif
