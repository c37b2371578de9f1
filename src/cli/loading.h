/* What the workers of all commands do alike: read the model, choose a property, tell what went wrong. */
#ifndef INDUCT_CLI_LOADING_H
#define INDUCT_CLI_LOADING_H

#include "cli/input.h"

#include <stdint.h>

/* Loads the file and selects the property of that name or number (NULL: all). When there is no such property,
 * or more than one, says so and returns INDUCT_USAGE. Warns of settings that are for other formats. */
enum induct_status loading_read(struct induct *, int pipe, const struct input_settings *, const char *file,
                                const char *property);

/* Whether the file that is to be written is none that the program includes; else says so. */
bool loading_keeps(struct induct *, int pipe, const char *output);

/* Lets the run that follows end `timeout` seconds after started_us; 0: no limit. */
void loading_set_time(struct induct *, double timeout, uint64_t started_us);

/* Sends the messages that have come together, as WIRE_LOG, and forgets them. */
void loading_tell_messages(struct induct *, int pipe);

/* The end of the work: its messages, and WIRE_FAILED if it did not succeed. */
void loading_end(struct induct *, int pipe, enum induct_status);

#endif
