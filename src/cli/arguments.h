/* Command-line options, from tables: one row gives an option its parsing and its line of --help.
 *
 *     struct settings { double timeout; bool quiet; };
 *     static const struct argument rows[] = {
 *         {"timeout", 0, "SECONDS", ARGUMENT_SECONDS, offsetof(struct settings, timeout), NULL, "wall time"},
 *         ...
 *
 * Values are given as `--name value`, `--name=value`, `-n value`, `-nvalue`; "--" ends the options. The last one wins,
 * except for ARGUMENT_LIST, which collects. */
#ifndef INDUCT_CLI_ARGUMENTS_H
#define INDUCT_CLI_ARGUMENTS_H

#include "base/text.h"

#include <stddef.h>

enum argument_kind {
    ARGUMENT_FLAG,    /* bool: set to true */
    ARGUMENT_TEXT,    /* const char * */
    ARGUMENT_LIST,    /* arguments_list: appended to */
    ARGUMENT_SECONDS, /* double, positive */
    ARGUMENT_COUNT,   /* uint64_t, at least 1 */
    ARGUMENT_NUMBER,  /* uint64_t */
    ARGUMENT_WORD     /* int: the position in `words` */
};

typedef VEC(const char *) arguments_list;

/* What a shell offers that no row can list. */
#define ARGUMENT_ENGINES "(engines)" /* their names */
#define ARGUMENT_OPTIONS "(options)" /* those of `induct options`, each with "=" and its value */
#define ARGUMENT_FILES   "(files)"
#define ARGUMENT_FOLDERS "(folders)"

struct argument {
    const char *name;
    char letter;       /* 0: none */
    const char *value; /* what --help calls the value; NULL for flags */
    enum argument_kind kind;
    size_t offset; /* of the field in the settings */
    /* "a|b|c": of ARGUMENT_WORD, all there are; else what a shell may offer: values, or one of the following. NULL:
     * anything. */
    const char *words;
    const char *help;
};

struct command {
    const char *name;
    const char *usage;   /* what follows the name: "FILE [option]..." */
    const char *summary; /* one sentence */
    const char *details; /* closes --help; may be NULL */
    const struct argument *arguments;
    unsigned count;
    unsigned least, most; /* number of positional arguments */
    int (*run)(int argc, char **argv,
               const struct command *); /* argv[0] is the first argument after the name */
};

enum arguments_result {
    ARGUMENTS_RUN,   /* go on */
    ARGUMENTS_SHOWN, /* --help or --version was asked for and answered: exit 0 */
    ARGUMENTS_WRONG  /* a message has been printed: exit 2 */
};

/* Parses into `settings`; positional arguments are appended to the list, which the caller frees. */
enum arguments_result arguments_parse(const struct command *, int argc, char **argv, void *settings,
                                      arguments_list *positional);

/* What --help calls the value of the option. */
const char *arguments_value(const struct argument *);
void arguments_help(struct text *, const struct command *);

/* Prints "induct COMMAND: ..." on standard error; returns the exit status of a wrong call. */
int arguments_complain(const struct command *, const char *format, ...) __attribute__((format(printf, 2, 3)));

enum { EXIT_SAFE = 0, EXIT_UNSAFE = 1, EXIT_WRONG = 2, EXIT_UNKNOWN = 3 };

#endif
