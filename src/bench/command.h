/* Tools and their commands.
 *
 * A tool is given as NAME=COMMAND or NAME:ADAPTER=COMMAND. The command is for /bin/sh; before it runs,
 *
 *     {}          becomes the absolute path of the file,
 *     {column}    the manifest's field in that column,
 *     {options}   the words of that column, each a word of its own; nothing when the field is empty,
 *     {files}     the words of that column as absolute paths: in the file, when that is a directory, else beside it;
 *                 the file itself when the field is empty,
 *     {timeout}   the time limit in seconds, {memory} the memory limit in MB (0: none).
 *
 * Values are quoted for the shell only where they need it, so that a plain path also works inside the user's
 * own quotes. ${NAME} and braces around anything but one plain word stay as they are. */
#ifndef INDUCT_BENCH_COMMAND_H
#define INDUCT_BENCH_COMMAND_H

#include "bench/adapters.h"
#include "bench/csv.h"
#include "bench/run.h"

struct tool {
    char *name; /* letters, digits and ._+- only: it names files */
    char *command;
    enum adapter adapter;
};
void tool_fini(struct tool *);

/* Adds a word so that /bin/sh reads it as one, quoted if need be. */
void command_quote(struct text *, const char *word);

/* Reads NAME[:ADAPTER]=COMMAND; STATUS_USAGE with a message when it is something else. */
enum status tool_parse(const char *specification, struct tool *, struct messages *);

/* STATUS_USAGE when the command has a {word} that is no column of the manifest. */
enum status command_check(const char *command, const struct csv *manifest, struct messages *);
/* The command for one row of the manifest, which command_check has accepted. The caller frees it. */
char *command_expand(const char *command, const struct csv *manifest, uint32_t row, const char *file,
                     struct run_limits);

#endif
