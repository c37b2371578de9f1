/* Options: one struct, generated from options.def, that every stage reads. See that file for the rows. */
#ifndef INDUCT_BASE_OPTIONS_H
#define INDUCT_BASE_OPTIONS_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
#define BOOL(group, field, name, initial, help)              OPTION_AT_##field,
#define NUMBER(group, field, name, initial, low, high, help) OPTION_AT_##field,
#define WORD(group, field, name, words, initial, help)       OPTION_AT_##field,
#include "base/options.def"
#undef BOOL
#undef NUMBER
#undef WORD
    OPTIONS
};

struct options {
#define BOOL(group, field, name, initial, help)              bool field;
#define NUMBER(group, field, name, initial, low, high, help) int64_t field;
#define WORD(group, field, name, words, initial, help)       int64_t field;
#include "base/options.def"
#undef BOOL
#undef NUMBER
#undef WORD
    uint64_t seed;
    /* The time limit of the run as it was asked for, in milliseconds; 0: none. What splits its time by it gets the
     * same shares in every run, which the clock would not give. */
    uint64_t timeout_ms;
    bool chosen[OPTIONS]; /* by options_set(): no suggestion changes it */
};

enum option_kind { OPTION_BOOL, OPTION_NUMBER, OPTION_WORD };

/* A row of the table, for listing. */
struct option_row {
    const char *group, *name, *help;
    enum option_kind kind;
    int64_t initial, low, high;
    const char *words; /* "a|b:number-option|c" for OPTION_WORD, else NULL */
};
extern const struct option_row option_rows[];
extern const unsigned option_count;

void options_init(struct options *); /* the defaults */

/* Sets `name` to `value` (a number, a word, which may bring a number for another option, or on|off). STATUS_USAGE with
 * a message that names the allowed values, or the closest option name, when it does not fit. */
enum status options_set(struct options *, const char *name, const char *value, struct messages *);

/* The same from "name=value name=value ...", which must fit, for options that nobody has chosen. */
void options_suggest(struct options *, const char *settings);

/* Lists the rows of some groups (blank-separated; NULL: all) as text, or as a JSON array. */
void options_list(struct text *, const char *groups);
void options_json(struct text *, const char *groups);

#endif
